"""What the runners of Python and JavaScript do beyond the others: a wrong answer is asked once more alone, and each run is kept."""
import re
import shutil

from compare import GOLDEN, golden, logged, same, screen


def remains(kit_of):
    """What a question leaves behind makes a later one wrong. Alone, of a new process, the answer is right."""
    for fault in ["default", "global"]:
        kit = kit_of()
        kit.progress("4\n")
        if kit.language.alone and kit.fault(fault):
            golden("remains-4", kit.run(status=1))
            logged(kit, ["4 red"])
            kept(kit, ["4-red"])
            same(kit.load("last-question"), "", "last-question")


def asked_alone(kit_of):
    """What a program does when it is asked alone does not matter, except for a right answer."""
    kit = kit_of()
    for number, (does, is_right) in enumerate(kit.language.alone.items(), 1):
        kit.fault("twice")
        kit.edit.write_text(re.sub("pass:?", does, kit.edit.read_text(), count=1))
        said = screen(kit.run(status=1))
        wanted = (GOLDEN / "remains-1.txt").read_text()
        golden("remains-1", said) if is_right else same(said, re.sub("  right alone,.*\n", "", wanted), does)
        logged(kit, ["1 amber"] * number)
        kept(kit, ["1-amber"] * number)
        same([kit.load("last-question"), kit.progress()], ["", None], "last-question, progress")


def kept(kit, endings, first=1):
    """The copies in runs: numbers, times as in lights.log, steps and lights, and no other files."""
    names = sorted(file.name for file in (kit.here / "runs").iterdir())
    times = [line.split(" ")[0].replace(":", "") for line in kit.log().splitlines()][-len(endings):]
    wanted = [f"{number:04}-{time}-{ending}{kit.edit.suffix}" for number, (time, ending) in enumerate(zip(times, endings), first)]
    same(names[-len(endings):], wanted, "runs")
    same((kit.here / "runs" / names[-1]).read_bytes(), kit.edit.read_bytes(), "the copy")


def kept_runs(kit_of):
    """Each run keeps its file and its light, as lights.log does; 200 of them stay. A file named runs says: none."""
    kit = kit_of()
    if not kit.language.alone:
        return
    kit.run(status=1)
    kit.fault("ends")
    for _ in range(2):
        kit.run(command=f"exec 2>/dev/null; ({kit.language.run}); [ $? != 0 ]", status=0)
    kit.paste("1 +\n")
    kit.run(status=1)
    kit.edit.write_bytes(kit.edit.read_bytes().replace(b"\n", b"\r\n"))
    kit.run(status=1)
    kept(kit, ["1-red", "1-green", "2-amber", "2-amber", "2-amber"])
    folder = kit.here / "runs"
    same([file.name for file in folder.iterdir() if file.suffix == ".log"], [], "logs")
    mine = folder / "9999-notes.txt"
    mine.write_text("mine")
    for number in range(900, 1150):
        (folder / f"{number:04}-101530-3-red{kit.edit.suffix}").write_text("old")
    kit.solve(2)
    kit.run(status=0)
    same(mine.read_text(), "mine", "a file of the pair")
    mine.unlink()
    kept(kit, ["2-green"], first=1150)
    same([len(list(folder.iterdir())), min(folder.iterdir()).name[:4]], [200, "0951"], "copies that stay")
    shutil.rmtree(folder)
    folder.write_text("no\n")
    golden("red-3", kit.run(status=1))
    same(folder.read_text(), "no\n", "the file runs")
