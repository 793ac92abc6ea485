//! Tests `gokata report`, and the data that it reads.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::command::{KO, Ran, assert_has, contains_all, gokata, gokata_with, path};
use crate::support::folder::{empty, names};
use crate::support::judged::{answering, check, lying, shell};
use crate::support::schema;
use pretty_assertions::{assert_eq, assert_str_eq};
use rstest::rstest;
use serde_json::{Value, json};

/// A program of this name that gives wrong answers of this kind.
pub(crate) fn liar(start: &str, lie: &str) -> String {
    format!("echo 'start {start}'; {}", lying(lie))
}

/// The results of a program about these files.
pub(crate) fn results(program: &str, files: &[&str]) -> String {
    check(program, &[&["--format", "ndjson"], files].concat()).out
}

/// A folder that is empty but for `run.ndjson` with these results, and the path of the pages in it.
pub(crate) fn place(name: &str, results: &str) -> (PathBuf, PathBuf, PathBuf) {
    let folder = empty(name);
    let file = folder.join("run.ndjson");
    fs::write(&file, results).expect("written");
    let pages = folder.join("pages");
    (folder, file, pages)
}

/// The page of a program that names itself `liar 1.0`.
pub(crate) const LIAR: &str = "liar-1-0-of-each-question.html";

/// All files of a report about that program alone.
pub(crate) const LIAR_PAGES: [&str; 6] = [
    "badge.svg",
    "gokata-report.txt",
    "index.html",
    LIAR,
    "liar-1-0-of-each-question.svg",
    "style.css",
];

/// Makes the pages about these results in a folder of this name. Returns the page of the second name, and the folder.
pub(crate) fn page_of(folder: &str, results: &str, page: &str) -> (String, PathBuf) {
    let (_, file, pages) = place(folder, results);
    report(&[&file], &pages).is_fine();
    let page = read(pages.join(page));
    assert_well_formed(&page);
    (page, pages)
}

pub(crate) fn report(files: &[&Path], out: &Path) -> Ran {
    let files: Vec<&str> = files.iter().map(|file| path(file)).collect();
    gokata(&[&["report"], &files[..], &["--out", path(out)]].concat())
}

pub(crate) fn read(file: impl AsRef<Path>) -> String {
    let file = file.as_ref();
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Every element has an end, in order, and no text has a `<` or a bare `&`.
fn assert_well_formed(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page.strip_prefix("<!DOCTYPE html>").unwrap_or(page);
    while let Some((text, more)) = rest.split_once('<') {
        assert!(!text.contains('>'), "{text}");
        for entity in text.split('&').skip(1) {
            let name = entity.split(';').next().unwrap_or_default();
            assert!(["amp", "lt", "gt", "quot", "#39"].contains(&name), "{text}");
        }
        let (tag, more) = more.split_once('>').expect("the end of a tag");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.split_whitespace().next().unwrap_or_default();
        if let Some(name) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else if !tag.ends_with('/') && !["meta", "link", "img", "br"].contains(&name) {
            open.push(name);
        }
        rest = more;
    }
    assert_eq!(open, [""; 0]);
}

fn unescaped(text: &str) -> String {
    let text = text
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&#39;", "'");
    text.replace("&quot;", "\"").replace("&amp;", "&")
}

/// The texts in elements `pre`, of the block with this id.
fn blocks(page: &str, id: &str) -> Vec<String> {
    let open = format!("<article id=\"{id}\">");
    let (_, block) = page.split_once(&open).expect("a block");
    let (block, _) = block.split_once("</article>").expect("its end");
    let texts = block.split("<pre>").skip(1);
    let texts = texts.filter_map(|text| Some(unescaped(text.split_once("</pre>")?.0)));
    texts.collect()
}

#[test]
fn the_data_states_a_question_whole() {
    let results = results(&liar("liar 1.0", "legal"), &[KO]);
    let objects = schema::judged(&results);
    let program = &objects[0];
    assert_eq!(
        [&program["option"], &program["own_rules"]],
        [&json!("exec"), &Value::Null]
    );
    let wrong = objects.iter().find(|object| object["outcome"] == "wrong");
    let expected = json!({
        "schema": "gokata-judge-5",
        "kind": "question",
        "id": "kata/6-ko/retake-at-once#C3-xugq7",
        "file": KO,
        "line": 13,
        "column": 12,
        "case": null,
        "rule": "kata/6-ko",
        "rules": "ko=simple suicide=forbidden",
        "opening": "o\n-----\n-xo--\nx-xo-\n-xo--\n-----\n",
        "actions": ["play o:B3"],
        "board": "x\n-----\n-xo--\nxo-o-\n-xo--\n-----\n",
        "move": "x:C3",
        "question": "legal",
        "expected": "illegal ko",
        "got": "legal",
        "outcome": "wrong",
        "detail": null
    });
    assert_eq!(wrong, Some(&expected));
    let board = objects.iter().find(|object| object["question"] == "board");
    let board = board.expect("a board");
    assert_eq!(board["got"], board["expected"]);
    let last = objects.last().expect("an end");
    let end = [&last["kind"], &last["counted"], &last["left_out"]];
    assert_eq!(end, [&json!("end"), &json!(24), &json!(0)]);
    // Options that leave questions out.
    let cut = self::results(&liar("liar 1.0", "legal"), &["--first", "1", KO]);
    let cut = schema::judged(&cut);
    let last = cut.last().expect("an end");
    let counts = last["counted"].as_u64().zip(last["left_out"].as_u64());
    assert_eq!(counts.map(|(one, other)| one + other), Some(24));
    // Rules of its own, and an engine.
    let own = self::results(&liar("own 1 ko=positional", ""), &[KO]);
    assert_eq!(
        schema::judged(&own)[0]["own_rules"],
        "ko=positional suicide=forbidden"
    );
}

/// What the page tells to do gives the same wrong answer.
#[test]
fn a_deviation_can_be_asked_again_as_the_page_says() {
    let program = liar("liar 1.0", "legal");
    let results = results(&program, &["fixtures/kata", "fixtures/superko"]);
    let (folder, file, pages) = place("report-again", &results);
    let ran = report(&[&file], &pages);
    ran.is_fine();
    assert_str_eq!(
        ran.out,
        format!("{}: 1 run\n", path(&pages.join("index.html")))
    );
    assert_eq!(names(&pages), LIAR_PAGES);
    for name in LIAR_PAGES
        .into_iter()
        .filter(|name| name.ends_with("html") || name.ends_with("svg"))
    {
        assert_well_formed(&read(pages.join(name)));
    }
    let page = read(pages.join(LIAR));
    contains_all(
        &page,
        [
            "<h1><bdi>liar 1.0</bdi> under the rules of each question</h1>",
            "<b>Black C3</b>: expected <b class=\"good\">illegal ko</b>, got <b class=\"bad\">legal</b>",
            "<li>Ko: the board would be as it was before your opponent&#39;s last turn (the opening board)</li>",
            "Black to play. Moves so far: 1 White B3 takes C3.",
            "The opening board, White to play, which would return",
            ">1</text>",
            "<a href=\"#kata/6-ko/retake-at-once%23C3-xugq7\">",
        ],
    );
    let articles = page.split("<article id=\"").skip(1);
    let ids: Vec<&str> = articles
        .filter_map(|text| Some(text.split_once('"')?.0))
        .collect();
    assert!(ids.len() > 20, "{ids:?}");
    // All of them would take long.
    let (mut explained, mut sent_again) = (0, 0);
    for id in ids.into_iter().step_by(5) {
        let blocks = blocks(&page, id);
        let question = folder.join("question.txt");
        fs::write(&question, &blocks[0]).expect("written");
        let mut commands = blocks[1].lines();
        let ran = shell(&folder, commands.next().unwrap_or_default());
        ran.ends(1);
        ran.prints(" 1 wrong, 0 cannot be asked");
        if let Some(explain) = commands.next() {
            explained += 1;
            shell(&folder, explain).ends(1);
        }
        // It is what the program was sent.
        if let Some(sent) = blocks.get(2) {
            sent_again += 1;
            let alone = self::results(&program, &["--show-questions", path(&question)]);
            let mut objects = schema::judged(&alone);
            objects.retain(|object| object["outcome"] == "wrong");
            let again = objects[0]["question_text"].as_str().expect("a text");
            let body = |text: &str| {
                text.split_once('\n')
                    .expect("two lines")
                    .1
                    .trim()
                    .to_owned()
            };
            assert_str_eq!(body(again), body(sent), "{id}");
        }
    }
    assert!(explained > 0 && sent_again > 0, "{explained} {sent_again}");
}

/// Every wrong answer has its id as an anchor, once, and is counted. The badge names the version of the fixtures.
#[test]
fn ids_are_those_of_the_questions() {
    let results = results(&liar("liar 1.0", "legal"), &["fixtures"]);
    let objects = schema::judged(&results);
    let wrong = objects.iter().filter(|object| object["outcome"] == "wrong");
    let ids: Vec<&str> = wrong.filter_map(|object| object["id"].as_str()).collect();
    let (page, pages) = page_of("report-ids", &results, LIAR);
    for id in &ids {
        let fragment = id.replace('#', "%23").replace('(', "%28");
        let link = format!("href=\"#{}\"", fragment.replace(')', "%29"));
        assert_eq!(page.matches(&format!(" id=\"{id}\">")).count(), 1, "{id}");
        // A card may link to it, too.
        assert!((1..3).contains(&page.matches(&link).count()), "{link}");
    }
    assert!(ids.len() > 400, "{}", ids.len());
    // Most of them are without their boards, which the page says.
    let shown = page.matches("<article ").count();
    let rest = page.split("<summary>").skip(1);
    let rest = rest.filter_map(|text| text.split_once(" more deviation")?.0.parse::<usize>().ok());
    assert_eq!(shown + rest.sum::<usize>(), ids.len());
    assert!(page.len() < 1_000_000, "{}", page.len());
    let index = read(pages.join("index.html"));
    assert_has(&index, format!("{LIAR}#causes\">{}</a></td>", ids.len()));
    let version = objects[0]["corpus"]["version"].as_str();
    let badge = read(pages.join("badge.svg"));
    let corpus = version.map(|version| format!("corpus {version}"));
    let corpus = corpus.unwrap_or("(other fixtures)".to_owned());
    assert_has(&badge, format!(">gokata {corpus}</text>"));
}

/// Boards, programs with rules of their own, and answers that are missing.
#[rstest]
#[case::boards("board", &["fixtures/kata/5-capture"], "expected <b class=\"good\">the board below, White to play</b>, got <b class=\"bad\">the board below, Black to play</b>")]
#[case::reason("reason", &[KO], "<b class=\"good\">illegal ko</b>, got <b class=\"bad\">illegal turn</b>")]
fn answers_are_given_in_words(#[case] lie: &str, #[case] files: &[&str], #[case] part: &str) {
    let results = results(&liar("liar 1.0", lie), files);
    let (page, _) = page_of(&format!("report-words-{lie}"), &results, LIAR);
    assert_has(&page, part);
}

#[test]
fn a_program_with_rules_of_its_own_is_asked_again_under_them() {
    let program = liar("own 1 ko=positional", "legal");
    let name = "own-1-positional-suicide-forbidden.html";
    let (page, _) = page_of("report-own", &results(&program, &[KO]), name);
    let blocks = blocks(&page, "kata/6-ko/retake-at-once#C3-xugq7");
    let quoted = program.replace('\'', "'\\''");
    assert_str_eq!(
        blocks[1],
        format!(
            "gokata check --exec '{quoted}' --engine-rules ko=positional,suicide=forbidden --only 'kata/6-ko/retake-at-once#C3-xugq7'\n\
             gokata explain question.txt x:C3 --play B3 --rules ko=positional"
        )
    );
    assert_has(
        &page,
        "asked under the program\u{2019}s own, ko=positional suicide=forbidden, where the answer is the same",
    );
    assert_has(&blocks[2], "\nrules ko=positional suicide=forbidden\n");
}

#[test]
fn missing_answers_have_a_part_of_the_page() {
    let program = answering("echo legal", "echo '<i>what</i>'");
    let program = format!("echo start liar 1.0; {program}");
    let results = results(&program, &["fixtures/kata/5-capture"]);
    let (page, pages) = page_of("report-missing", &results, LIAR);
    contains_all(&page, [">Nonsense (", "&lt;i&gt;what&lt;/i&gt;"]);
    assert_has(&read(pages.join("badge.svg")), " missing</text>");
}

#[test]
fn runs_of_one_program_have_pages_of_their_own() {
    // The commands differ, as for two names of the same rules.
    let one = results(&liar("liar 1.0", "legal"), &[KO]);
    let two = results(&format!("true; {}", liar("liar 1.0", "legal")), &[KO]);
    let right = results(&liar("Right 2", ""), &[KO]);
    let (folder, file, pages) = place("report-runs", &(one + &two));
    let other = folder.join("other.ndjson");
    fs::write(&other, right).expect("written");
    let ran = report(&[&file, &other], &pages);
    ran.is_fine();
    let pages_of_liar = [LIAR, "liar-1-0-of-each-question.2.html"];
    assert!(pages_of_liar.iter().all(|name| pages.join(name).exists()));
    let index = read(pages.join("index.html"));
    assert_eq!(index.matches("<tr>").count(), 5, "{index}");
    assert_has(
        &read(pages.join("badge.svg")),
        "1 of 3 runs without a wrong answer",
    );
    let page = read(pages.join("right-2-of-each-question.html"));
    assert_has(&page, "No deviations: 24 answers, and all are right.");
    let badge = read(pages.join("right-2-of-each-question.svg"));
    assert_has(&badge, ">24 of 24 right</text>");
    // From standard input, into a folder that is there and empty.
    let pages = folder.join("empty");
    fs::create_dir(&pages).expect("a folder");
    let ran = gokata_with(&["report", "-", "-o", path(&pages)], read(other).as_bytes());
    ran.is_fine();
    assert!(pages.join("index.html").exists());
    let again = gokata_with(&["report", "-", "-o", path(&pages)], read(file).as_bytes());
    again.is_fine();
    // The pages of that run are gone, those of the other are there.
    assert!(!pages.join("right-2-of-each-question.html").exists());
    assert!(pages.join(LIAR).exists());
}

/// A name is text: it is neither markup nor a path, and not longer than a line.
#[test]
fn names_are_escaped_and_shortened() {
    let long = "n".repeat(10_000);
    let name = format!("<script>alert(1)</script>\u{202e}\u{7}\n{long}");
    let results = results(&liar("liar 1.0", "legal"), &[KO]);
    let quoted = |text: &str| serde_json::to_string(text).expect("JSON");
    for (key, value) in [
        ("", "\"liar\""),
        ("", "\"1.0\""),
        ("", "\"sent with each question\""),
        ("", "\"kata/6-ko\""),
        ("", "\"fixtures/kata/6-ko/retake-at-once.txt\""),
        ("", "\"kata/6-ko/retake-at-once#C3-xugq7\""),
        ("\"case\":", "null"),
        ("\"unrequested\":", "null"),
        ("\"own_rules\":", "null"),
        ("\"got\":", "\"legal\""),
        ("\"option\":", "\"exec\""),
        ("\"notes\":[", ""),
    ] {
        let from = &format!("{key}{value}");
        let to = format!("{key}{}", quoted(&name));
        assert!(results.contains(from), "{from}");
        let (_, file, pages) = place("report-names", &results.replace(from, &to));
        let ran = report(&[&file], &pages);
        ran.is_fine();
        for name in names(&pages) {
            let page = read(pages.join(&name));
            assert!(!page.contains("<script"), "{from}: {page}");
            assert!(!page.contains(['\u{202e}', '\u{7}']), "{from}");
            let is_safe = |c: char| c.is_ascii_alphanumeric() || "-.".contains(c);
            assert!(name.len() < 80 && name.chars().all(is_safe), "{name}");
            if name != "style.css" {
                assert_well_formed(&page);
            }
            assert!(page.len() < 120_000, "{from}: {}", page.len());
        }
    }
}

/// Two files of one name, in two folders, have questions with the same ids.
#[test]
fn the_same_id_twice_gives_two_anchors() {
    let results = results(&liar("liar 1.0", "legal"), &[KO]).replace("C3-xugq7-2", "C3-xugq7");
    let (page, _) = page_of("report-same-id", &results, LIAR);
    // They ask the same, which is drawn once.
    assert_eq!(page.matches("<article ").count(), 1);
    for id in ["xugq7", "xugq7~2"] {
        let anchor = format!(" id=\"kata/6-ko/retake-at-once#C3-{id}\">");
        assert_eq!(page.matches(&anchor).count(), 1, "{anchor}");
    }
}
