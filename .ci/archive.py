"""Packs a download: `python3 .ci/archive.py TARGET FEATURES PROGRAM FOLDER`, from the root of the repository.
`python3 .ci/archive.py --licences PACKAGE TARGET` prints the licences of the crates in what is made of PACKAGE.

The archive in target/dist has the program, the files of FOLDER, .ci/download.md as README.md, the fixtures, our licences,
and those of all crates that are in the program. The same files make the same bytes. SHA256SUMS then has the sums of all that is there.
"""
import gzip
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path

LICENCE = re.compile(r"(licen[cs]e|copying|copyright|notice|unlicense)", re.I)


def said(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode()


def is_allowed(expression, allowed):
    """`A OR B`, and `AND` of such; an exception (`WITH`) only adds to what is permitted."""
    expression = re.sub(r" WITH \S+|[()+]", "", expression).replace("/", " OR ")
    return all(allowed & set(part.split(" OR ")) for part in expression.split(" AND "))


def texts(package):
    """The licences of a crate, as it has them. Of two crates here the archive has none."""
    folder = Path(package["manifest_path"]).parent
    found = [file for file in sorted(folder.iterdir()) if LICENCE.match(file.name)]
    files = [inner for file in found for inner in ([file] if file.is_file() else sorted(file.iterdir()))]
    if files:
        return [file.read_text("utf-8", "replace") for file in files]
    if "Apache-2.0" in package["license"]:
        return [Path("LICENSE-APACHE").read_text()]
    if package["license"] == "MIT" and package["authors"]:
        owners = "Copyright (c) " + ", ".join(package["authors"])
        return [re.sub(r"(?m)^Copyright .*$", lambda _: owners, Path("LICENSE-MIT").read_text(), count=1)]
    sys.exit(f"{package['name']}: no text of its licence {package['license']}")


def licences(target, features, name="gokata-cli"):
    """The crates of the program, or of what else is made of this package, and each of their licences once."""
    allowed = set(re.findall(r'"([^"]+)"', " ".join(re.findall(r"(?m)^allow = (.*)$", Path(".ci/deny.toml").read_text()))))
    packages = json.loads(said("cargo", "metadata", "--locked", "--format-version", "1"))["packages"]
    packages = {(package["name"], "v" + package["version"]): package for package in packages}
    tree = said("cargo", "tree", "--locked", "-p", name, "--features", features, "--target", target,
                "--edges", "normal,no-proc-macro", "--prefix", "none", "--no-dedupe")
    lines, used_by = [], {}
    for name, version in sorted({tuple(line.split()[:2]) for line in tree.splitlines()}):
        package = packages[name, version]
        if package["source"] is None:
            continue  # ours
        licence = package["license"]
        if not licence or not is_allowed(licence, allowed):
            sys.exit(f"{name}: the licence {licence} is not among those of .ci/deny.toml")
        lines.append(f"{name} {version[1:]}: {licence}. {package['repository'] or ''}".rstrip())
        for text in texts(package):
            text = "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")
            used_by.setdefault(text, []).append(name)
    parts = [f"gokata has parts of {len(lines)} crates, and of Rust's standard library (MIT OR Apache-2.0, "
             "https://github.com/rust-lang/rust).\n\n" + "\n".join(lines)]
    for text, names in sorted(used_by.items(), key=lambda item: sorted(set(item[1]))):
        parts.append("=" * 80 + "\n" + ", ".join(sorted(set(names))) + "\n\n" + text)
    return "\n\n".join(parts) + "\n"


def tar(files, when):
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", fileobj=packed, mode="wb", mtime=0) as stream:
        with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            for name, (content, mode) in sorted(files.items()):
                entry = tarfile.TarInfo(name)
                entry.size, entry.mode, entry.mtime = len(content), mode, when
                archive.addfile(entry, io.BytesIO(content))
    return packed.getvalue()


def zipped(files, when):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, (content, mode) in sorted(files.items()):
            entry = zipfile.ZipInfo(name, time.gmtime(when)[:6])
            entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, 3, mode << 16
            archive.writestr(entry, content)
    return packed.getvalue()


if sys.argv[1] == "--licences":
    sys.stdout.write(licences(sys.argv[3], "", sys.argv[2]))
    sys.exit()
target, features, program, folder = sys.argv[1:]
version, home = [re.search(rf'(?m)^{name} = "(.*?)"', Path("Cargo.toml").read_text())[1] for name in ["version", "repository"]]
name = f"gokata-{version}-{target}"
program, folder = Path(program), Path(folder)
readme = Path(".ci/download.md").read_text().replace("VERSION", version).replace("TARGET", target)
if home:
    readme += f"\nMore, and the sources: {home}\n"
if "apple" in target and sys.platform != "darwin":
    readme += "\nThis program was made on another system, and has not been run.\n"
files = {program.name: (program.read_bytes(), 0o755), "README.md": (readme.encode(), 0o644),
         "LICENSES-CRATES.txt": (licences(target, features).encode(), 0o644)}
for file in [Path("LICENSE-APACHE"), Path("LICENSE-MIT"), *sorted(folder.rglob("*"))]:
    if file.is_file():
        inside = file.relative_to(folder).as_posix() if folder in file.parents else file.name
        files[inside] = (file.read_bytes(), 0o644)
for fixture in said("git", "ls-files", "-z", "fixtures").split("\0")[:-1]:
    content = Path(fixture).read_bytes()
    if fixture.endswith(".md"):
        # Links to what is not in the archive become text.
        content = re.sub(rb"\[([^]]*)\]\(\.\./[^)]*\)", rb"\1", content)
    files[fixture] = (content, 0o644)
files = {f"{name}/{inside}": file for inside, file in files.items()}
# The time of all files: that of the commit.
when = int(os.environ.get("SOURCE_DATE_EPOCH") or said("git", "log", "-1", "--format=%ct"))
dist = Path("target/dist")
dist.mkdir(parents=True, exist_ok=True)
archive = dist / (name + (".zip" if "windows" in target else ".tar.gz"))
archive.write_bytes((zipped if "windows" in target else tar)(files, when))
made = re.compile(rf"gokata-{re.escape(version)}(-.*|\.tgz)|(gokata|dojo)\.html")
sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(dist.iterdir()) if made.fullmatch(file.name)]
(dist / "SHA256SUMS").write_text("".join(sums))
print(f"{archive}: {archive.stat().st_size:,} bytes; {program.name} {program.stat().st_size:,}")
