//! Reports the results of judging game records.

use std::path::Path;

use gokata::sgf::{Judgement, Judging, Lines, Refusal, SgfGame, Stats, Verdict};
use gokata::{IllegalMove, TextError};

use super::record_json::{self, JsonFault, JsonSource};
use super::record_report::{Line, Message, NO_MOVES, RecordReport, test_case};
use super::warnings::Warning;
use crate::read::rules::GivenRules;
use crate::terminal::github::Annotation;
use crate::terminal::junit::{TestCase, TestResult};
use crate::terminal::output::{BAD, Format, Status, styled};
use crate::terminal::text::{name, number, quoted};

/// The most illegal moves per game for which an explain command is printed.
const MOST_POINTED_OUT: usize = 3;

pub(super) struct Reporter<'a> {
    file: &'a Path,
    /// How to judge the current game.
    pub(super) judging: Judging,
    /// The value of `--rules`.
    pub(super) rules: Option<GivenRules>,
    format: Format,
    /// The hash of the file, for JSON.
    sha256: Option<&'a str>,
    /// Warnings about the character encoding; reported with the first game.
    pub(super) encoding_warnings: Vec<String>,
    pub(super) report: RecordReport,
    pub(super) held_bytes: usize,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(
        file: &'a Path,
        sha256: Option<&'a str>,
        judging: Judging,
        format: Format,
    ) -> Reporter<'a> {
        Reporter {
            file,
            judging,
            rules: None,
            format,
            sha256,
            encoding_warnings: Vec::new(),
            report: RecordReport::default(),
            held_bytes: 0,
        }
    }

    fn line(&mut self, line: String) {
        self.held_bytes += line.len();
        self.report.lines.push(Line::Text(line));
    }

    /// Adds a finding: for GitHub an annotation, else a line.
    fn find(&mut self, place: Option<(usize, usize)>, title: &str, text: &str, line: String) {
        if self.format == Format::Github {
            self.held_bytes += text.len();
            let file = self.file.display().to_string();
            let finding = Annotation::error(file, place, title, text);
            self.report.lines.push(Line::Finding(finding));
        } else {
            self.line(line);
        }
    }

    fn log(&mut self, message: String) {
        self.held_bytes += message.len();
        self.report.log.push(Message::Error(message));
    }

    fn warn(&mut self, place: Option<(usize, usize)>, message: &str) {
        self.held_bytes += message.len();
        self.report.log.push(Message::Warning(Warning {
            file: self.file.to_owned(),
            place,
            message: message.to_owned(),
        }));
    }

    /// Returns the name of a test case: the file, and the number of the game if there are several.
    fn case_name(&self, game: Option<usize>) -> String {
        let file = self.file.display();
        game.map_or_else(|| file.to_string(), |game| format!("{file} game {game}"))
    }

    fn source(&self, game: Option<usize>) -> JsonSource<'_> {
        JsonSource {
            file: self.file.display().to_string(),
            game,
            sha256: self.sha256,
        }
    }

    pub(super) fn not_parsed(&mut self, game: Option<usize>, error: &TextError) {
        let message = format!("{}:{error}", name(self.file));
        self.unreadable(game, &message, JsonFault::from(error));
    }

    pub(super) fn unreadable(&mut self, game: Option<usize>, message: &str, fault: JsonFault<'_>) {
        self.report.status = self.report.status.max(Status::Trouble);
        self.report.counts.games += usize::from(game.is_some());
        self.report.counts.not_understood += 1;
        match self.format {
            Format::Text | Format::Markdown => {
                self.log(format!("{} {message}", styled(BAD, "cannot read")));
            }
            Format::Github => self.find(fault.place(), "cannot read", message, String::new()),
            Format::Ndjson => self.line(record_json::unreadable(self.source(game), fault)),
            Format::Junit => {
                let result = TestResult::Error(message.to_owned(), message.to_owned());
                let mut case = TestCase::new(&self.case_name(game), result);
                case.line = fault.place().map(|(line, _)| line);
                self.report.lines.push(Line::Case(case));
            }
        }
    }

    pub(super) fn judged(&mut self, number: usize, is_one_of_several: bool, game: &SgfGame<'_>) {
        let judgement = game.judge(&self.judging);
        let verdict = judgement.verdict();
        let status = match verdict {
            Verdict::Legal => Status::Fine,
            Verdict::Illegal => Status::NotAsExpected,
            Verdict::Partial | Verdict::Incomplete | Verdict::NoMoves => Status::Trouble,
            Verdict::Disagreement => Status::Internal,
        };
        self.report.status = self.report.status.max(status);
        let counts = &mut self.report.counts;
        counts.games += 1;
        counts.moves += judgement.moves;
        counts.illegal += usize::from(!judgement.illegal.is_empty());
        counts.without_moves += usize::from(verdict == Verdict::NoMoves);
        counts.not_understood += usize::from(verdict == Verdict::Partial);
        counts.incomplete += usize::from(verdict == Verdict::Incomplete);
        counts.disputed += usize::from(verdict == Verdict::Disagreement);
        match self.judging.lines {
            Lines::Main => counts.variations += judgement.variations_left,
            Lines::All => counts.cut_off += judgement.variations_left,
        }
        let warnings = std::mem::take(&mut self.encoding_warnings);
        let number_of_several = is_one_of_several.then_some(number);
        match self.format {
            Format::Text | Format::Markdown | Format::Github => {
                self.text(number_of_several, game, &judgement, &warnings);
            }
            Format::Junit => {
                let mut text = Reporter::new(self.file, None, self.judging, Format::Text);
                text.rules = self.rules;
                text.text(number_of_several, game, &judgement, &warnings);
                let name = self.case_name(number_of_several);
                let case = test_case(name, &judgement, text.report);
                self.held_bytes += case.remarks.len() + case.name.len();
                self.report.lines.push(Line::Case(case));
            }
            Format::Ndjson => {
                let source = self.source(Some(number));
                let line = record_json::judged(source, game, &self.judging, &warnings, &judgement);
                self.line(line);
            }
        }
    }

    /// Reports a game as text. `number` is `None` if it is the only game of the file.
    fn text(
        &mut self,
        number: Option<usize>,
        game: &SgfGame<'_>,
        judgement: &Judgement,
        encoding_warnings: &[String],
    ) {
        let file = name(self.file);
        let in_game = number.map_or_else(String::new, |number| format!("game {number}, "));
        for warning in encoding_warnings {
            self.warn(None, warning);
        }
        for warning in &judgement.warnings {
            self.warn(Some((warning.line(), warning.column())), warning.message());
        }
        if judgement.more_warnings > 0 {
            let place = format!("{file}: {in_game}");
            let unlisted = Message::Unlisted(place, judgement.more_warnings);
            self.report.log.push(unlisted);
        }
        for refusal in &judgement.illegal {
            let Refusal { line, column, .. } = refusal;
            let sentence = refusal.sentence();
            let illegal = styled(BAD, "illegal");
            let shown = format!("{illegal} {file}:{line}:{column}: {in_game}{sentence}");
            let (place, sentence) = ((*line, *column), format!("{in_game}{sentence}"));
            self.find(Some(place), "illegal move", &sentence, shown);
        }
        if judgement.more_illegal > 0 {
            let more = judgement.more_illegal;
            self.line(format!("{file}: {in_game}more illegal moves: {more}"));
        }
        if !judgement.illegal.is_empty() {
            self.point_out(number, judgement);
            let is_turn = |refusal: &Refusal| refusal.reason == IllegalMove::Turn;
            if judgement.illegal.first().is_some_and(is_turn) {
                self.line("  --any-order allows a color to move twice in a row".to_owned());
            }
            let from = match (self.judging.rules, game.rules()) {
                (Some(_), _) => "as given by --rules",
                (None, Some(_)) => "as the record names them",
                (None, None) => "the record names no known rules",
            };
            self.line(format!("  rules: {} ({from})", judgement.rules));
        }
        if let Some(stats) = &judgement.stats {
            self.line(format!("{file}: {in_game}{}", sentences(stats)));
        }
        let unread = [
            ("not understood", &judgement.fault),
            ("incomplete", &judgement.incomplete),
        ];
        let unread = unread.map(|(what, fault)| Some((what, fault.as_ref()?)));
        if let Some((what, fault)) = unread.into_iter().flatten().next() {
            let moves = match judgement.moves {
                1 => "1 move was".to_owned(),
                moves => format!("{moves} moves were"),
            };
            if self.format == Format::Github {
                let place = (fault.line(), fault.column());
                let text = format!("{in_game}{}\n{moves} judged", fault.message());
                self.find(Some(place), what, &text, String::new());
            } else {
                let what = styled(BAD, what);
                self.log(format!("{what} {file}:{fault}\n  {moves} judged"));
            }
        } else if judgement.moves == 0 {
            let message = format!("{in_game}{NO_MOVES}");
            self.held_bytes += message.len();
            self.report.log.push(Message::NoMoves(Warning {
                file: self.file.to_owned(),
                place: None,
                message,
            }));
        }
        if let Some(disagreement) = &judgement.disagreement {
            let bug = styled(BAD, "bug");
            let text = format!(
                "{in_game}the referees disagree: {disagreement}\n\
                 This is a bug in gokata. Please report it with this record."
            );
            let shown = format!("{bug} {file}: {text}");
            self.find(None, "a bug of gokata", &text, shown);
        }
    }

    /// Prints `gokata explain` commands for the first illegal move, and for those in variations, because the value of
    /// `--path` is hard to guess.
    fn point_out(&mut self, number: Option<usize>, judgement: &Judgement) {
        // Standard input cannot be read again.
        if self.file.as_os_str() == "-" {
            return;
        }
        let file = quoted(&name(self.file));
        let game = number.map_or_else(String::new, |number| format!(" --game {number}"));
        // Under other rules the move may be legal.
        let rules = self.rules.map(|rules| format!(" --rules {rules}"));
        let rules = rules.unwrap_or_default();
        let refusals = judgement.illegal.iter().enumerate();
        let refusals = refusals
            .filter(|(nth, refusal)| *nth == 0 || refusal.path != "main")
            .filter(|(_, refusal)| refusal.reason != IllegalMove::OffBoard)
            // After thirty branchings, a path is not written in full.
            .filter(|(_, refusal)| !refusal.path.contains("..."));
        for (_, refusal) in refusals.take(MOST_POINTED_OUT) {
            let (side, at) = (refusal.mv.color.letter(), refusal.number - 1);
            let vertex = refusal.mv.action.describe(refusal.size);
            let path = match refusal.path.as_str() {
                "main" => String::new(),
                path => format!(" --path {path}"),
            };
            self.line(format!(
                "  see: gokata explain {file} {side}:{vertex}{game}{path} --at {at}{rules}"
            ));
        }
    }
}

/// Returns the statistics of a game as text. Only the JSON has the final board and the hashes.
fn sentences(stats: &Stats) -> String {
    let moves = number(stats.moves, "move");
    let first = stats.first.map(|color| format!(", {color} first"));
    let first = first.unwrap_or_default();
    let passes = match stats.passes {
        1 => "1 pass".to_owned(),
        passes => format!("{passes} passes"),
    };
    let [black, white] = stats.captured_by;
    let (black, kos) = (number(black, "stone"), number(stats.ko_captures, "ko"));
    let most = match stats.max_capture {
        0 => String::new(),
        most => format!(", at most {most} by one move"),
    };
    let odd = [
        (stats.out_of_turn, "out of turn"),
        (stats.occupied, "on a stone or off the board"),
        (stats.single_suicides, "suicide of one stone"),
        (stats.multi_suicides, "suicide of several"),
        (stats.simple_ko_violations, "retook a ko at once"),
        (stats.positional_repeats, "brought back an earlier board"),
    ];
    let odd = odd.iter().filter(|(count, _)| *count > 0);
    let odd: Vec<String> = odd.map(|(count, what)| format!("{count} {what}")).collect();
    let odd = match odd.as_slice() {
        [] => String::new(),
        odd => format!("  of the moves {}\n", odd.join(", ")),
    };
    let ([area_black, area_white], neutral) = (stats.area, stats.neutral);
    format!(
        "{moves}{first}, {passes}\n  Black took {black}, White {white}{most}; {kos} taken\n{odd}  \
         area at the end: Black {area_black}, White {area_white}, nobody's {neutral}"
    )
}
