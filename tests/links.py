"""Do the links of the repository's pages lead somewhere?

    python3 tests/links.py [FOLDER]

Reads every *.md file that git knows in FOLDER (by default this repository) or would take in, and looks for the target of
each link and image: the file or folder, the heading or the line of a file, by GitHub's rules. Lists the links that leave
the repository, and fetches none. Exit status: 0 all lead somewhere, 1 some do not, 2 nothing could be looked at.
"""

import collections, doctest, html, pathlib, posixpath, re, subprocess, sys, urllib.parse

FENCE = re.compile(r"^(?:\s|>|[-*+]\s|\d+[.)]\s)*(`{3,}(?=[^`]*$)|~{3,})")
CODE = re.compile(r"(?<![`\\])(`+)(?!`)((?:(?!\n[ \t]*\n).)+?)(?<!`)\1(?!`)", re.S)
LINK = re.compile(r"(?<!\\)\]\(\s*(<[^<>\n]*>|(?:[^\s()]|\([^\s()]*\))*)(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)")
DEFINED = re.compile(r"^ {0,3}\[([^\]^][^\]]*)\]:\s*(\S+)", re.M)
NAMED = re.compile(r"(?<!\\)\[([^\[\]]+)\]\[([^\[\]]*)\]")
TAG = re.compile(r"<(?:a|img|source)\b[^>]*?\s(?:href|src|srcset)\s*=\s*[\"']([^\"']*)[\"']", re.I)
PLAIN = re.compile(r"<((?:https?|mailto):[^\s<>]+)>")
ANCHOR = re.compile(r"<[a-z]\w*\b[^>]*?\s(?:id|name)\s*=\s*[\"']([^\"']+)[\"']", re.I)
HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$|^(?! {0,3}[-=>|#])(.*\S.*)\n {0,3}(?:=+|-{2,})[ \t]*$", re.M)


def blank(text):
    return re.sub(r"[^\n]", " ", text)


def without_blocks(text):
    """The text without fenced code and comments; lines keep their places.

    >>> without_blocks("a\\n- ```md\\n  [b](c)\\n  ```\\nd ```e``` f\\n~~~\\n```\\n~~~\\n")
    'a\\n\\n\\n\\nd ```e``` f\\n\\n\\n\\n'
    """
    kept, fence = [], None
    for line in text.split("\n"):
        opened = FENCE.match(line)
        if fence:
            end = line.strip(" >\t")
            if len(end) >= len(fence) and not end.strip(fence[0]):
                fence = None
            line = ""
        elif opened:
            fence, line = opened[1], ""
        kept.append(line)
    return re.sub(r"<!--.*?-->", lambda found: blank(found[0]), "\n".join(kept), flags=re.S)


def links(text):
    """Line and target of each link; code has none.

    >>> links('[a](b "t")\\n[![c](<d e>)](f_(g)) `[h](i)` <j@k> <https://l.m>')
    [(1, 'b'), (2, 'd e'), (2, 'f_(g)'), (2, 'https://l.m')]
    >>> links('[a][B] [b][] [c][d]\\n[b]: g\\n<img alt="h" src="i">')
    [(1, None), (2, 'g'), (3, 'i')]
    >>> links("a[0](x y) `` [a](b) ` [c](d) `` ` [e](f)\\n\\n` [g](h)")
    [(1, 'f'), (3, 'h')]
    """
    text = CODE.sub(lambda found: blank(found[0]), without_blocks(text))
    name = lambda words: " ".join(words.casefold().split())
    defined = {name(found[1]) for found in DEFINED.finditer(text)}
    found = [(it.start(), it[1].strip("<>")) for it in LINK.finditer(text)]
    found += [(it.start(), it[2].strip("<>")) for it in DEFINED.finditer(text)]
    found += [(it.start(), html.unescape(it[1]).split()[0] if it[1].strip() else "") for it in TAG.finditer(text)]
    found += [(it.start(), it[1]) for it in PLAIN.finditer(text)]
    found += [(it.start(), None) for it in NAMED.finditer(text) if name(it[2] or it[1]) not in defined]
    return [(text.count("\n", 0, at) + 1, target) for at, target in sorted(found, key=lambda pair: pair[0])]


def slug(heading):
    """What GitHub makes of a heading.

    >>> slug("Who has *won*?"), slug("`gokata report`: a_b, [c](d) & _e_")
    ('who-has-won', 'gokata-report-a_b-c--e')
    >>> slug("Länge 19x19 – 1.5 ms"), slug("![x](y) A <b>B</b> &amp; C")
    ('länge-19x19--15-ms', '-a-b--c')
    """
    parts = re.split(r"(`+)(.+?)\1", heading)
    for i in range(0, len(parts), 3):
        text = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", parts[i])
        text = re.sub(r"\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])", r"\1", text)
        text = html.unescape(re.sub(r"</?[a-zA-Z][^>]*>", "", text))
        parts[i] = re.sub(r"(?<!\w)_(.+?)_(?!\w)", r"\1", text)
    text = "".join(part for i, part in enumerate(parts) if i % 3 != 1).lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(text):
    """The anchors of a page.

    >>> sorted(anchors("# A\\n## A ##\\nB\\n===\\n```\\n# C\\n```\\n#D\\n| x |\\n|---|\\n<a id='e'></a>\\n- f\\n---"))
    ['a', 'a-1', 'b', 'e']
    """
    text, seen, all_of_it = without_blocks(text), collections.Counter(), set()
    for found in HEADING.finditer(text):
        one = slug((found[1] if found[1] is not None else found[2]).strip())
        all_of_it.add(f"{one}-{seen[one]}" if seen[one] else one)
        seen[one] += 1
    return all_of_it | set(ANCHOR.findall(text))


def is_outside(target):
    """
    >>> [is_outside(it) for it in ("https://a.b", "mailto:a@b", "//a.b/c", "a:b.md", "/a", "c#d", "1:2")]
    [True, True, True, True, False, False, False]
    """
    return bool(re.match(r"[a-zA-Z][\w+.-]*:|//", target))


def fault(page, target, files, folders, read):
    """Why a link of a page leads nowhere, or None.

    >>> text = {"a.md": "# B\\n", "c/README.md": "## D e\\n", "c/f.rs": "1\\n2\\n", "g h.png": ""}
    >>> try_it = lambda page, target: fault(page, target, set(text), {".", "c"}, text.get)
    >>> for target in "#b c c/ c/README.md c#d-e /c/f.rs#L2 c/f.rs#L1-L2 g%20h.png c/../a.md?plain=1#L1".split():
    ...     assert try_it("a.md", target) is None, target
    >>> try_it("c/README.md", "../a.md#b"), try_it("c/README.md", "f.rs"), try_it("c/README.md", "#d-e")
    (None, None, None)
    >>> for target in ["#B", "#c", "C", "c/a.md", "a.md/", "c/f.rs#L3", "c/f.rs#d-e", "../a.md", "c/f.r", ""]:
    ...     print(try_it("a.md", target))
    no heading of a.md has the anchor #B (there is #b)
    no heading of a.md has the anchor #c
    there is no C (there is c)
    there is no c/a.md
    a.md is no folder
    c/f.rs has no line L3
    c/f.rs is no page with headings
    ../a.md is outside the repository
    there is no c/f.r
    the link is empty
    """
    if not target:
        return "the link is empty"
    path, _, anchor = target.partition("#")
    path, anchor = urllib.parse.unquote(path.partition("?")[0]), urllib.parse.unquote(anchor)
    if path.startswith("/"):
        to = posixpath.normpath("." + path)
    else:
        to = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    if to == ".." or to.startswith("../"):
        return f"{to} is outside the repository"
    if to not in files and to not in folders:
        alike = [it for it in files | folders if it.casefold() == to.casefold()]
        return f"there is no {to}" + "".join(f" (there is {it})" for it in alike[:1])
    if path.endswith("/") and to not in folders:
        return f"{to} is no folder"
    if not anchor:
        return None
    if to in folders:
        to = posixpath.normpath(posixpath.join(to, "README.md"))
        if to not in files:
            return f"there is no {to}, which would have #{anchor}"
    lines = re.fullmatch(r"L(\d+)(?:-L(\d+))?", anchor)
    if lines:
        last = int(lines[2] or lines[1])
        return None if 1 <= int(lines[1]) <= last <= read(to).count("\n") else f"{to} has no line {anchor}"
    if not to.endswith(".md"):
        return f"{to} is no page with headings"
    there = anchors(read(to))
    if anchor in there:
        return None
    alike = [it for it in there if it.casefold() == anchor.casefold()]
    return f"no heading of {to} has the anchor #{anchor}" + "".join(f" (there is #{it})" for it in alike)


def main(folder):
    if doctest.testmod().failed:
        sys.exit("this script does not do what its own examples say")
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=folder, capture_output=True, text=True)
    if listed.returncode:
        sys.exit(print(f"{folder}: {listed.stderr.strip()}", file=sys.stderr) or 2)
    files = {it for it in listed.stdout.split("\0") if it and (folder / it).is_file()}
    folders = {str(parent) for it in files for parent in pathlib.PurePosixPath(it).parents}
    pages = sorted(it for it in files if it.endswith(".md"))
    read = lambda name: (folder / name).read_text(encoding="utf-8", errors="replace")
    inside, faults, outside = 0, [], collections.defaultdict(list)
    for page in pages:
        for line, target in links(read(page)):
            if target is not None and is_outside(target):
                outside[target].append(f"{page}:{line}")
                continue
            inside += 1
            why = "no line [NAME]: ADDRESS defines it" if target is None else fault(page, target, files, folders, read)
            if why:
                faults.append(f"{page}:{line}: {f'({target})' if target is not None else 'a link by name'}: {why}")
    for target, places in sorted(outside.items()):
        print(f"not fetched: {target}  {' '.join(places)}")
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{len(pages)} pages, {inside} links inside the repository: {len(faults)} lead nowhere; {len(outside)} addresses elsewhere")
    if not pages:
        sys.exit(2)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    if len(sys.argv) > 2 or sys.argv[1:] and sys.argv[1].startswith("-"):
        sys.exit(print(__doc__.strip(), file=sys.stderr) or 2)
    main(pathlib.Path(sys.argv[1] if sys.argv[1:] else pathlib.Path(__file__).resolve().parents[1]))
