//! Questions about the count, for engines that speak GTP: `final_score`.
//!
//! `final_score` is about a finished game: engines play on where a border is open, and find dead stones themselves. So a
//! question is asked only if every point has an owner. An engine that takes marks (`gokata-mark_dead`) is given those of the
//! fixture; where an engine lists the stones that it takes for dead, they must be those of the fixture; where it does
//! neither, the fixture must have none.

use gokata::gtp::GtpCommand;
use gokata::questions::{Asked, Counted, Question};
use gokata::scoring::{Outcome, Standing};
use gokata::{Answer, ByColor, HandicapBonus, Point, PointSet, Rules, Size};

use super::client::{NoAnswer, unaskable};
use super::gtp_commands::{GtpCommands, kgs_rules, of_moves};
use crate::program::error::ProgramError;
use crate::program::gtp_connection::GtpConnection;
use crate::program::process::shortened;

/// Marks exactly the chains at these points as dead; without points, all stones are alive.
const MARK_DEAD: &str = "gokata-mark_dead";

impl GtpCommands {
    /// Fails if no command tells the engine what the count depends on.
    pub(super) fn can_count(&self, question: &Question, counted: &Counted) -> Result<(), NoAnswer> {
        let Standing { marks, rules, .. } = &counted.standing;
        let names = |key: &str| self.given.is_some_and(|own| own.names(key));
        let asks_dead = self.knows(MARK_DEAD) || self.knows("final_status_list");
        let black_first = !question.opening().stones.is_empty() || counted.standing.handicap > 0;
        let why = match () {
            () if !marks.neutral().is_empty() => "GTP has no command that marks points as neutral",
            () if !marks.dead().is_empty() && !asks_dead => {
                "the engine has no command final_status_list, which shows what it takes for dead"
            }
            () if marks.owners().contains(&None) => {
                "GTP counts finished games, and here a point belongs to nobody"
            }
            () if counted.given != ByColor::default() => {
                "GTP has no command that gives prisoners to a side"
            }
            () if rules.pass_stones() && !names("pass-stones") => {
                "no command makes passes cost a stone"
            }
            () if rules.button() && !names("button") => {
                "no command sets the button, which the first pass takes"
            }
            () if rules.handicap_bonus() != HandicapBonus::Zero && black_first => {
                "GTP does not tell stones of a handicap from others"
            }
            () if !self.knows("komi") && !names("komi") => {
                "the engine has no command that sets the komi"
            }
            () => return self.set_count(*rules).map(drop),
        };
        unaskable(why)
    }

    /// Returns the commands that set how to count.
    pub(super) fn set_count(&self, rules: Rules) -> Result<Vec<String>, NoAnswer> {
        let komi = self.given.is_none_or(|own| !own.names("komi"));
        let komi = komi.then(|| format!("komi {}", rules.komi()));
        let count = match self.given {
            Some(own) if own.names("scoring") && own.names("tax") => None,
            Some(_) => {
                return unaskable(
                    "--engine-rules names no scoring and tax: how the engine counts is not known",
                );
            }
            None if self.knows("kata-set-rules") => {
                let counted = of_moves(rules).with_scoring(rules.scoring());
                Some(GtpCommand::kata_set_rules(counted.with_tax(rules.tax())))
            }
            // Ko and suicide do not matter to the count.
            None if self.knows("kgs-rules") => Some(kgs_rules(|named| {
                let named = named.with_ko(rules.ko()).with_suicide(rules.suicide());
                named.with_komi(rules.komi()) == rules
            })?),
            None => return unaskable("the engine has no command that sets how to count"),
        };
        let count = count.map(|command| command.to_string());
        Ok(count.into_iter().chain(komi).collect())
    }
}

/// Asks for the score or the dead stones of the game that is set up.
pub(super) fn ask_count(
    connection: &mut GtpConnection,
    commands: &GtpCommands,
    question: &Question,
) -> Result<Answer, NoAnswer> {
    let (Asked::Score(counted, _) | Asked::Dead(counted, _)) = &question.asked else {
        return unaskable("GTP counts scores alone");
    };
    let Standing { marks, rules, .. } = &counted.standing;
    let settings = commands.set_count(*rules)?;
    if connection.run_all(&settings)?.iter().any(Result::is_err) {
        return unaskable("the engine rejects the command that sets how to count");
    }
    let size = question.before.size();
    let mut listed = || {
        let listed = connection.run("final_status_list dead")?;
        let listed = listed.or_else(|_| unaskable("the engine rejects final_status_list dead"));
        points(&listed?, size)
    };
    if let Asked::Dead(..) = question.asked {
        let dead = listed()?;
        let is_dead = size.points().map(|point| Some(dead.contains(point)));
        return Ok(Answer::Dead(is_dead.collect()));
    }
    if commands.knows(MARK_DEAD) {
        let mark = format!("{MARK_DEAD} {}", size.vertices(marks.dead()));
        if connection.run(mark.trim_end())?.is_err() {
            return unaskable("the engine rejects gokata-mark_dead");
        }
    } else if commands.knows("final_status_list") && listed()? != marks.dead() {
        return unaskable("the engine takes other stones for dead than the fixture");
    }
    let Ok(text) = connection.run("final_score")? else {
        return unaskable("the engine rejects final_score");
    };
    if let Ok(Outcome::Counted(score)) = text.trim().parse() {
        return Ok(Answer::Score(score));
    }
    let what = format!("`{}` is no answer to final_score", shortened(&text));
    Err(ProgramError::Nonsense(what).into())
}

/// Reads points, as the answers to `list_stones` and `final_status_list` name them.
pub(super) fn points(text: &str, size: Size) -> Result<PointSet, NoAnswer> {
    let points: Result<Vec<Point>, ProgramError> = text
        .split_whitespace()
        .map(|word| {
            Point::from_vertex(word, size).ok_or_else(|| {
                let what = format!("`{}` is no point of the board", shortened(word));
                ProgramError::Nonsense(what)
            })
        })
        .collect();
    Ok(PointSet::new(size, points?))
}
