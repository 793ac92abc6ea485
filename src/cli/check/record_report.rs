//! What is found about game records: a finding for each game.

use std::path::Path;
use std::sync::Arc;

use gokata::sgf::{AfterIllegal, IllegalTurn, Judgement, Judging, Lines, SgfGame, Stats, Verdict};
use gokata::{ByColor, IllegalMove, TextError};

use super::fixture::CheckedReferee;
use super::record_json::{About, GameObject, Judged};
use super::summary::{Count, FileReport};
use crate::findings::finding::{Finding, Level, Outcome, Remark};
use crate::read::rules::GivenRules;
use crate::score::ending::contradiction;
use crate::terminal::output::Status;
use crate::terminal::text::{name, number, quoted};

const NO_MOVES: &str = "there is no move in the main line";

/// The most illegal moves per game for which an explain command is printed.
const MOST_POINTED_OUT: usize = 3;

/// How the fixtures and games of a run are judged.
pub(super) struct How {
    pub(super) referee: CheckedReferee,
    pub(super) judging: Judging,
    /// The value of `--rules`.
    pub(super) rules: Option<GivenRules>,
    /// Whether reports name the hashes of files.
    pub(super) hashes: bool,
}

/// Collects what is found about the games of a file.
pub(super) struct Reporter<'a> {
    how: &'a How,
    file: &'a Path,
    sha256: Option<Arc<str>>,
    pub(super) report: FileReport,
    /// The number of bytes of lines in the report, and of remarks.
    pub(super) bytes: usize,
    pub(super) remarks: usize,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(how: &'a How, file: &'a Path, sha256: Option<Arc<str>>) -> Reporter<'a> {
        Reporter {
            how,
            file,
            sha256,
            report: FileReport::default(),
            bytes: 0,
            remarks: 0,
        }
    }

    /// Adds a finding, with an object about this game.
    fn add(&mut self, finding: Finding, game: Option<usize>, about: About) {
        let remarks = finding.evidence.iter();
        let lines = remarks.filter(|remark| remark.level == Level::Line);
        self.bytes += lines.map(|line| line.message.len()).sum::<usize>();
        self.remarks += finding.evidence.len().max(1);
        let object = GameObject {
            file: self.file.to_owned(),
            game,
            sha256: self.sha256.clone(),
            about,
        };
        self.report.findings.push(Finding {
            object: Some(Box::new(object)),
            ..finding
        });
    }

    /// What is asked of the file, or of a game if there are several.
    fn asked(&self, game: Option<usize>) -> String {
        let file = self.file.display();
        game.map_or_else(|| file.to_string(), |game| format!("{file} game {game}"))
    }

    pub(super) fn not_parsed(&mut self, game: Option<usize>, error: &TextError) {
        let place = Some((error.line(), error.column()));
        let message = format!("{}:{error}", name(self.file));
        self.unreadable(game, place, &message, error.message());
    }

    /// Reports a file or game that cannot be read. `message` begins with the name of the file; `why` does not.
    pub(super) fn unreadable(
        &mut self,
        game: Option<usize>,
        place: Option<(usize, usize)>,
        message: &str,
        why: &str,
    ) {
        self.report.status = self.report.status.max(Status::Trouble);
        let games = (Count::Games, usize::from(game.is_some()));
        self.report
            .counts
            .extend([games, (Count::NotUnderstood, 1)]);
        let asked = (self.file, self.asked(game));
        let finding = Finding {
            outcome: Outcome::Trouble(message.to_owned()),
            ..Finding::unread(asked, "cannot read", place, message)
        };
        self.add(finding, game, About::Unreadable(place, why.to_owned()));
    }

    /// Judges a game, and reports on it.
    pub(super) fn judge(
        &mut self,
        number: usize,
        is_one_of_several: bool,
        game: &SgfGame<'_>,
        encoding_warnings: &[String],
    ) {
        let rules = self.how.rules.map(|rules| rules.over(game.rules_or(None)));
        let judging = Judging {
            rules,
            ..self.how.judging
        };
        let judgement = game.judge(&judging);
        let verdict = judgement.verdict();
        let (status, count) = match verdict {
            Verdict::Legal => (Status::Fine, None),
            Verdict::Illegal => (Status::NotAsExpected, None),
            Verdict::Partial => (Status::Trouble, Some(Count::NotUnderstood)),
            Verdict::Incomplete => (Status::Trouble, Some(Count::Incomplete)),
            Verdict::NoMoves => (Status::Trouble, Some(Count::WithoutMoves)),
            Verdict::Disagreement => (Status::Internal, Some(Count::DisputedGames)),
        };
        self.report.status = self.report.status.max(status);
        let left = match judging.lines {
            Lines::Main => Count::Variations,
            Lines::All => Count::CutOff,
        };
        self.report.counts.extend([
            (Count::Games, 1),
            (Count::Moves, judgement.moves),
            (Count::Illegal, usize::from(!judgement.illegal.is_empty())),
            (left, judgement.variations_left),
        ]);
        self.report.counts.extend(count.map(|count| (count, 1)));
        let one_of = is_one_of_several.then_some(number);
        let is_counted = judging.stats && verdict == Verdict::Legal;
        let contradiction = is_counted.then(|| contradiction(game, rules)).flatten();
        if let Some([recorded, counted]) = contradiction {
            let file = name(self.file);
            let game = one_of.map_or(String::new(), |number| format!(" game {number}"));
            let line = format!("{file}{game}: recorded {recorded}, counted {counted}");
            self.report.contradictions.push(line);
        }
        let mut finding = Finding::new(self.file, self.asked(one_of), outcome(&judgement));
        finding.line = judgement.illegal.first().map(|refusal| refusal.line);
        let (rules_from, in_words) = match (self.how.rules, game.rules()) {
            (Some(_), _) => ("option", "as given by --rules"),
            (None, Some(_)) => ("record", "as the record names them"),
            (None, None) => ("default", "the record names no known rules"),
        };
        let warnings = encoding_warnings.iter();
        finding.evidence = warnings
            .map(|text| Remark::new(Level::Warning, "warning", None, text))
            .collect();
        self.add_evidence(&mut finding.evidence, one_of, &judgement, in_words);
        let goes_on = judging.after_illegal == AfterIllegal::GoOn;
        let judged = Judged {
            size: game.size(),
            rules_from,
            lists_all: goes_on || judging.lines == Lines::All,
            encoding_warnings: encoding_warnings.to_vec(),
            judgement,
            counted: contradiction.map(|[_, counted]| counted),
        };
        self.add(finding, Some(number), About::Judged(Box::new(judged)));
    }

    /// Adds what is found about a game. `number` is `None` if it is the only game of the file.
    fn add_evidence(
        &self,
        to: &mut Vec<Remark>,
        number: Option<usize>,
        judgement: &Judgement,
        rules_from: &str,
    ) {
        let file = name(self.file);
        let in_game = number.map_or_else(String::new, |number| format!("game {number}, "));
        let place = |error: &TextError| Some((error.line(), error.column()));
        let line = |text: String| Remark::line(Level::Line, text);
        to.extend(judgement.warnings.iter().map(|warning| {
            Remark::new(Level::Warning, "warning", place(warning), warning.message())
        }));
        if judgement.more_warnings > 0 {
            let level = Level::MoreWarnings(judgement.more_warnings);
            to.push(Remark::line(level, &*in_game));
        }
        to.extend(judgement.illegal.iter().map(|refusal| {
            let place = Some((refusal.line, refusal.column));
            let sentence = format!("{in_game}{}", refusal.sentence());
            Remark::error("illegal", place, "illegal move", sentence)
        }));
        if judgement.more_illegal > 0 {
            let more = judgement.more_illegal;
            to.push(line(format!("{file}: {in_game}more illegal moves: {more}")));
        }
        if let Some(first) = judgement.illegal.first() {
            to.extend(
                self.explain_commands(number, judgement)
                    .into_iter()
                    .map(line),
            );
            if first.reason == IllegalMove::Turn {
                let hint = "  --any-order allows a color to move twice in a row";
                to.push(line(hint.to_owned()));
            }
            to.push(line(format!("  rules: {} ({rules_from})", judgement.rules)));
        }
        if let Some(stats) = &judgement.stats {
            to.push(line(format!("{file}: {in_game}{}", sentences(stats))));
        }
        let unread = judgement
            .fault
            .as_ref()
            .map(|fault| ("not understood", fault));
        let cut_off = || Some(("incomplete", judgement.incomplete.as_ref()?));
        if let Some((what, fault)) = unread.or_else(cut_off) {
            let moves = match judgement.moves {
                1 => "1 move was".to_owned(),
                moves => format!("{moves} moves were"),
            };
            let message = format!("{in_game}{}\n{moves} judged", fault.message());
            to.push(Remark {
                text: Some(format!("{file}:{fault}\n  {moves} judged")),
                ..Remark::new(Level::CutOff, what, place(fault), message)
            });
        } else if judgement.moves == 0 {
            let message = format!("{in_game}{NO_MOVES}");
            to.push(Remark::new(Level::NoMoves, "not judged", None, message));
        }
        if let Some(disagreement) = &judgement.disagreement {
            let text = format!(
                "{in_game}the referees disagree: {disagreement}\n\
                 This is a bug in gokata. Please report it with this record."
            );
            to.push(Remark::error("bug", None, "a bug of gokata", text));
        }
    }

    /// Returns `gokata explain` commands for the first illegal move, and for those in variations, because the value of
    /// `--path` is hard to guess.
    fn explain_commands(&self, number: Option<usize>, judgement: &Judgement) -> Vec<String> {
        // Standard input cannot be read again.
        if self.file.as_os_str() == "-" {
            return Vec::new();
        }
        let file = quoted(&name(self.file));
        let game = number.map_or_else(String::new, |number| format!(" --game {number}"));
        // Under other rules the move may be legal.
        let rules = self.how.rules.map(|rules| format!(" --rules {rules}"));
        let rules = rules.unwrap_or_default();
        let refusals = judgement.illegal.iter().enumerate();
        let refusals = refusals
            .filter(|(nth, refusal)| *nth == 0 || !refusal.path.is_main())
            .filter(|(_, refusal)| refusal.reason != IllegalMove::OffBoard)
            // After thirty branchings, a path is not written in full.
            .filter(|(_, refusal)| refusal.path.is_whole());
        let command = |(_, refusal): (usize, &IllegalTurn)| {
            let (side, at) = (refusal.mv.color.letter(), refusal.number - 1);
            let vertex = refusal.mv.action.describe(refusal.size);
            let path = match &refusal.path {
                main if main.is_main() => String::new(),
                path => format!(" --path {path}"),
            };
            format!("  see: gokata explain {file} {side}:{vertex}{game}{path} --at {at}{rules}")
        };
        refusals.take(MOST_POINTED_OUT).map(command).collect()
    }
}

fn outcome(judgement: &Judgement) -> Outcome {
    match judgement.verdict() {
        Verdict::Legal => Outcome::Right,
        Verdict::Illegal => {
            let first = judgement.illegal.first().map(IllegalTurn::sentence);
            Outcome::Wrong(first.unwrap_or_default())
        }
        Verdict::Disagreement => {
            Outcome::Trouble("a bug of gokata: its referees disagree".to_owned())
        }
        Verdict::Partial | Verdict::Incomplete | Verdict::NoMoves => {
            let fault = judgement.fault.as_ref().or(judgement.incomplete.as_ref());
            Outcome::Trouble(fault.map_or(NO_MOVES.to_owned(), TextError::to_string))
        }
    }
}

/// Returns the statistics of a game as text. Only the JSON has the final board and the hashes.
fn sentences(stats: &Stats) -> String {
    let moves = number(stats.moves, "move");
    let first = stats.first;
    let first = first.map_or(String::new(), |color| format!(", {color} first"));
    let passes = match stats.passes {
        1 => "1 pass".to_owned(),
        passes => format!("{passes} passes"),
    };
    let ByColor { black, white } = stats.captured_by;
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
    let odd = if odd.is_empty() {
        String::new()
    } else {
        format!("  of the moves {}\n", odd.join(", "))
    };
    let (area, neutral) = (stats.area, stats.neutral);
    format!(
        "{moves}{first}, {passes}\n  Black took {black}, White {white}{most}; {kos} taken\n{odd}  \
         area at the end: Black {}, White {}, nobody's {neutral}",
        area.black, area.white
    )
}
