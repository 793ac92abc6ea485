#!/usr/bin/env python3
"""Sends what others have collected to trip programs up: the files of JSONTestSuite as bodies, and the Big List of Naughty
Strings as the names of both players.

    tests/web/foreign.py GOKATA JSON_TEST_SUITE NAUGHTY_STRINGS

The two are folders with https://github.com/nst/JSONTestSuite and https://github.com/minimaxir/big-list-of-naughty-strings.
"""

import contextlib
import email
import email.header
import email.utils
import html.parser
import http.client
import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unicodedata

JSON = {"Accept": "application/json", "Content-Type": "application/json"}
# A server sends at most 300 mails an hour, so each gets a part of the names.
PART = 250


class Server:
    def __init__(self, gokata, folder):
        self.folder = pathlib.Path(folder)
        self.said = open(self.folder / "said", "w+", encoding="utf-8")
        command = [gokata, "serve", "--no-limits", "--listen", "127.0.0.1:0", "--data", f"{folder}/data"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.said, text=True)
        self.host = self.process.stdout.readline().split("//")[1].strip("/\n")

    def ask(self, method, path, body=None, headers=JSON):
        connection = http.client.HTTPConnection(self.host, timeout=60)
        with contextlib.closing(connection):
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()

    def make(self, **fields):
        fields = {"req": f"game-{next(NUMBERS)}", "size": 5, **fields}
        status, body = self.ask("POST", "/games", json.dumps(fields))
        return status, json.loads(body)

    def end(self):
        self.process.terminate()
        status = self.process.wait(60)
        self.said.seek(0)
        said = self.said.read()
        unseen = [letter for letter in said if unicodedata.category(letter) in ("Cc", "Cf") and letter != "\n"]
        assert status == 0 and "panicked" not in said and not unseen, said


NUMBERS = itertools.count()


@contextlib.contextmanager
def serving(gokata):
    with tempfile.TemporaryDirectory() as folder:
        server = Server(gokata, folder)
        try:
            yield server
            server.end()
        finally:
            server.process.kill()
            server.process.wait()


def path(url):
    return url[url.index("/g/"):]


def bodies(gokata, suite):
    """Every file, as a body and as a field of one: an answer below 500, and another player is served meanwhile."""
    files = sorted([*suite.glob("test_parsing/*.json"), *suite.glob("test_transform/*.json")])
    assert len(files) > 300, f"{suite}: {len(files)} files"
    statuses = {}
    with serving(gokata) as server:
        _, made = server.make()
        _, other = server.make()
        black, white = path(made["black"]), path(other["white"])
        for file in files:
            text = file.read_bytes()
            fields = {f"{black}/play": b'{"req":%s}', "/games": b'{"req":"x","size":%s}', f"{black}/seat": b'{"name":%s}'}
            for to, wrapped in fields.items():
                for body in (text, wrapped.replace(b"%s", text)):
                    status, answer = server.ask("POST", to, body)
                    assert 200 <= status < 500, f"{file.name} to {to.split('/')[-1]}: {status} {answer[:300]}"
                    statuses[status] = statuses.get(status, 0) + 1
            begun = time.monotonic()
            status, _ = server.ask("GET", white)
            took = time.monotonic() - begun
            assert status == 200 and took < 5, f"{file.name}: another player got {status} after {took:.1f} s"
    counts = ", ".join(f"{count} times {status}" for status, count in sorted(statuses.items()))
    print(f"{len(files)} files of JSON, each six times: {counts}")


class Page(html.parser.HTMLParser):
    """The elements of a page with the names of their attributes, and its text."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.text = set(), ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.add((tag, *(name for name, _ in attrs)))

    def handle_data(self, data):
        self.text += data


# What mails and pages say around a name may isolate its direction of writing.
def plain(text):
    return "".join(letter for letter in text if letter not in "\u2066\u2067\u2068\u2069")


def elements(server, link):
    pages = [Page(server.ask("GET", link + more, None, {})[1].decode()) for more in ("", "?ask=resign", "?move=0")]
    return set().union(*(page.elements for page in pages)), plain(pages[0].text)


def is_refused(name):
    """Whether a name should be: too long, empty, or with letters that nobody sees."""
    name = name.strip()
    unseen = any(unicodedata.category(letter) in ("Cc", "Cf", "Zl", "Zp", "Cs") and letter not in "\u200c\u200d" for letter in name)
    return unseen or len(name) > 40


def names(gokata, strings):
    found = json.loads((strings / "blns.json").read_text(encoding="utf-8"))
    assert len(found) > 500, f"{strings}: {len(found)} strings"
    accepted = refused = 0
    doubtful = []
    for part in range(0, len(found), PART):
        with serving(gokata) as server:
            _, usual = server.make(name="Ann", opponent_name="Bob", opponent_email="bob@example.org")
            expected, _ = elements(server, path(usual["black"]))
            games = {usual["game"]: "Bob"}
            for name in found[part:part + PART]:
                address = f"bob{len(games)}@example.org"
                status, made = server.make(name=name, opponent_name=name, opponent_email=address)
                if status == 422:
                    refused += 1
                    if not is_refused(name):
                        doubtful.append(name)
                    continue
                assert status == 201, f"{name!r}: {status} {made}"
                accepted += 1
                black = path(made["black"])
                view = json.loads(server.ask("GET", black)[1])
                known = view["names"]["black"]
                assert known == (name.strip() or "Black"), f"{name!r}: {known!r}"
                games[made["game"]] = known if name.strip() else "White"
                shown, text = elements(server, black)
                assert shown <= expected, f"{name!r}: {shown - expected}"
                assert plain(known) in text, f"{name!r}: not on its page"
                for line in server.ask("GET", f"{black}/log.jsonl")[1].decode().splitlines():
                    json.loads(line)
                in_record(gokata, server.folder / "game.sgf", server.ask("GET", f"{black}/game.sgf")[1], known)
            in_mails(server.folder / "data" / "mail", games)
    assert not doubtful, f"refused without a reason: {doubtful}"
    print(f"{accepted + refused} names: {accepted} stand unchanged on pages, in mails and records; {refused} are refused")


def in_record(gokata, file, text, name):
    """The record has the name, and gokata reads it."""
    file.write_bytes(text)
    read = subprocess.run([gokata, "convert", "--to", "sgf", file], capture_output=True, check=False)
    assert read.returncode == 0, f"{name!r}: {read.stderr}"
    written = lambda record: record[record.index(b"PB["):record.index(b"]PW[", record.index(b"PB["))]
    assert written(read.stdout) == written(text), f"{name!r}: {written(text)} {written(read.stdout)}"
    assert re.sub(rb"\\(.)", rb"\1", written(text)) == b"PB[" + name.encode(), f"{name!r}: {written(text)}"


def in_mails(folder, games):
    """One mail for each game, with the headers of the usual one, to one person of this name."""
    begun = time.monotonic()
    while len(files := list(folder.glob("*.eml"))) < len(games):
        assert time.monotonic() - begun < 120, f"{len(files)} mails for {len(games)} games"
        time.sleep(0.2)
    headers = set()
    for file in files:
        mail = email.message_from_bytes(file.read_bytes())
        name = games[file.name[:11]]
        headers.add(tuple(mail.keys()))
        ((shown, address),) = email.utils.getaddresses([mail["To"]])
        shown = str(email.header.make_header(email.header.decode_header(shown)))
        assert shown == name and address.endswith("@example.org"), f"{name!r}: {mail['To']!r}"
        assert mail.get_content_type() == "text/plain" and not mail.defects, f"{name!r}: {mail.defects}"
    assert len(headers) == 1, headers


if __name__ == "__main__":
    program, suite, strings = sys.argv[1:]
    bodies(program, pathlib.Path(suite))
    names(program, pathlib.Path(strings))
