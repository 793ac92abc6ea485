//! Tests of a report into a folder that has one, and of what wrong answers have in common.

use std::fs;

use pretty_assertions::{assert_eq, assert_str_eq};

use crate::report_pages::{LIAR, LIAR_PAGES, liar, page_of, place, read, report, results};
use crate::support::command::{KO, contains_all, gokata, path};
use crate::support::folder::names;
use crate::support::judged::lying;

/// A report into a folder with pages of an earlier one replaces these, and touches nothing else.
#[test]
fn only_its_own_pages_are_replaced() {
    let (folder, file, pages) = place(
        "report-replaced",
        &results(&liar("liar 1.0", "legal"), &[KO]),
    );
    let other = folder.join("other.ndjson");
    fs::write(&other, results(&liar("Right 2", ""), &[KO])).expect("written");
    report(&[&file, &other], &pages).is_fine();
    let foreign = pages.join("notes.txt");
    fs::write(&foreign, "mine").expect("written");
    report(&[&file], &pages).is_fine();
    let mut found = names(&pages);
    found.retain(|name| name != "notes.txt");
    assert_eq!(found, LIAR_PAGES);
    assert_eq!(read(&foreign), "mine");
    // A foreign file has the name of a new page.
    let taken = pages.join("right-2-of-each-question.svg");
    fs::write(&taken, "mine").expect("written");
    let before = names(&pages);
    let ran = report(&[&file, &other], &pages);
    ran.ends(2);
    ran.says("right-2-of-each-question.svg: the file already exists, and is left unchanged");
    assert_eq!(
        (names(&pages), read(&taken)),
        (before.clone(), "mine".to_owned())
    );
    // Somebody has changed a page.
    let index = read(pages.join("index.html")) + " ";
    fs::write(pages.join("index.html"), &index).expect("written");
    let ran = report(&[&file], &pages);
    ran.ends(2);
    ran.says("index.html: this page was changed since gokata wrote it, so nothing is replaced");
    assert_eq!(
        (names(&pages), read(pages.join("index.html"))),
        (before, index)
    );
    // A list that names files elsewhere.
    fs::write(pages.join("gokata-report.txt"), "0 ../run.ndjson\n").expect("written");
    let ran = report(&[&file], &pages);
    ran.ends(2);
    ran.says("gokata-report.txt: this is no list of pages, and nothing is changed");
    assert!(file.exists());
}

/// What wrong answers have in common is found from the questions, and counted.
#[test]
fn a_cause_has_a_card() {
    let results = results(
        &format!("{} 'start liar 1.0 can=score,owner'", lying("regions")),
        &["fixtures/counting/regions", "fixtures/counting/boards"],
    );
    let (page, pages) = page_of("report-cause", &results, LIAR);
    let card = page
        .split("<section id=\"cause-1\"")
        .nth(1)
        .expect("a card");
    let card = card.split("</section>").next().expect("its end");
    contains_all(
        card,
        [
            "region",
            "<figcaption><bdi>The smallest</bdi>",
            "Rule: fixtures/README.md, Counting.",
            "Folders: counting/",
        ],
    );
    let text = pages.with_file_name("run.ndjson");
    let ran = gokata(&["report", path(&text), "--format", "markdown"]);
    ran.is_fine();
    contains_all(
        &ran.out,
        [
            "| liar 1.0 | of each question |",
            "\n**liar 1.0**, of each question:\n",
            " Smallest: counting/",
        ],
    );
    // The same input gives the same text.
    assert_str_eq!(
        gokata(&["report", path(&text), "--format", "markdown"]).out,
        ran.out
    );
    gokata(&["report", path(&text)]).ends(2);
    gokata(&[
        "report",
        path(&text),
        "--format",
        "markdown",
        "-o",
        path(&pages),
    ])
    .ends(2);
}
