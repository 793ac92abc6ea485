// What a program of these steps may use and MicroPython lacks: shown on the page, and below an error that comes from it.

interface Lack {
  /** In the message, or in it, a line break, and the line of the program; missing if there is no message. */
  readonly pattern?: RegExp;
  readonly lacks: string;
  readonly instead: string;
}

export const LACKS: readonly Lack[] = [
  { pattern: /^SyntaxError.*\n\s*(match|case)\b.*:/, lacks: "match and case", instead: "if and elif" },
  { pattern: /^SyntaxError: \*x must|^SyntaxError.*\n.*\{\s*\*/, lacks: "* in a list, or ** in a dict: [*a, b], {**a}", instead: "a + [b], dict(a, b=1)" },
  { pattern: /^SyntaxError.*\n\s*def .*\/[,)]/, lacks: "/ between parameters", instead: "leave it out" },
  { pattern: /'str' object has no attribute '([lr]just|zfill)'/, lacks: "str.ljust, str.rjust, str.zfill", instead: 'f"{text:<5}", f"{text:>5}", f"{number:05}"' },
  { pattern: /'str' object has no attribute 'remove/, lacks: "str.removeprefix, str.removesuffix", instead: "text[len(prefix):]" },
  { pattern: /'str' object has no attribute '(title|capitalize|swapcase|casefold|translate|maketrans|isalnum|isidentifier|expandtabs)'/, lacks: "str.title, capitalize, translate, isalnum and a few more", instead: "replace, upper, lower, isalpha, isdigit" },
  { pattern: /only slices with step=1|^NotImplementedError: *$/m, lacks: "steps in slices of strings and tuples, or to set or delete: text[::-1]", instead: '"".join(reversed(text)); of a list, rows[::-1]' },
  { pattern: /'function' object has no attribute/, lacks: "attributes of functions: f.seen = set()", instead: "a global variable" },
  { pattern: /doesn't take keyword arguments/, lacks: "keywords of many built-in functions: zip(a, b, strict=True), split(maxsplit=1)", instead: 'without the name: text.split(" ", 1)' },
  { pattern: /'dict_view'/, lacks: "d.keys() & other", instead: "set(d) & set(other)" },
  { pattern: /'type', '|can't import name Generic|isn't subscriptable\n\s*class /, lacks: "types that are run: X = int | None, class A(Generic[T])", instead: "leave them out; hints behind : and -> may stay" },
  { pattern: /^(ImportError|ModuleNotFoundError)/, lacks: "other modules than collections, copy, dataclasses, enum, functools, heapq, itertools, json, math, operator, pprint, queue, random, re, string, sys, time, typing, and not all of these", instead: "a function of your own" },
  { pattern: /^RecursionError/, lacks: "room for more than about 70 to 230 calls within calls (Python has 1000)", instead: "if the recursion does end: a list of what is still to do" },
  { pattern: /issubclass\(\) arg 2/, lacks: "isinstance(x, Color) for an Enum", instead: "x in list(Color)" },
  { lacks: "an order in dicts and sets, and sorting that keeps the order of equals", instead: "a list; a key that tells all apart" },
  { lacks: "an error if a set or dict grows while a for goes over it", instead: "for point in list(group)" },
  { lacks: 'quotes in f"{text=}"', instead: 'f"text={text!r}"' },
];

/** Mistakes of which MicroPython says less than Python does. */
const MISTAKES: readonly (readonly [RegExp, string])[] = [
  [/^NameError: name '(true|false|none|null)'/, "Python writes True, False and None."],
  [/^SyntaxError.*\n\s*(if|elif|while)\b[^=]*[^=!<>]=[^=]/, "Maybe you meant == instead of =."],
  [/^SyntaxError.*\n[^"']*(?:"[^"]*|'[^']*)$/, "Does the text end with the quote that it begins with?"],
  [/^SyntaxError.*\n\s*(if|elif|else|for|while|def|class|try|except|finally|with)\b[^:]*$/, "Is there a colon at the end of the line?"],
];

/** A line for the one who sees this error, if it is not their mistake. */
export function hint(message: string, line = "", mixed = false): string[] {
  const about = `${message}\n${line.replace(/#.*/, "")}`;
  if (mixed && /^(Syntax|Indentation)Error/.test(message)) return ["(Some lines begin with tabs and some with spaces: use spaces only.)"];
  const mistake = MISTAKES.find(([pattern]) => pattern.test(about));
  if (mistake) return [`(${mistake[1]})`];
  const found = LACKS.find(({ pattern }) => pattern?.test(about));
  return found ? [`(This page runs MicroPython, which has no ${found.lacks}. Instead: ${found.instead}.)`] : [];
}
