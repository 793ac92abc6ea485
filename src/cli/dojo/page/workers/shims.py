#### typing
class _Any:
    def __getitem__(self, item):
        return self

    def __call__(self, *all):
        return all[-1] if all else self

    def __or__(self, other):
        return self


Any = Union = Optional = List = Dict = Set = FrozenSet = Tuple = Callable = Iterable = Iterator = Sequence = Literal = Final = ClassVar = Type = Generator = Mapping = Deque = DefaultDict = Counter = NoReturn = Self = Generic = _Any()
TYPE_CHECKING = False
