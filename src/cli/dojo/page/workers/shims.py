#### __future__
annotations = None
#### _source
# MicroPython drops annotations, and a class does not know the order of its names: both are read in the pair's file.
def names(cls, sign):
    found, inside, body, quoted = [], None, None, False
    with open("/kata.py") as file:
        lines = file.read().split("\n")
    for line in lines:
        text = line.strip()
        if text.count('"""') % 2 or text.count("'''") % 2:
            quoted = not quoted
        indent = len(line) - len(line.lstrip())
        if not text or text[0] == "#" or quoted:
            continue
        if inside is None:
            if text.startswith("class ") and text[6:].split("(")[0].split(":")[0].strip() == cls:
                inside = indent
            continue
        if indent <= inside:
            break
        body = body or indent
        name = text.split(sign)[0].strip()
        if indent == body and sign in text and name and all(c == "_" or c.isalpha() or c.isdigit() for c in name) and name not in ("try", "else"):
            found.append(name)
    return found
#### dataclasses
from _source import names
class _Field:
    def __init__(self, factory):
        self.factory = factory
def field(default=None, default_factory=None, **options):
    return _Field(default_factory) if default_factory else default
def dataclass(cls=None, frozen=False, eq=True, order=False, unsafe_hash=False, **options):
    if cls is None:
        return lambda cls: dataclass(cls, frozen, eq, order, unsafe_hash)
    own = names(cls.__name__, ":")
    fields = [name for name in getattr(cls, "_fields", ()) if name not in own] + own
    def init(self, *values, **named):
        if len(values) > len(fields):
            raise TypeError("%s() takes %d arguments, and not %d" % (cls.__name__, len(fields), len(values)))
        named.update(zip(fields, values))
        for name in fields:
            if name in named:
                value = named.pop(name)
            elif hasattr(cls, name):
                value = getattr(cls, name)
                if isinstance(value, _Field):
                    value = value.factory()
            else:
                raise TypeError("%s() misses '%s'" % (cls.__name__, name))
            setattr(self, name, value)
        if named:
            raise TypeError("%s() has no '%s'" % (cls.__name__, list(named)[0]))
        if hasattr(self, "__post_init__"):
            self.__post_init__()
    def values(self):
        return tuple([getattr(self, name) for name in fields])
    cls._fields = fields
    cls.__init__ = init
    if "__repr__" not in cls.__dict__:
        cls.__repr__ = lambda self: "%s(%s)" % (cls.__name__, ", ".join(["%s=%r" % (name, getattr(self, name)) for name in fields]))
    if eq and "__eq__" not in cls.__dict__:
        cls.__eq__ = lambda self, other: isinstance(other, cls) and values(self) == values(other)
        if (frozen or unsafe_hash) and "__hash__" not in cls.__dict__:
            cls.__hash__ = lambda self: hash(values(self))
    if order:
        cls.__lt__ = lambda self, other: values(self) < values(other)
        cls.__le__ = lambda self, other: values(self) <= values(other)
    return cls
def asdict(it):
    return {name: getattr(it, name) for name in it._fields}
def astuple(it):
    return tuple([getattr(it, name) for name in it._fields])
def replace(it, **changes):
    return type(it)(**dict(asdict(it), **changes))
#### typing
from _source import names
class _Any:
    def __getitem__(self, item):
        return self
    def __call__(self, *all, **named):
        return all[-1] if all else self
    def __or__(self, other):
        return self
    __ror__ = __or__
class NamedTuple(tuple):
    def __init__(self, *values, **named):
        cls = type(self)
        if not hasattr(cls, "_fields"):
            cls._fields = names(cls.__name__, ":")
        values += tuple([named[name] if name in named else getattr(cls, name) for name in cls._fields[len(values):]])
        super().__init__(values)
        for name, value in zip(cls._fields, values):
            setattr(self, name, value)
    def __repr__(self):
        return "%s(%s)" % (type(self).__name__, ", ".join(["%s=%r" % pair for pair in zip(self._fields, self)]))
class Protocol:
    pass
class TypedDict(dict):
    pass
Any = Union = Optional = List = Dict = Set = FrozenSet = Tuple = Callable = Iterable = Iterator = Sequence = _Any()
Literal = Final = ClassVar = Type = Generator = Mapping = Deque = DefaultDict = Counter = NoReturn = Self = _Any()
Collection = MutableSequence = Hashable = TypeAlias = TypeVar = NewType = cast = overload = final = _Any()
TYPE_CHECKING = False
#### enum
import builtins
from _source import names
_build = builtins.__build_class__
class auto:
    pass
class Enum:
    def __repr__(self):
        return "<%s.%s: %r>" % (self.__class__.__name__, self.name, self.value)
    def __str__(self):
        return "%s.%s" % (self.__class__.__name__, self.name)
    def __eq__(self, other):
        return self is other or type(self) is not type(other) and isinstance(self, (str, int)) and self.value == other
    def __hash__(self):
        return hash(self.value)
class IntEnum(int, Enum):
    pass
class StrEnum(str, Enum):
    pass
class _Members:
    def __init__(self, cls):
        self.__name__, self._all = cls.__name__, []
        for name in names(cls.__name__, "="):
            value = getattr(cls, name)
            if isinstance(value, auto):
                value = name.lower() if issubclass(cls, str) else len(self._all) + 1
            member = cls(value) if issubclass(cls, (str, int)) else cls()
            member.name, member.value = name, value
            self._all.append(member)
            setattr(self, name, member)
    def __iter__(self):
        return iter(self._all)
    def __len__(self):
        return len(self._all)
    def __contains__(self, it):
        return it in self._all
    def __call__(self, value):
        for member in self._all:
            if member.value == value:
                return member
        raise ValueError("%r is not a valid %s" % (value, self.__name__))
    def __getitem__(self, name):
        return getattr(self, name)
def _build_class(body, name, *bases, **named):
    cls = _build(body, name, *bases, **named)
    return _Members(cls) if any(base in (Enum, IntEnum, StrEnum) for base in bases) else cls
builtins.__build_class__ = _build_class
def unique(cls):
    return cls
#### collections/abc
from typing import *
#### time
from utime import *
perf_counter = monotonic = process_time = lambda: ticks_us() / 1000000
#### collections/__init__
from ucollections import OrderedDict, namedtuple
class deque(list):
    def __init__(self, items=(), maxlen=None):
        super().__init__(items)
        self.maxlen = maxlen
    def append(self, item):
        super().append(item)
        if self.maxlen is not None and len(self) > self.maxlen:
            self.pop(0)
    def appendleft(self, item):
        self.insert(0, item)
    def popleft(self):
        return self.pop(0)
    def extendleft(self, items):
        for item in items:
            self.insert(0, item)
    def rotate(self, n=1):
        for _ in range(n % len(self) if self else 0):
            self.insert(0, self.pop())
class defaultdict(dict):
    def __init__(self, factory=None, *items, **named):
        super().__init__(*items, **named)
        self.default_factory = factory
    def __getitem__(self, key):
        if key not in self:
            if self.default_factory is None:
                raise KeyError(key)
            self[key] = self.default_factory()
        return super().__getitem__(key)
class Counter(dict):
    def __init__(self, items=()):
        super().__init__()
        self.update(items)
    def update(self, items):
        for item in items:
            self[item] = self[item] + (items[item] if isinstance(items, dict) else 1)
    def __getitem__(self, key):
        return self.get(key, 0)
    def most_common(self, n=None):
        return sorted(self.items(), key=lambda pair: -pair[1])[:len(self) if n is None else n]
    def total(self):
        return sum(self.values())
#### itertools
def count(start=0, step=1):
    while True:
        yield start
        start += step
def repeat(item, times=None):
    while times is None or times > 0:
        yield item
        times = times and times - 1
def cycle(items):
    items = list(items)
    while items:
        yield from items
class chain:
    def __init__(self, *lists):
        self.items = (item for items in lists for item in items)
    def __iter__(self):
        return self
    def __next__(self):
        return next(self.items)
    from_iterable = staticmethod(lambda lists: chain(*lists))
def islice(items, *bounds):
    bounds = range(*[2 ** 30 if bound is None else bound for bound in bounds])
    for at, item in enumerate(items):
        if at >= bounds.stop:
            return
        if at in bounds:
            yield item
def takewhile(test, items):
    for item in items:
        if not test(item):
            return
        yield item
def dropwhile(test, items):
    dropping = True
    for item in items:
        dropping = dropping and test(item)
        if not dropping:
            yield item
def starmap(function, items):
    return (function(*item) for item in items)
def accumulate(items, function=lambda a, b: a + b):
    total = None
    for at, item in enumerate(items):
        total = function(total, item) if at else item
        yield total
def pairwise(items):
    items = list(items)
    return zip(items, items[1:])
def zip_longest(*lists, fillvalue=None):
    lists = [list(items) for items in lists]
    for at in range(max([len(items) for items in lists])):
        yield tuple([items[at] if at < len(items) else fillvalue for items in lists])
def groupby(items, key=lambda item: item):
    group = []
    for item in items:
        if group and key(group[0]) != key(item):
            yield key(group[0]), iter(group)
            group = []
        group.append(item)
    if group:
        yield key(group[0]), iter(group)
def product(*lists, repeat=1):
    all = [()]
    for items in [list(items) for items in lists] * repeat:
        all = [one + (item,) for one in all for item in items]
    return iter(all)
def permutations(items, r=None):
    items = list(items)
    r = len(items) if r is None else r
    return (tuple([items[at] for at in ats]) for ats in product(range(len(items)), repeat=r) if len(set(ats)) == r)
def combinations(items, r):
    items = list(items)
    return (tuple([items[at] for at in ats]) for ats in product(range(len(items)), repeat=r) if all(a < b for a, b in zip(ats, ats[1:])))
#### functools
def reduce(function, items, *start):
    items = iter(items)
    total = start[0] if start else next(items)
    for item in items:
        total = function(total, item)
    return total
def partial(function, *first, **given):
    return lambda *rest, **named: function(*(first + rest), **dict(given, **named))
def wraps(function):
    return lambda wrapper: wrapper
def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return lru_cache()(maxsize)
    def cached(function):
        known = {}
        def ask(*all, **named):
            key = (all, tuple(sorted(named.items())))
            if key not in known:
                known[key] = function(*all, **named)
            return known[key]
        return ask
    return cached
cache = lru_cache()
cached_property = property
total_ordering = lambda cls: cls
def cmp_to_key(compare):
    class Key:
        def __init__(self, it):
            self.it = it
        def __lt__(self, other):
            return compare(self.it, other.it) < 0
    return Key
#### copy
def copy(it):
    if hasattr(it, "copy"):
        return it.copy()
    if not hasattr(it, "__dict__") or isinstance(it, type):
        return it
    new = object.__new__(type(it))
    for name in it.__dict__:
        setattr(new, name, it.__dict__[name])
    return new
def deepcopy(it, memo=None):
    if isinstance(it, dict):
        return {deepcopy(key): deepcopy(it[key]) for key in it}
    if isinstance(it, (list, tuple, set)):
        items = [deepcopy(item) for item in it]
        return type(it)(*items) if isinstance(it, tuple) and type(it) is not tuple else type(it)(items)
    new = copy(it)
    if new is not it:
        for name in it.__dict__:
            setattr(new, name, deepcopy(it.__dict__[name]))
    return new
#### queue
class Queue(list):
    def __init__(self, maxsize=0):
        super().__init__()
    put = put_nowait = lambda self, item: self.append(item)
    get = get_nowait = lambda self: self.pop(0)
    empty = lambda self: not self
    qsize = lambda self: len(self)
class LifoQueue(Queue):
    get = get_nowait = lambda self: self.pop()
SimpleQueue = Queue
#### pprint
def pprint(it, *rest, **named):
    if isinstance(it, list) and it and isinstance(it[0], list):
        print("[" + ",\n ".join([repr(row) for row in it]) + "]")
    else:
        print(repr(it))
