//! What is found about game records: a finding for each game.

use std::path::Path;

use gokata::sgf::{AfterIllegal, IllegalTurn, Judgement, Judging, Lines, SgfGame, Stats, Verdict};
use gokata::{ByColor, IllegalMove, TextError};

use super::record_json::{self, Fields};
use super::summary::{Count, FileReport};
use crate::findings::finding::{Finding, Level, Outcome, Remark};
use crate::read::rules::GivenRules;
use crate::score::ending::contradiction;
use crate::terminal::error::{CommandError, FileError};
use crate::terminal::output::Status;
use crate::terminal::text::{name, number, one_line, quoted};

const NO_MOVES: &str = "there is no move in the main line";

/// The most illegal moves per game for which an explain command is printed.
const MOST_POINTED_OUT: usize = 3;

/// How the fixtures and games of a run are judged.
pub(super) struct How {
    pub(super) judging: Judging,
    pub(super) rules: Option<GivenRules>,
    /// Whether findings are printed as JSON.
    pub(super) as_json: bool,
}

/// A file of game records, and how its games are judged.
#[derive(Clone, Copy)]
pub(super) struct About<'a> {
    pub(super) how: &'a How,
    pub(super) file: &'a Path,
    pub(super) sha256: Option<&'a str>,
}

impl About<'_> {
    /// Returns a game, or the whole file, as an object.
    fn json(self, game: Option<usize>, about: impl FnOnce() -> Fields) -> Option<String> {
        let about = self.how.as_json.then(about)?;
        let file = self.file.display().to_string();
        let mut fields = vec![
            ("schema", "gokata-record-1".into()),
            ("file", file.into()),
            ("game", game.into()),
            ("sha256", self.sha256.into()),
        ];
        fields.extend(about.0);
        Some(one_line(&Fields(fields)))
    }

    /// What is asked of the file, or of a game if there are several.
    fn asked(self, game: Option<usize>) -> String {
        let file = self.file.display();
        game.map_or_else(|| file.to_string(), |game| format!("{file} game {game}"))
    }

    pub(super) fn not_read(self, error: &CommandError) -> FileReport {
        if let CommandError::File(_, FileError::Text(error)) = error {
            return self.not_parsed(None, error);
        }
        let message = error.to_string();
        self.unreadable(None, None, &message, &message)
    }

    pub(super) fn not_parsed(self, game: Option<usize>, error: &TextError) -> FileReport {
        let message = format!("{}:{error}", name(self.file));
        self.unreadable(game, Some(place(error)), &message, error.message())
    }

    /// Reports a file or game that cannot be read. `message` begins with the name of the file; `why` does not.
    fn unreadable(
        self,
        game: Option<usize>,
        place: Option<(usize, usize)>,
        message: &str,
        why: &str,
    ) -> FileReport {
        let asked = (self.file, self.asked(game));
        let finding = Finding {
            outcome: Outcome::Trouble(message.to_owned()),
            json: self.json(game, || record_json::unreadable(place, why)),
            ..Finding::unread(asked, "cannot read", place, message)
        };
        let whole = game.map_or(Count::Records, |_| Count::Games);
        FileReport {
            status: Status::Trouble,
            findings: vec![finding],
            counts: vec![(whole, 1), (Count::NotUnderstood, 1)],
            ..FileReport::default()
        }
    }

    pub(super) fn judge(
        self,
        number: usize,
        is_one_of_several: bool,
        game: &SgfGame<'_>,
        encoding_warnings: &[String],
    ) -> FileReport {
        let rules = self.how.rules.map(|rules| rules.over(game.rules_or(None)));
        let judging = Judging {
            rules,
            ..self.how.judging
        };
        let judgement = game.judge(&judging);
        let verdict = judgement.verdict();
        let fault = || {
            let fault = judgement.fault.as_ref().or(judgement.incomplete.as_ref());
            Outcome::Trouble(fault.map_or(NO_MOVES.to_owned(), TextError::to_string))
        };
        let (status, count, outcome) = match verdict {
            Verdict::Legal => (Status::Fine, None, Outcome::Right),
            Verdict::Illegal => {
                let first = judgement.illegal.first().map(IllegalTurn::sentence);
                let first = Outcome::Wrong(first.unwrap_or_default());
                (Status::NotAsExpected, None, first)
            }
            Verdict::Partial => (Status::Trouble, Some(Count::NotUnderstood), fault()),
            Verdict::Incomplete => (Status::Trouble, Some(Count::Incomplete), fault()),
            Verdict::NoMoves => (Status::Trouble, Some(Count::WithoutMoves), fault()),
            Verdict::Disagreement => {
                let bug = "a bug of gokata: its referees disagree".to_owned();
                let count = Some(Count::DisputedGames);
                (Status::Internal, count, Outcome::Trouble(bug))
            }
        };
        let left = match judging.lines {
            Lines::Main => Count::Variations,
            Lines::All => Count::CutOff,
        };
        let counts = [
            (Count::Games, 1),
            (Count::Moves, judgement.moves),
            (Count::Illegal, usize::from(!judgement.illegal.is_empty())),
            (left, judgement.variations_left),
        ];
        let one_of = is_one_of_several.then_some(number);
        let is_counted = judging.stats && verdict == Verdict::Legal;
        let contradiction = is_counted.then(|| contradiction(game, rules)).flatten();
        let (rules_from, in_words) = match (self.how.rules, game.rules()) {
            (Some(_), _) => ("option", "as given by --rules"),
            (None, Some(_)) => ("record", "as the record names them"),
            (None, None) => ("default", "the record names no known rules"),
        };
        let goes_on = judging.after_illegal == AfterIllegal::GoOn;
        let lists_all = goes_on || judging.lines == Lines::All;
        let fields = || {
            let counted = contradiction.map(|[_, counted]| counted);
            let (rules, size) = ((rules_from, lists_all), game.size());
            let about = game.about();
            let unread = about.other_result.as_deref();
            let results = (counted, unread.filter(|_| about.result.is_none()));
            record_json::judged(&judgement, size, rules, encoding_warnings, results)
        };
        let warnings = encoding_warnings.iter();
        let warnings = warnings.map(|text| Remark::new(Level::Warning, "warning", None, text));
        let evidence = self.evidence(one_of, &judgement, in_words);
        let finding = Finding {
            line: judgement.illegal.first().map(|refusal| refusal.line),
            evidence: warnings.chain(evidence).collect(),
            json: self.json(Some(number), fields),
            ..Finding::new(self.file, self.asked(one_of), outcome)
        };
        FileReport {
            status,
            findings: vec![finding],
            counts: counts.into_iter().chain(count.map(|it| (it, 1))).collect(),
            contradiction: contradiction.map(|[recorded, counted]| {
                let game = one_of.map_or(String::new(), |number| format!(" game {number}"));
                let file = name(self.file);
                format!("{file}{game}: recorded {recorded}, counted {counted}")
            }),
            ..FileReport::default()
        }
    }

    /// Returns what is found about a game. `number` is `None` if it is the only game of the file.
    fn evidence(
        self,
        number: Option<usize>,
        judgement: &Judgement,
        rules_from: &str,
    ) -> Vec<Remark> {
        let file = name(self.file);
        let in_game = number.map_or_else(String::new, |number| format!("game {number}, "));
        let line = |text: String| Remark::line(Level::Line, text);
        let warnings = judgement.warnings.iter();
        let warning = |it| Remark::new(Level::Warning, "warning", Some(place(it)), it.message());
        let mut found: Vec<Remark> = warnings.map(warning).collect();
        if judgement.more_warnings > 0 {
            let level = Level::MoreWarnings(judgement.more_warnings);
            found.push(Remark::line(level, &*in_game));
        }
        found.extend(judgement.illegal.iter().map(|refusal| {
            let place = Some((refusal.line, refusal.column));
            let sentence = format!("{in_game}{}", refusal.sentence());
            Remark::error("illegal", place, "illegal move", sentence)
        }));
        if judgement.more_illegal > 0 {
            let more = judgement.more_illegal;
            found.push(line(format!("{file}: {in_game}more illegal moves: {more}")));
        }
        if let Some(first) = judgement.illegal.first() {
            let commands = self.explain_commands(number, judgement);
            found.extend(commands.into_iter().map(line));
            if first.reason == IllegalMove::Turn {
                let hint = "  --any-order allows a color to move twice in a row";
                found.push(line(hint.to_owned()));
            }
            found.push(line(format!("  rules: {} ({rules_from})", judgement.rules)));
        }
        if let Some(stats) = &judgement.stats {
            found.push(line(format!("{file}: {in_game}{}", sentences(stats))));
        }
        let (what, fault) = match &judgement.fault {
            None => ("incomplete", judgement.incomplete.as_ref()),
            fault => ("not understood", fault.as_ref()),
        };
        if let Some(fault) = fault {
            let moves = match judgement.moves {
                1 => "1 move was".to_owned(),
                moves => format!("{moves} moves were"),
            };
            let message = format!("{in_game}{}\n{moves} judged", fault.message());
            found.push(Remark {
                text: Some(format!("{file}:{fault}\n  {moves} judged")),
                ..Remark::new(Level::CutOff, what, Some(place(fault)), message)
            });
        } else if judgement.moves == 0 {
            let message = format!("{in_game}{NO_MOVES}");
            found.push(Remark::new(Level::NoMoves, "not judged", None, message));
        }
        if let Some(disagreement) = &judgement.disagreement {
            let text = format!(
                "{in_game}the referees disagree: {disagreement}\n\
                 This is a bug in gokata. Please report it with this record."
            );
            found.push(Remark::error("bug", None, "a bug of gokata", text));
        }
        found
    }

    /// Returns `gokata explain` commands for the first illegal move, and for those in variations, whose path is hard to guess.
    fn explain_commands(self, number: Option<usize>, judgement: &Judgement) -> Vec<String> {
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
        let refusals = refusals.filter(|(nth, refusal)| {
            (*nth == 0 || !refusal.path.is_main())
                && refusal.reason != IllegalMove::OffBoard
                // After thirty branchings, a path is not written in full.
                && refusal.path.is_whole()
        });
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

fn place(error: &TextError) -> (usize, usize) {
    (error.line(), error.column())
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
    let mut odd = odd.join(", ");
    if !odd.is_empty() {
        odd = format!("  of the moves {odd}\n");
    }
    let (area, neutral) = (stats.area, stats.neutral);
    format!(
        "{moves}{first}, {passes}\n  Black took {black}, White {white}{most}; {kos} taken\n{odd}  \
         area at the end: Black {}, White {}, nobody's {neutral}",
        area.black, area.white
    )
}
