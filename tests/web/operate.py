#!/usr/bin/env python3
"""Tries what src/web/README.md tells operators, with its own files and commands: the table of options, the unit, both proxies
with a game of two players, mail, backup, restore, upgrade, PostgreSQL.

    tests/web/postgres.sh python3 tests/web/operate.py GOKATA

GOKATA is built with the feature `postgres`. A tool that is missing is an error. Nothing outside a temporary folder is
changed: paths, ports and users of the page are replaced, and `sudo` and `systemctl` are scripts of this one.
"""

import contextlib
import http.client
import importlib.util
import itertools
import json
import logging
import os
import pathlib
import re
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.parse

PAGE = pathlib.Path(__file__).resolve().parents[2] / "src/web/README.md"
TOOLS = {"systemd-analyze": "systemd", "caddy": "caddy", "nginx": "nginx-light", "openssl": "openssl", "curl": "curl", "pg_dump": "postgresql-client"}
NAME = "go.example.org"
# Far more than a loaded machine needs.
LONG = 60
NUMBERS = itertools.count()
LOCAL_PATHS = r"/(?=var/lib/gokata|var/backups/gokata|etc/gokata|usr/local/bin/gokata)"


def block(heading, language):
    """The first block of a language after a heading."""
    part = re.split(rf"^#+ {re.escape(heading)}$", PAGE.read_text(encoding="utf-8"), flags=re.M)[1]
    text = re.search(rf"^( *)```{language}\n(.*?)^\1```$", part, re.M | re.S)
    return re.sub(rf"^{text[1]}", "", text[2], flags=re.M)


def run(*command, **options):
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, **options)
    ran.said = ran.stdout + ran.stderr
    return ran


def fine(*command, **options):
    ran = run(*command, **options)
    assert ran.returncode == 0, f"{command}: status {ran.returncode}\n{ran.said}"
    return ran.said


def port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def until(look, what):
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        if found := look():
            return found
        time.sleep(0.05)
    raise AssertionError(f"not within {LONG} s: {what() if callable(what) else what}")


class Client:
    """Somebody at an address, who opens a server by HTTP or, with a certificate, by HTTPS as go.example.org."""

    def __init__(self, to, authority=None, source="127.0.0.1"):
        self.to, self.authority, self.source = to, authority, source

    def connect(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.to, timeout=LONG)
        connection.sock = socket.create_connection(("127.0.0.1", self.to), LONG, (self.source, 0))
        if self.authority:
            trusted = ssl.create_default_context(cafile=self.authority)
            connection.sock = trusted.wrap_socket(connection.sock, server_hostname=NAME)
        return connection

    def ask(self, path, fields=None, **headers):
        connection = self.connect()
        with contextlib.closing(connection):
            headers = {"Accept": "application/json", "Host": NAME, "Content-Type": "application/x-www-form-urlencoded", **headers}
            body = fields and urllib.parse.urlencode({"req": f"r{os.getpid()}-{next(NUMBERS)}", **fields})
            connection.request("POST" if fields else "GET", path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()

    def answers(self):
        try:
            return self.ask("/healthz")[0] == 200
        except OSError:
            return False


class Game:
    """A game of two players, who may be at different servers."""

    def __init__(self, black, white=None, **fields):
        self.clients = [black, white or black]
        status, text = black.ask("/games", {"size": 9, "color": "black", **fields})
        assert status == 201, f"{status} {text}"
        self.made = json.loads(text)
        self.paths = [urllib.parse.urlsplit(self.made[color]).path for color in ("black", "white") if color in self.made]
        self.turn = 0

    def play(self):
        """A move by the player whose turn it is; the other's stream must hear of it, if they have one."""
        side = self.turn % 2
        point = "ABCDEFGHJ"[self.turn // 9 * 2] + str(self.turn % 9 + 1)
        with self.stream(1 - side) as stream:
            status, text = self.clients[side].ask(f"{self.paths[side]}/play", {"point": point, "move_no": self.turn})
            assert status == 200, f"{status} {text}"
            self.turn += 1
            seq = json.loads(text)["view"]["seq"]
            while f"data: {seq}\n".encode() != stream.readline():
                pass

    @contextlib.contextmanager
    def stream(self, side):
        connection = self.clients[side].connect()
        with contextlib.closing(connection):
            connection.request("GET", f"{self.paths[side]}/events", headers={"Accept": "text/event-stream", "Host": NAME})
            answer = connection.getresponse()
            assert answer.status == 200, answer.status
            while not answer.readline().startswith(b"data: "):
                pass
            yield answer

    def seq(self):
        status, text = self.clients[0].ask(f"{self.paths[0]}/state")
        assert status == 200, f"{status} {text}"
        return json.loads(text)["seq"]


@contextlib.contextmanager
def program(*command, **options):
    """A program that runs meanwhile, and what it prints, in a file."""
    with tempfile.NamedTemporaryFile("r+", prefix="said-") as said:
        running = subprocess.Popen([str(word) for word in command], stdout=said, stderr=said, **options)
        try:
            yield lambda: pathlib.Path(said.name).read_text()
        finally:
            running.terminate()
            running.wait(LONG)


@contextlib.contextmanager
def serving(gokata, *arguments, **variables):
    to = port()
    environment = {**os.environ, **variables}
    command = [gokata, "serve", "--listen", f"127.0.0.1:{to}", "--base-url", f"https://{NAME}", *arguments]
    with program(*command, env=environment) as said:
        client = Client(to)
        until(client.answers, said)
        client.said = said
        yield client


def options(gokata):
    """The table has what `--help` has: no option and no variable less, none more, and the same defaults."""
    helped = fine(gokata, "serve", "--help")
    text = PAGE.read_text(encoding="utf-8").split("## Options and variables\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split(" | ") for line in text.splitlines() if line.startswith("| `")]
    documented = {re.search(r"[-A-Za-z_]+", row[0])[0]: row for row in rows}
    known = set(re.findall(r"^ +(?:-\w, )?(--[a-z-]+)", helped, re.M)) | set(re.findall(r"GOKATA_[A-Z_]+", helped))
    assert set(documented) - {"SSL_CERT_FILE"} == known, set(documented) ^ known
    for name, default in re.findall(r"^ +(--[a-z-]+)(?:(?!^ +--).)*?\[default: (\S+)\]", helped, re.M | re.S):
        assert default in documented[name][2], f"{name}: {default} by default, and not {documented[name][2]}"
    for name, value in re.findall(r"^ +(--[a-z-]+) (<\S+>)", helped, re.M):
        assert f"`{name} {value.strip('<>')}`" in documented[name][0], f"{name} {value}: {documented[name][0]}"
    print(f"the table has the {len(documented)} options and variables of serve --help")


def unit(gokata, folder):
    """The unit has no fault that systemd knows of, and lets the server do little."""
    file = folder / "gokata.service"
    file.write_text(block("A service of systemd", "ini").replace("/usr/local/bin/gokata", str(gokata)))
    said = fine("systemd-analyze", "verify", file)
    assert not said, said
    said = fine("systemd-analyze", "security", "--offline=true", "--no-pager", file)
    exposure = re.search(r"Overall exposure level for \S+: (\S+)", said)[1]
    documented = re.search(r"an exposure of ([\d.]+)", PAGE.read_text(encoding="utf-8"))[1]
    assert exposure == documented, f"{exposure}, and the page says {documented}"
    print(f"the unit: no warning, exposure {exposure}")


def through(name, https, authority):
    """A game by two people at different addresses through a proxy; each address has limits of its own."""
    ann, bob, other = (Client(https, authority, f"127.0.0.{n}") for n in (2, 3, 4))
    until(ann.answers, f"{name} does not answer")
    game = Game(ann, bob)
    for _ in range(8):
        game.play()
    # A quiet stream stays open for more than a minute: proxies end what is silent for so long.
    with game.stream(0) as stream:
        begun, said = time.monotonic(), 0
        while time.monotonic() < begun + 65:
            said += stream.readline() == b"event: people\n"
    assert said >= 4, said
    game.play()
    assert ann.ask(f"{game.paths[0]}/resign", {"resign": "yes"})[0] == 200
    statuses = [ann.ask("/games", {"size": 9})[0] for _ in range(30)]
    assert statuses == [201] * 29 + [429], statuses
    assert ann.ask("/games", {"size": 9}, **{"X-Forwarded-For": "192.0.2.7"})[0] == 429
    assert other.ask("/games", {"size": 9})[0] == 201
    foreign = bob.ask(f"{game.paths[1]}/void", {"seq": 1}, Origin="https://else.example.org")
    assert foreign[0] == 403, foreign
    own = bob.ask("/games", {"size": 9}, Origin=f"https://{NAME}", **{"Sec-Fetch-Site": "same-origin"})
    assert own[0] == 201, own
    print(f"{name}: a game of two, heard of at once; {said} messages on a quiet stream; limits by address")


def caddy(gokata, folder):
    home, http_port, https_port = folder / "caddy", port(), port()
    home.mkdir()
    file = home / "Caddyfile"
    site = block("Caddy", "caddy")
    with serving(gokata, "--data", home / "data", "--behind-proxy", "1") as server:
        assert "127.0.0.1:8080" in site
        ports = f"http_port {http_port}\nhttps_port {https_port}"
        file.write_text(f"{{\nadmin off\nlocal_certs\nskip_install_trust\n{ports}\nstorage file_system {home}/kept\n}}\n"
                        + site.replace("127.0.0.1:8080", f"127.0.0.1:{server.to}"))
        environment = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
        said = fine("caddy", "validate", "--adapter", "caddyfile", "--config", file, env=environment)
        assert "Valid configuration" in said and '"level":"error"' not in said, said
        with program("caddy", "run", "--adapter", "caddyfile", "--config", file, env=environment) as said:
            root = home / "kept/pki/authorities/local/root.crt"
            until(root.exists, said)
            through("Caddy", https_port, root)


def certificate(folder, *names):
    """A certificate that signs itself, and its key."""
    files = folder / "fullchain.pem", folder / "privkey.pem"
    fine("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={names[0]}", "-addext", "basicConstraints=critical,CA:FALSE",
         "-addext", f"subjectAltName={','.join(f'DNS:{name}' for name in names)}", "-out", files[0], "-keyout", files[1])
    return files


def nginx(gokata, folder):
    home, http_port, https_port = folder / "nginx", port(), port()
    home.mkdir()
    signed, _ = certificate(home, NAME)
    with serving(gokata, "--data", home / "data", "--behind-proxy", "1") as server:
        site = block("nginx", "nginx").replace("127.0.0.1:8080", f"127.0.0.1:{server.to}").replace("/etc/letsencrypt/live/go.example.org", str(home))
        site = re.sub(r"(listen (?:\[::\]:)?)443", rf"\g<1>{https_port}", site)
        site = re.sub(r"(listen (?:\[::\]:)?)80;", rf"\g<1>{http_port};", site)
        temporary = "".join(f"{kind}_temp_path {home}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        file = home / "nginx.conf"
        file.write_text(f"daemon off;\npid {home}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}{site}}}\n")
        said = fine("nginx", "-t", "-c", file, "-p", home)
        assert "[warn]" not in said and "[emerg]" not in said, said
        with program("nginx", "-c", file, "-p", home):
            through("nginx", https_port, signed)
            connection = Client(http_port).connect()
            connection.request("GET", "/g/x", headers={"Host": NAME})
            assert connection.getresponse().headers["Location"] == f"https://{NAME}/g/x"


SHIMS = {
    "sudo": '[ "$1" = -u ] && shift 2\nexec "$@"',
    "useradd": 'case "$*" in *" gokata") ;; *) exit 2;; esac',
    # The user of the page is not there.
    "install": 'for word; do shift; case "$word" in -o|-g) skip=1;; *) [ "$skip" ] || set -- "$@" "$word"; skip=;; esac; done\nexec /usr/bin/install "$@"',
    "systemctl": """for word; do unit=$word; done
case $unit in daemon-reload) exit 0;; gokata) ;; *) exit 5;; esac
case $1 in stop|restart) kill "$(cat pid)"; while kill -0 "$(cat pid)" 2>/dev/null; do sleep 0.05; done; rm pid;; esac
case $1 in stop) exit 0;; esac
set -a; . ./unit-environment; set +a
setsid $EXEC >>log 2>&1 </dev/null & echo $! >pid
for _ in $(seq 600); do curl --silent --fail --output /dev/null "$HEALTH" && exit 0; kill -0 "$(cat pid)" 2>/dev/null || exit 1; sleep 0.1; done; exit 1""",
}


class Host:
    """A machine below a folder, on which the commands of the page are run."""

    def __init__(self, gokata, folder):
        self.root, self.to = folder, port()
        for name in ("bin", "usr/local/bin", "var/lib/gokata", "var/backups", "etc/gokata"):
            (folder / name).mkdir(parents=True)
        for name, text in SHIMS.items():
            (folder / "bin" / name).write_text(f"#!/bin/bash\n{text}\n")
            (folder / "bin" / name).chmod(0o755)
        shutil.copy(gokata, folder / "gokata")
        lines = block("A service of systemd", "ini").splitlines()
        start = next(line for line in lines if line.startswith("ExecStart=")).removeprefix("ExecStart=")
        secret = next(line for line in lines if line.startswith("LoadCredential=secret:")).split(":")[1]
        assert "Environment=GOKATA_SECRET_FILE=%d/secret" in lines
        (folder / "unit-environment").write_text(
            f'GOKATA_SECRET_FILE={self.here(secret)}\nEXEC="{self.here(start)} --listen 127.0.0.1:{self.to}"\nHEALTH=http://127.0.0.1:{self.to}/healthz\n'
            f". {folder}/etc/gokata/environment\n")
        self.client = Client(self.to)

    def here(self, text):
        return re.sub(LOCAL_PATHS, f"{self.root}/", text).replace("127.0.0.1:8080", f"127.0.0.1:{self.to}")

    def try_block(self, heading, part=slice(None)):
        """Runs lines of a block of the page, with the line that fails named."""
        lines = "".join(block(heading, "sh").splitlines(True)[part])
        path = f"{self.root}/bin:{self.root}/usr/local/bin:{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path}
        with open(self.root / "shell", "w") as said:
            ran = subprocess.run(["bash", "-euxo", "pipefail", "-c", self.here(lines)], stdout=said, stderr=said, stdin=subprocess.DEVNULL, timeout=300, cwd=self.root, env=environment)
        return ran.returncode, (self.root / "shell").read_text()

    def does(self, heading, part=slice(None)):
        status, said = self.try_block(heading, part)
        assert status == 0, f"{heading}: status {status}\n{said}"
        return said

    def log(self):
        return (self.root / "log").read_text()

    def stop(self):
        with contextlib.suppress(OSError):
            os.kill(int((self.root / "pid").read_text()), signal.SIGTERM)


def upkeep(gokata, folder):
    """Set up, backed up, upgraded, lost and restored: a game goes on."""
    host = Host(gokata, folder / "host")
    try:
        host.does("Program, user, secret")
        secret = host.root / "etc/gokata/secret"
        right = secret.read_bytes()
        host.does("Program, user, secret")
        assert secret.read_bytes() == right and len(right) == 32 and secret.stat().st_mode & 0o777 == 0o600
        assert (host.root / "etc/gokata/environment").read_text() == "GOKATA_SMTP_PASSWORD=the password\n"
        (host.root / "etc/gokata/environment").write_text("GOKATA_SMTP_PASSWORD='the password'\n")
        said = host.does("A service of systemd")
        assert '{"database":"ok","oldest_mail_seconds":null,"mail_tries":0}' in said, said
        game = Game(host.client)
        for _ in range(6):
            game.play()
        said = host.does("Backup")
        assert "the file that GOKATA_SECRET_FILE names" in said, said
        backups = host.root / "var/backups/gokata"
        (copy,) = backups.iterdir()
        assert copy.stat().st_mode & 0o777 == 0o600
        game.play()
        lost = game.seq()
        with game.stream(0) as stream:
            host.does("Upgrade")
            while stream.readline():
                pass  # the stream of the stopped server ends
        game.play()
        (backups / "before-upgrade.sqlite").unlink()
        # The disk is lost, and the folder with it.
        said = host.does("Restore")
        assert "1 games, 7 events: 0 faults" in said, said
        assert game.seq() == 7 < lost
        game.turn = 6
        game.play()
        # A restore that is begun twice overwrites nothing.
        status, said = host.try_block("Restore", slice(0, 2))
        assert status == 0 and (host.root / "var/lib/gokata.before/gokata").is_dir(), said
        shutil.move(host.root / "var/lib/gokata.before/gokata", host.root / "var/lib/gokata")
        # Mistakes: another secret, none, one that was cut, a database of a later version.
        for wrong, says in [(os.urandom(32), "were made with another secret than the one given"), (None, "No such file"), (right[:31], "a secret has 32 bytes, not 31")]:
            secret.unlink() if wrong is None else secret.write_bytes(wrong)
            status, _ = host.try_block("Restore", slice(-1, None))
            assert status != 0 and says in host.log().splitlines()[-1], host.log()
            secret.write_bytes(right)
        database = host.root / "var/lib/gokata/games.sqlite"
        for version, works in [(99, False), (3, True)]:
            with contextlib.closing(sqlite3.connect(database)) as base:
                base.execute(f"PRAGMA user_version = {version}")
            assert (host.try_block("Restore", slice(-1, None))[0] == 0) == works, host.log()
            assert works or "made by a later gokata" in host.log().splitlines()[-1], host.log()
        game.play()
        # A database that is replaced under the server: it says so, and is not healthy.
        database.rename(f"{database}.away")
        shutil.copy(copy, database)
        assert host.client.ask("/healthz")[0] == 503
        # Links of a folder's own secret: not made anew beside games.
        own = folder / "own"
        with serving(gokata, "--data", own) as server:
            Game(server)
        copied = folder / "own.sqlite"
        assert str(own / "secret") in fine(gokata, "serve", "--data", own, "--backup", copied)
        assert "exists already" in run(gokata, "serve", "--data", own, "--backup", copied).said
        (own / "secret").unlink()
        ran = run(gokata, "serve", "--data", own)
        assert ran.returncode == 2 and "every link to the games in games.sqlite is void" in ran.said, ran.said
    finally:
        host.stop()
    print("set up, backed up, upgraded, restored: a game goes on; five mistakes are refused")


def mail(gokata, folder):
    """A mail by STARTTLS and login; none to a server with another certificate, and none with another password."""
    from aiosmtpd.controller import Controller
    from aiosmtpd.smtp import AuthResult

    class Kept:
        def __init__(self):
            self.mails = []

        async def handle_DATA(self, server, session, envelope):
            self.mails.append((envelope, session.ssl is not None, session.authenticated))
            return "250 taken"

    logging.disable()  # of what is refused here
    home, kept = folder / "mail", Kept()
    home.mkdir()
    signed, key = certificate(home, "localhost")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(signed, key)
    check = lambda server, session, envelope, mechanism, login: AuthResult(success=(login.login, login.password) == (b"ann", b"right"), handled=False)
    relay = Controller(kept, "127.0.0.1", port(), tls_context=context, require_starttls=True, authenticator=check, auth_required=True)
    relay.start()
    to = f"smtp://ann@localhost:{relay.port}?tls=required"
    made = {"name": "Ann", "opponent_name": "Bob", "opponent_email": "bob@example.net"}
    try:
        for password, trusted, says in [("wrong", signed, "waits: permanent error (535)"), ("right", "/etc/ssl/certs/ca-certificates.crt", "waits: Connection error")]:
            with serving(gokata, "--data", home / password, "--mail", to, GOKATA_SMTP_PASSWORD=password, SSL_CERT_FILE=str(trusted)) as server:
                Game(server, **made)
                until(lambda: says in server.said(), server.said)
                assert not kept.mails and "@" not in server.said().split("waits:")[1], server.said()
                until(lambda: json.loads(server.ask("/healthz")[1])["mail_tries"] == 1, "no try is counted")
        ran = run(gokata, "serve", "--data", home / "none", "--mail", to, "--listen", "127.0.0.1:0")
        assert ran.returncode == 2 and "GOKATA_SMTP_PASSWORD" in ran.said, ran.said
        with serving(gokata, "--data", home / "data", "--mail", to, "--mail-from", "go@example.org", GOKATA_SMTP_PASSWORD="right", SSL_CERT_FILE=str(signed)) as server:
            game = Game(server, **made)
            until(lambda: kept.mails, server.said)
    finally:
        relay.stop()
    ((envelope, encrypted, known),) = kept.mails
    text = envelope.content.decode()
    assert encrypted and known and (envelope.mail_from, envelope.rcpt_tos) == ("go@example.org", ["bob@example.net"])
    for part in ["From: Go <go@example.org>", "List-Unsubscribe: <https://go.example.org/m/", "List-Unsubscribe-Post: List-Unsubscribe=One-Click"]:
        assert part in text, text
    assert game.made["opponent"] == "mailed"
    print("mail: by STARTTLS and login, once; none with a wrong password or certificate")


def postgres(gokata, folder):
    """Two servers with one database; a dump, restored under another name, goes on."""
    address = urllib.parse.urlsplit(os.environ["GOKATA_TEST_DATABASE"])
    os.environ.update(PGHOST=address.hostname, PGPORT=str(address.port), PGUSER=address.username)
    make, exported, start = block("Several servers, and PostgreSQL", "sh").splitlines()
    dump, restore, verify = re.search(r"( *)```sh\n *pg_dump.*?```", PAGE.read_text(encoding="utf-8"), re.S)[0].splitlines()[1:-1]
    fine("bash", "-ec", make)
    secret = folder / "shared-secret"
    secret.write_bytes(os.urandom(32))
    named = dict(word.split("=", 1) for word in exported.removeprefix("export ").split())
    here = lambda url: url.replace("localhost/", f"{address.hostname}:{address.port}/")
    assert start.startswith("gokata serve --mail smtp://") and set(named) == {"GOKATA_DATABASE", "GOKATA_SECRET_FILE"}
    variables = {"GOKATA_DATABASE": here(named["GOKATA_DATABASE"]), "GOKATA_SECRET_FILE": str(secret)}
    with serving(gokata, "--mail", "none", **variables) as one:
        with serving(gokata, "--mail", "none", **variables) as other:
            game = Game(one, other)
            for _ in range(6):
                game.play()
            fine("bash", "-ec", dump, cwd=folder)
            game.play()
        game.clients[1] = one
        game.play()
    fine("bash", "-ec", restore, cwd=folder)
    said = fine("bash", "-ec", here(verify).replace("gokata serve", f"{gokata} serve"))
    assert "1 games, 7 events: 0 faults" in said, said
    restored = variables["GOKATA_DATABASE"].removesuffix("/gokata") + "/restored"
    with serving(gokata, "--mail", "none", **{**variables, "GOKATA_DATABASE": restored}) as server:
        game.clients, game.turn = [server, server], 6
        assert game.seq() == 7
        game.play()
    secret.write_bytes(os.urandom(32))
    ran = run(gokata, "serve", "--mail", "none", "--base-url", f"https://{NAME}", "--listen", "127.0.0.1:0", env={**os.environ, **variables})
    assert ran.returncode == 2 and "another secret" in ran.said, ran.said
    print("PostgreSQL: two servers, one ends, a dump is restored and goes on")


def main(gokata):
    missing = [f"{tool} (package {package})" for tool, package in TOOLS.items() if not shutil.which(tool)]
    missing += [] if importlib.util.find_spec("aiosmtpd") else ["aiosmtpd (pip install aiosmtpd)"]
    missing += [] if "GOKATA_TEST_DATABASE" in os.environ else ["a database (tests/web/postgres.sh runs a command beside one)"]
    if missing:
        sys.exit("missing: " + ", ".join(missing))
    gokata = pathlib.Path(gokata).resolve()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        folder.chmod(0o755)
        options(gokata)
        for part in (unit, caddy, nginx, mail, upkeep, postgres):
            if not sys.argv[2:] or part.__name__ in sys.argv[2:]:
                part(gokata, folder)


if __name__ == "__main__":
    main(sys.argv[1])
