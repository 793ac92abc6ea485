//! Tests `gokata show` with many positions: folders of pictures, and pages.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::command::{
    KO, contains_all, gokata, gokata_command, gokata_in, path, root, rows, run, words,
};
use crate::support::folder::{self, names};
use pretty_assertions::{assert_eq, assert_str_eq};

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    folder::empty(&format!("show-{name}"))
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).expect("a file")
}

/// A capture, a pass, a turn handed over, a set-up, and an illegal move.
const GAMES: &str = "\
(;SZ[5]PB[Ann]PW[Bob]DT[2026-01-02]RE[B+R];B[cc];W[bb];B[aa];W[ab];B[];W[ba];PL[W];W[dd])
(;SZ[7];B[aa];W[bb];B[cc]AB[gg];AW[ff];W[ee];B[dd])
(;SZ[5];B[aa];W[aa];B[bb];W[cc])
";

/// Returns the pictures of a page, without what only pages have.
fn pictures(page: &str) -> Vec<String> {
    let pictures = page.split("<figure>\n").skip(1).map(|figure| {
        let end = figure.find("<figcaption>").expect("a caption");
        let (label, rest) = figure[..end].split_once(" xmlns=").expect("a picture");
        assert!(
            label.starts_with("<svg role=\"img\" aria-label=\""),
            "{label}"
        );
        format!("<svg xmlns={rest}")
    });
    pictures.collect()
}

/// Pages and folders have the same pictures as `--at N --as svg` of each position.
#[test]
fn every_picture_is_that_of_its_position() {
    let folder = folder("each");
    let games = folder.join("games.sgf");
    fs::write(&games, GAMES).expect("written");
    let games = path(&games);
    let page = gokata(&["show", games, "--at", "0-4", "--as", "html"]);
    page.ends(0);
    let warning = format!("warning {games}: game 3: 1 illegal move (see `gokata check`)\n");
    assert_str_eq!(page.err, warning);
    let title = |files: &[&str]| {
        let page = gokata(&[&["show", "--as", "html"], files].concat()).out;
        page.lines()
            .find(|line| line.starts_with("<title>"))
            .map(str::to_owned)
    };
    let one = format!("<title>Go boards: {games}</title>");
    assert_eq!(title(&[games]), Some(one));
    let two = format!("<title>Go boards: {games} and 1 more file</title>");
    assert_eq!(title(&[games, KO]), Some(two));
    let out = folder.join("out");
    let ran = gokata(&["show", games, "--at", "0-4", "-o", path(&out)]);
    let expected = format!("{}: 15 pictures of 3 games or boards\n", out.display());
    assert_eq!((ran.status, ran.out), (Some(0), expected));
    let pictures = pictures(&page.out);
    assert_eq!((pictures.len(), names(&out).len()), (15, 15));
    let mut pictures = pictures.iter();
    for game in ["1", "2", "3"] {
        for at in ["0", "1", "2", "3", "4"] {
            let one = gokata(&["show", games, "--game", game, "--at", at, "--as", "svg"]);
            assert_eq!(Some(&one.out), pictures.next(), "game {game}, move {at}");
            let file = out.join(format!("games-game-{game}-move-00{at}.svg"));
            assert_eq!(one.out, read(&file), "game {game}, move {at}");
        }
    }
}

/// The arguments of `show - --as html` (`~` stands for a space), and the captions of the page.
const CHOICES: &str = "
--color never                    | Move 7: White D2; Move 5: Black D4; Move 4: White C3
--game 1 --every 3               | Move 3: Black A5; Move 6: White B5; Move 7: White D2
--game 2 --every 5               | Move 5: Black D4
--game 2 --every 9               | Move 5: Black D4
--game 1 --at 5,0,5-6            | Before move 1; Move 5: Black pass; Move 6: White B5
--game 1 --at 6,~1,2-3,3-3,6-    | Move 1: Black C3; Move 2: White B4; Move 3: Black A5; Move 6: White B5; Move 7: White D2
--game 3 --at 2-                 | Move 2: White A5, illegal (occupied); Move 3: Black B4; Move 4: White C3
";

#[test]
fn options_choose_the_positions() {
    let captions = |arguments: &str| {
        let arguments = words(arguments)
            .into_iter()
            .map(|word| word.replace('~', " "));
        let mut command = gokata_command();
        command.args(["show", "-", "--as", "html"]).args(arguments);
        let ran = run(&mut command, GAMES.as_bytes());
        let starts = ran.out.split("<figcaption><bdi>").skip(1);
        let captions = starts.map(|start| start.split('<').next().unwrap_or_default());
        (ran.status, captions.collect::<Vec<_>>().join("; "))
    };
    for [arguments, expected] in rows(CHOICES) {
        assert_eq!(
            captions(arguments),
            (Some(0), expected.to_owned()),
            "{arguments}"
        );
    }
    // Games that end earlier are left out.
    assert_eq!(captions("--at 6"), (Some(2), "Move 6: White B5".to_owned()));
}

/// Of one position, everything is as it was before there were pages.
#[test]
fn a_file_has_the_same_bytes_as_standard_output() {
    let folder = folder("same");
    for (form, file) in [
        ("svg", "board.svg"),
        ("kata", "board.txt"),
        ("book", "book.txt"),
        ("showboard", "other"),
    ] {
        let file = folder.join(file);
        let printed = gokata(&["show", KO, "--as", form]);
        let ran = gokata(&["show", KO, "--as", form, "--out", path(&file)]);
        ran.ends(0);
        assert_str_eq!(printed.out, read(&file));
    }
    let named = folder.join("named.svg");
    assert_eq!(
        gokata(&["show", KO, "--play", "B3", "-o", path(&named)]).status,
        Some(0)
    );
    assert_str_eq!(
        read(&named),
        gokata(&["show", KO, "--play", "B3", "--as", "svg"]).out
    );
    assert_str_eq!(
        gokata(&["show", KO, "-o", "-"]).out,
        gokata(&["show", KO]).out
    );
}

#[test]
fn fixtures_are_shown_with_all_their_cases() {
    let folder = folder("cases");
    let cases = folder.join("cases.txt");
    let text = "x\n---\n-a-\n\ncase first <moves>\nplay a pass\n\ncase second\nlegal a\n";
    fs::write(&cases, text).expect("written");
    let out = folder.join("out");
    let ran = gokata(&["show", path(&cases), "--cases", "-o", path(&out)]);
    ran.ends(0);
    assert_eq!(names(&out), ["cases-case-001.svg", "cases-case-002.svg"]);
    let second = read(&out.join("cases-case-002.svg"));
    assert_str_eq!(second, gokata(&["show", path(&cases), "--as", "svg"]).out);
    let page = gokata(&["show", path(&cases), "--cases", "--as", "html"]).out;
    contains_all(&page, ["<bdi>first &lt;moves&gt; (after White pass)</bdi>"]);
    assert!(page.contains("<bdi>second</bdi>"), "{page}");
    // Those that must be rejected are no boards.
    let ran = gokata(&["show", "fixtures", "--cases", "--as", "html"]);
    ran.is_fine();
    let boards = ran.out.matches("<figure>").count();
    assert!(boards > 600, "{boards}");
    assert_balanced(&ran.out);
}

/// Checks that every element of a page is closed, as XML would require.
fn assert_balanced(page: &str) {
    let mut open = Vec::new();
    for tag in page.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap_or_default();
        let name = tag.split([' ', '\n']).next().unwrap_or_default();
        if let Some(name) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') && !["meta", "!DOCTYPE"].contains(&name) {
            open.push(name);
        }
    }
    assert_eq!(open, Vec::<&str>::new());
}

/// Names in a record and names of files cannot break out of the page or the folder.
#[test]
fn hostile_names_are_harmless() {
    let folder = folder("hostile");
    let evil = folder.join("a<script>alert(1)<x onload='y'>&amp;\u{202e}.sgf");
    let names_of_players = "(;SZ[3]PB[<script>\"'&]PW[</section>\u{202e}../../x]DT[<b>];B[aa])";
    fs::write(&evil, names_of_players).expect("written");
    let other = folder.join("-rf ~.sgf");
    fs::write(&other, "(;SZ[3];B[aa])").expect("written");
    let long = folder.join(format!("{}.sgf", "棋".repeat(80)));
    fs::write(&long, "(;SZ[3];B[aa])").expect("written");
    fs::write(folder.join("..-hidden.sgf"), "(;SZ[3];B[aa])").expect("written");
    fs::create_dir(folder.join("sub")).expect("a folder");
    let clash = folder.join("sub/-RF ~.sgf");
    fs::write(&clash, "(;SZ[3];B[aa])").expect("written");
    let page = gokata(&["show", path(&folder), "--as", "html"]);
    page.ends(0);
    let page = page.out;
    assert_eq!(page.matches("<section>").count(), 5);
    assert_eq!(page.matches("</section>").count(), 5);
    assert!(!page.contains("<script") && !page.contains("<x") && !page.contains('\u{202e}'));
    contains_all(&page, ["&lt;script&gt;&quot;&#39;&amp; (Black)"]);
    assert_balanced(&page);
    assert!(
        !page.contains("http") || page.matches("http").count() == 5,
        "only xmlns"
    );
    let out = folder.join("out");
    let ran = gokata(&["show", path(&folder), "-o", path(&out)]);
    ran.ends(0);
    assert_eq!(
        names(&out),
        [
            "_.-hidden.svg",
            "_RF__~2.svg",
            "_rf__.svg",
            "a_script_alert_1__x_onload__y___amp__.svg",
            &format!("{}.svg", "棋".repeat(33)),
        ]
    );
    ran.says("another record has this name too, so its pictures are named _RF__~2\n");
}

/// The arguments, and a part of the message.
const MISTAKES: &str = "
game.sgf KO                            | several positions need a page (--as html) or a folder of pictures (--as svg -o pictures)
game.sgf --every 1 --as kata           | several positions need a page
game.sgf --every 1 --as svg            | several positions need a page
game.sgf --as svg -o - KO              | several positions need a page
game.sgf KO -o x.SVG                   | several positions need a page
game.sgf --at 1,2 -o x.svg             | several positions need a page
game.sgf --at 1,2 --as kata -o x.txt   | several positions need a page
game.sgf --as html -o x.svg            | --as html writes a page, so its name ends in .html
game.sgf --as svg -o x.htm             | --as svg writes pictures; for a page, --as html
game.sgf -o x.png                      | x.png: the name does not say in which form to draw: add --as
game.sgf -o full                       | full: the folder is not empty, and is left unchanged
game.sgf --as svg -o .                 | the folder is not empty, and is left unchanged
game.sgf --as svg -o game.sgf          | game.sgf: a new folder or an empty one is needed
game.sgf --as html -o game.sgf         | game.sgf: the file already exists, and is left unchanged
game.sgf --at 2,9 -o x.html            | there is no position after move 9: this line has 3 moves
game.sgf --at 9 -o x                   | there is nothing to draw
game.sgf --game 2 -o x.html            | there is no game 2: the file has 1 game
game.sgf --path 1/2 -o x.html          | there is no 2nd variation after move 1
game.sgf --play A1 -o x.html           | --play goes with one position
KO --at 1 -o x.html                    | --game, --path and --at go with a game record
KO --every 1 -o x.html                 | --every goes with a game record
game.sgf --every 0 -o x.html           | invalid value '0' for '--every <N>'
game.sgf --at 0-18446744073709551615 -o x | there is nothing to draw
game.sgf --at 3-1 -o x.html            | numbers of moves are needed, as in 57, or 10,20,50-60
game.sgf --at=-3 -o x.html             | numbers of moves are needed
game.sgf --at 1,,2 -o x.html           | numbers of moves are needed
game.sgf --at 1-2-3 -o x.html          | numbers of moves are needed
game.sgf --at +1 -o x.html             | numbers of moves are needed
game.sgf --numbers 3-1                 | 10,20,50-60 (the smaller one first)
game.sgf --numbers 2-4                 | --numbers: there is no move 4 here, after 3 moves
game.sgf --numbers 2-3 --at 2          | --numbers: there is no move 3 here, after 2 moves
game.sgf --numbers 2-4 -o x.html       | there is no position after move 4: this line has 3 moves
game.sgf --numbers 1 --as kata         | --numbers goes with --as book, svg or html
KO --numbers 1                         | --numbers goes with a game record
KO --numbers 1 -o x.html               | --numbers goes with a game record
nowhere.sgf -o x.html                  | nowhere.sgf: no such file
full -o x.html                         | full: no file that ends in .txt or .sgf
";

#[test]
fn mistakes_are_explained_and_write_nothing() {
    let folder = folder("mistakes");
    fs::write(folder.join("game.sgf"), "(;SZ[5];B[aa];W[bb];B[cc])").expect("written");
    fs::create_dir(folder.join("full")).expect("a folder");
    fs::write(folder.join("full/mine"), "mine").expect("written");
    let before = names(&folder);
    let ko = root(KO);
    for [arguments, why] in rows(MISTAKES) {
        let arguments = format!("show {}", arguments.replace("KO", path(&ko)));
        let ran = gokata_in(&folder, &words(&arguments), b"");
        ran.is_refused();
        ran.says(why);
        assert_eq!(names(&folder), before, "{arguments}");
    }
    assert_eq!(names(&folder.join("full")), ["mine"]);
    // Other commands take one position.
    let ran = gokata_in(&folder, &words("score game.sgf --at 1-2"), b"");
    ran.ends(2);
    ran.says("--at takes one number here");
}

/// The arguments of `show ko.sgf`, and a part of the drawing. Moves 7, 8 and 11 take a ko.
const NUMBERS: &str = "
--numbers 5-8                        | 4  x  8  .  o  .
--numbers 5-8                        | 7 at C4\\nBlack (x) to play
--numbers 5-11                       | 4  x  .  7  o  .
--numbers 5-11                       | 1  .  .  .  . 10\\n    A  B
--numbers 5-11                       | 8 at B4, 9 pass, 11 at 7\\nWhite (o) to play
--numbers 5-8 --at 11                | 4  x  . (x) o  .
--numbers 5-8 --at 11                | 7 at C4, 8 at B4\\nWhite (o) to play
--numbers 5-11 --as svg              | >10</text>
--numbers 5-11 --as svg              | height=\"220\"
--numbers 5-11 --as svg              | >8 at B4, 9 pass</text>
--numbers 7- --as html               | <bdi>Move 12: White E2, 8 at B4, 9 pass, 11 at 7</bdi>
--numbers 9-11 --color always        | \u{1b}[38;5;16m\u{1b}[48;5;231m10\u{1b}[0m
--numbers 9-11 --color always        | \\nmove 11: Black C4 takes 1 stone\\nWhite
";

/// The stone on a point has the number of the first of its color's moves there; the others are listed.
#[test]
fn stones_carry_the_numbers_of_moves() {
    let folder = folder("numbers");
    let game = "(;SZ[5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[];W[ee];B[cb];W[ed])";
    fs::write(folder.join("ko.sgf"), game).expect("written");
    for [arguments, part] in rows(NUMBERS) {
        let mut command = gokata_command();
        command.current_dir(&folder).env("LC_ALL", "C.UTF-8");
        let arguments = format!("show ko.sgf {arguments}");
        let ran = run(command.args(words(&arguments)), b"");
        ran.is_fine();
        ran.prints(part.replace("\\n", "\n"));
        // On a page, the name of the file is only in the title and the heading.
        assert!(ran.out.matches("ko.sgf").count() <= 2, "{}", ran.out);
    }
}

/// What can be drawn is drawn; the status says that something is missing.
#[test]
fn a_bad_file_does_not_stop_the_others() {
    let folder = folder("bad");
    fs::write(folder.join("a.sgf"), "no record").expect("written");
    fs::write(folder.join("b.sgf"), "(;SZ[5];B[aa])").expect("written");
    fs::write(folder.join("c.txt"), "no board").expect("written");
    let out = folder.join("made");
    // An empty folder is as good as none.
    fs::create_dir(&out).expect("a folder");
    let ran = gokata(&["show", path(&folder), "-o", path(&out)]);
    ran.ends(2);
    assert_eq!(ran.err.matches("left out ").count(), 2, "{}", ran.err);
    assert_eq!(names(&out), ["b.svg"]);
    assert_eq!(names(&folder), ["a.sgf", "b.sgf", "c.txt", "made"]);
}

/// A signal leaves neither half a page nor a draft.
#[cfg(unix)]
#[test]
fn an_interrupted_page_is_not_written() {
    use crate::support::waiting::{obey_signals, wait_until};
    use nix::sys::signal::{Signal, kill};
    use std::process::Stdio;

    let folder = folder("interrupted");
    let game = format!("(;SZ[19]{})\n", ";B[aa];W[bb];B[];W[]".repeat(100));
    fs::write(folder.join("games.sgf"), game.repeat(2000)).expect("written");
    for out in ["page.html", "pictures"] {
        obey_signals();
        let child = gokata_command()
            .args(["show", "games.sgf", "--every", "1", "-o", out])
            .current_dir(&folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let mut child = child.expect("it runs");
        wait_until("a draft", || names(&folder).len() > 1);
        let pid = i32::try_from(child.id()).expect("a pid");
        kill(nix::unistd::Pid::from_raw(pid), Signal::SIGINT).expect("the signal is sent");
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        assert_eq!(names(&folder), ["games.sgf"]);
    }
}
