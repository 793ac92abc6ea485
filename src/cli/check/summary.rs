//! The reports of `gokata check` on files, and the totals over all of them.

use std::path::Path;

use crate::findings::finding::{Finding, Outcome};
use crate::read::corpus_version::{CORPUS, FromCorpus};
use crate::terminal::output::{BAD, GOOD, Status, styled};
use crate::terminal::text::{name, number};

#[derive(Default)]
pub(super) struct FileReport {
    pub(super) status: Status,
    pub(super) findings: Vec<Finding>,
    pub(super) counts: Vec<(Count, usize)>,
    /// With `--stats`, a game whose result contradicts the count.
    pub(super) contradiction: Option<String>,
    /// The name of a fixture, and that in the corpus, if it is there.
    pub(super) fixture: Option<(String, Option<&'static str>)>,
    /// The command that repairs the text of a damaged record.
    pub(super) repair: Option<String>,
}

/// What is counted: fixtures, then game records.
#[derive(Debug, Clone, Copy)]
pub(super) enum Count {
    Fixtures,
    Cases,
    Questions,
    /// Fixtures that were rejected as expected.
    Refused,
    /// Fixtures that are not as expected.
    Failed,
    Unreadable,
    /// Fixtures on which the referees disagree.
    Disputed,
    Records,
    Games,
    Moves,
    Illegal,
    WithoutMoves,
    /// Files and games that cannot be read or parsed completely.
    NotUnderstood,
    /// Games whose text ends before they do.
    Incomplete,
    DisputedGames,
    /// Variations not judged, because only main lines are judged.
    Variations,
    /// Variations not judged, because they branch off after an illegal move or a parse error.
    CutOff,
}

const COUNTS: usize = Count::CutOff as usize + 1;

impl FileReport {
    /// The report about a file on which the check panicked. The panic has been printed.
    pub(super) fn of_bug(file: &Path) -> FileReport {
        let asked = (file, file.display().to_string());
        let message = format!("{}: not checked", name(file));
        let bug = Finding {
            outcome: Outcome::Trouble("a bug of gokata: not checked".to_owned()),
            ..Finding::unread(asked, "bug", None, &message)
        };
        FileReport {
            status: Status::Internal,
            findings: vec![bug],
            ..FileReport::default()
        }
    }
}

/// Totals over all files reported so far.
#[derive(Default)]
pub(super) struct Summary {
    pub(super) status: Status,
    counts: [usize; COUNTS],
    from_corpus: FromCorpus,
    /// The number of fixture lines that were not checked, by reason.
    not_asked: Vec<(String, usize)>,
    /// The first games whose result contradicts the count, and the number of the others.
    contradictions: (Vec<String>, usize),
    /// The first command that repairs a record, and the number of records that can be repaired.
    repairs: Option<(String, usize)>,
    /// The number of files in folders that are passed over.
    pub(super) others: usize,
}

/// The most games whose result contradicts the count that are listed.
const MOST_CONTRADICTIONS: usize = 1000;

impl Summary {
    /// Counts a report. Returns its findings.
    pub(super) fn add(&mut self, report: FileReport) -> Vec<Finding> {
        self.status = self.status.max(report.status);
        for (count, more) in report.counts {
            self.counts[count as usize] += more;
        }
        for finding in &report.findings {
            let Outcome::NotAsked(why) = &finding.outcome else {
                continue;
            };
            match self.not_asked.iter_mut().find(|(known, _)| known == why) {
                Some((_, lines)) => *lines += 1,
                None => self.not_asked.push((why.clone(), 1)),
            }
        }
        let (listed, others) = &mut self.contradictions;
        match report.contradiction {
            Some(game) if listed.len() < MOST_CONTRADICTIONS => listed.push(game),
            game => *others += usize::from(game.is_some()),
        }
        if let Some(repair) = report.repair {
            self.repairs.get_or_insert((repair, 0)).1 += 1;
        }
        if let Some((name, own)) = report.fixture {
            self.from_corpus.add(&name, own);
        }
        report.findings
    }

    pub(super) fn count(&self, count: Count) -> usize {
        self.counts[count as usize]
    }

    /// Returns the lines of a report as text. `is_verbose`: whether to say why each line of a fixture was not checked.
    pub(super) fn text(&self, is_verbose: bool) -> Vec<String> {
        let has_records = self.count(Count::Records) > 0;
        let mut lines = Vec::new();
        if self.count(Count::Fixtures) > 0 || !has_records {
            lines = self.fixtures(is_verbose);
        }
        if has_records {
            lines.extend(self.records());
        }
        lines
    }

    fn fixtures(&self, is_verbose: bool) -> Vec<String> {
        let faults = [
            (Count::Failed, "# not as expected"),
            (Count::Unreadable, "# could not be read"),
            (Count::Disputed, "the referees disagree in #"),
        ];
        let files = |count| number(count, "file");
        let totals = [
            (Count::Fixtures, "file"),
            (Count::Cases, "case"),
            (Count::Questions, "question"),
        ];
        let mut lines = vec![self.total(totals, "all as expected", &faults, files)];
        let refused = self.count(Count::Refused);
        if refused > 0 {
            let (files, was) = (files(refused), was(refused));
            let refused = format!("{was} refused, as expected");
            lines.push(format!("  {files} with intended errors {refused}"));
        }
        if let Some(note) = self.from_corpus.note(CORPUS.files().len()) {
            lines.push(format!("  {note}"));
        }
        let not_asked = |count, why: &str| format!("  {} not asked: {why}", number(count, "line"));
        let counted = self.not_asked.iter();
        if is_verbose {
            lines.extend(counted.map(|(why, count)| not_asked(*count, why)));
        } else if !self.not_asked.is_empty() {
            let count = counted.map(|(_, count)| count).sum();
            let why = "groups that may live or die (--verbose lists them)";
            lines.push(not_asked(count, why));
        }
        lines
    }

    fn records(&self) -> Vec<String> {
        let faults = [
            (Count::Illegal, "# with an illegal move"),
            (Count::WithoutMoves, "# without moves"),
            (Count::NotUnderstood, "# not understood"),
            (Count::Incomplete, "# incomplete"),
            (Count::DisputedGames, "# on which the referees disagree"),
        ];
        let totals = [
            (Count::Records, "record"),
            (Count::Games, "game"),
            (Count::Moves, "move"),
        ];
        let mut lines = vec![self.total(totals, "all legal", &faults, |count| count.to_string())];
        let mut unjudged = |count, why: &str| {
            let variations = number(self.count(count), "variation");
            let line = format!("  {variations} not judged{why}");
            lines.extend((self.count(count) > 0).then_some(line));
        };
        unjudged(Count::Variations, "; use --variations to judge all");
        let why = ", because an earlier move is illegal or not understood";
        unjudged(Count::CutOff, why);
        let (listed, more) = &self.contradictions;
        if !listed.is_empty() {
            let games = number(listed.len() + more, "game");
            let why = "with another result (RE) than the count, although nothing is open:";
            lines.push(format!("  {games} {why}"));
            lines.extend(listed.iter().map(|game| format!("    {game}")));
        }
        if let Some((first, records)) = &self.repairs {
            let records = number(*records, "record");
            lines.push(format!("  {records} could be repaired: {first}"));
        }
        if self.others > 0 {
            let (files, were) = (number(self.others, "other file"), was(self.others));
            let why = "in folders, only .txt and game records are read";
            lines.push(format!("  {files} {were} passed over: {why}"));
        }
        lines
    }

    /// How much was checked, and the faults in red, with their numbers in place of `#`, or `good` in green if there are none.
    fn total(
        &self,
        totals: [(Count, &str); 3],
        good: &str,
        faults: &[(Count, &str)],
        in_words: impl Fn(usize) -> String,
    ) -> String {
        let totals = totals.map(|(count, noun)| number(self.count(count), noun));
        let found = faults.iter().filter(|(count, _)| self.count(*count) > 0);
        let found = found.map(|(count, fault)| fault.replace('#', &in_words(self.count(*count))));
        let verdict = match found.collect::<Vec<_>>().join(", ") {
            none if none.is_empty() => styled(GOOD, good),
            faults => styled(BAD, faults),
        };
        format!("{}: {verdict}", totals.join(", "))
    }
}

fn was(count: usize) -> &'static str {
    if count == 1 { "was" } else { "were" }
}
