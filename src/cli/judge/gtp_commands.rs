//! The commands that an engine supports, the questions that they can express, and the rules the engine plays by.

use gokata::gtp::GtpCommand;
use gokata::questions::{Asked, Counted, OwnRules, Question, Step};
use gokata::scoring::Standing;
use gokata::{
    Action, BoardRecord, ByColor, HandicapBonus, IllegalMove, KoRule, LastPass, Move, Point, Rules,
    check_move, explain_move,
};

use super::client::{NoAnswer, stated, unaskable};
use super::ndjson::ProgramLine;

/// The commands that an engine supports, and the rules given by `--engine-rules`.
pub(super) struct GtpCommands {
    pub(super) known: Vec<String>,
    pub(super) given: Option<OwnRules>,
}

/// Marks exactly the chains at these points as dead; without points, all stones are alive.
pub(super) const MARK_DEAD: &str = "gokata-mark_dead";

pub(super) const NO_OWNERS: &str = "GTP has no command that shows who owns each point";

const BY_PLAY: &str = "the engine has no command is_legal, so a move counts as legal if the command play accepts it; answers \
    are wrong where play accepts moves that the engine would not make itself (as KataGo's play does)";

const UNSET: &str = "this engine has no command to set the rules, so the rules of each question are assumed: if it plays by \
    others, answers that are right under its rules count as wrong. State the rules that it was started with, as in \
    --engine-rules kata,ko=positional";

impl GtpCommands {
    pub(super) fn knows(&self, command: &str) -> bool {
        self.known.iter().any(|known| known == command)
    }

    /// True if commands set the rules of each question. An engine with given rules keeps them.
    fn sets_rules(&self) -> bool {
        self.given.is_none() && (self.knows("kata-set-rules") || self.knows("kgs-rules"))
    }

    /// Says what the engine can, and by which rules it plays.
    pub(super) fn described(&self, program: ProgramLine) -> ProgramLine {
        let counts = self.knows("final_score");
        let is_unset = self.given.is_none() && !self.sets_rules();
        let can = [
            ("final_score", "score"),
            ("final_status_list", "dead"),
            ("undo", "steps"),
            ("captures", "prisoners"),
        ];
        let can = can.into_iter().filter(|(command, _)| self.knows(command));
        let by_play = (!self.knows("is_legal")).then(|| BY_PLAY.to_owned());
        ProgramLine {
            rules: match self.given {
                Some(own) => stated(own, counts),
                None if self.knows("kata-set-rules") => "set by kata-set-rules".to_owned(),
                None if self.knows("kgs-rules") => "set by kgs-rules".to_owned(),
                None => "not set: the engine has no command for that, so the rules of each question are assumed (see --engine-rules)".to_owned(),
            },
            own_rules: self.given.map(|own| own.text(counts)),
            can: can.map(|(_, kind)| kind.to_owned()).collect(),
            notes: by_play.into_iter().collect(),
            warning: is_unset.then_some(UNSET),
            ..program
        }
    }

    /// Fails if GTP or this engine cannot express the question, or if its own rules give another answer.
    pub(super) fn can_ask(&self, question: &Question) -> Result<(), NoAnswer> {
        let record = &question.before;
        let (rules, size) = (record.rules(), record.size());
        let moves = moves(&question.steps).chain(question.asked.mv());
        let acts = moves.map(|mv| mv.action);
        let is_nameless = |point: Point| Point::from_vertex(&point.vertex(size), size).is_none();
        let is_side_changed = question.is_handed_over() || question.is_resumed();
        let is_square = size.rows() == size.cols();
        let why = match &question.asked {
            Asked::Legal(_, Err(IllegalMove::GameOver)) => "GTP does not define the end of a game",
            Asked::Legal(_, Err(IllegalMove::Turn)) => {
                "GTP does not define turns: either side may always play"
            }
            Asked::Owner(..) => NO_OWNERS,
            Asked::Dead(..) if !self.knows("final_status_list") => {
                "the engine has no command final_status_list"
            }
            Asked::Score(..) if !self.knows("final_score") => {
                "the engine has no command final_score"
            }
            Asked::Prisoners(_) if !self.knows("captures") => "the engine has no command captures",
            _ if question.steps.contains(&Step::Undo) && !self.knows("undo") => {
                "the engine has no command undo"
            }
            _ if tries_out_of_turn(question) => {
                "GTP does not define turns and the end of a game: either side may always play"
            }
            _ if record.resigned().is_some() || acts.clone().any(|act| act == Action::Resign) => {
                "in GTP, only the engine itself can resign"
            }
            _ if acts.filter_map(Action::point).any(is_nameless) => {
                "GTP cannot name this point off the board"
            }
            _ if !is_square && !self.knows("rectangular_boardsize") => {
                let why = "the engine supports only square boards";
                return Err(NoAnswer::NoBoard(why.to_owned()));
            }
            _ if is_side_changed && rules.ko() == KoRule::Situational => {
                "GTP cannot express that the turn was handed over or play was resumed"
            }
            _ => {
                if let Some(own) = self.given {
                    own.under(question).map_err(NoAnswer::Unaskable)?;
                }
                return match (question.asked.counted(), self.given) {
                    (Some(counted), _) if matches!(question.asked, Asked::Dead(..)) => {
                        self.set_count(counted.standing.rules).map(drop)
                    }
                    (Some(counted), _) => self.can_count(question, counted),
                    (None, None) => can_ask_without_button(question),
                    (None, Some(_)) => Ok(()),
                };
            }
        };
        unaskable(why)
    }

    /// Returns the command that sets these rules; `None` if the engine keeps its own or has no command that sets rules.
    pub(super) fn set_rules(&self, rules: Rules) -> Result<Option<GtpCommand>, NoAnswer> {
        if self.given.is_some() {
            Ok(None)
        } else if self.knows("kata-set-rules") {
            Ok(Some(GtpCommand::kata_set_rules(of_moves(rules))))
        } else if self.knows("kgs-rules") {
            let moves = |rules: Rules| (rules.ko(), rules.suicide());
            kgs_rules(|named| moves(named) == moves(rules)).map(Some)
        } else {
            Ok(None)
        }
    }

    /// Returns the ko rule that the engine probably applies to a question under the ko rule `asked`.
    pub(super) fn ko_rule(&self, asked: KoRule) -> KoRule {
        match (self.given, asked) {
            (Some(own), _) => own.of_moves().ko(),
            _ if self.sets_rules() => asked,
            // The engine's ko rule is unknown; positional superko is the stricter assumption.
            (None, KoRule::Simple) => KoRule::Positional,
            (None, asked) => asked,
        }
    }

    /// Fails if no command tells the engine what the count depends on.
    fn can_count(&self, question: &Question, counted: &Counted) -> Result<(), NoAnswer> {
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
            () if rules.pass_stones()
                && rules.last_pass() == LastPass::White
                && !names("last-pass") =>
            {
                "no command makes White pass last"
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
                // Without pass stones, nobody owes a last pass.
                let named = named.with_last_pass(rules.last_pass());
                named.with_komi(rules.komi()) == rules
            })?),
            None => return unaskable("the engine has no command that sets how to count"),
        };
        let count = count.map(|command| command.to_string());
        Ok(count.into_iter().chain(komi).collect())
    }
}

/// The moves of these steps, legal or not.
pub(super) fn moves(steps: &[Step]) -> impl Iterator<Item = Move> + Clone {
    steps.iter().filter_map(|step| match *step {
        Step::Play(mv) | Step::Try(mv) => Some(mv),
        Step::Undo => None,
    })
}

/// True if a step attempts a move of the wrong side, or one behind the end of the game.
fn tries_out_of_turn(question: &Question) -> bool {
    let is_out = |mv: Move, game: &BoardRecord| {
        let why = check_move(mv, game).err();
        matches!(why, Some(IllegalMove::Turn | IllegalMove::GameOver))
    };
    let mut steps = question.games().zip(&question.steps);
    steps.any(|(game, step)| matches!(*step, Step::Try(mv) if is_out(mv, &game)))
}

/// Fails if a move is legal only because the first pass took the button, which no command sets.
fn can_ask_without_button(question: &Question) -> Result<(), NoAnswer> {
    let record = &question.before;
    let repeats = |mv: Move, before: &BoardRecord| {
        let button = false;
        let rules = before.rules();
        let without = before.with_rules(rules.with_button(button));
        explain_move(mv, &without).repeats().is_some()
    };
    let is_legal = !matches!(question.asked, Asked::Legal(_, Err(_)));
    let moves = record.moves().into_iter().zip(&question.rules_then);
    let asked = question.asked.mv();
    let needs_button = is_legal && asked.is_some_and(|mv| repeats(mv, record))
        || (0..).zip(moves).any(|(turns, (mv, rules))| {
            let before = record.at(turns).filter(|_| rules.button());
            before.is_some_and(|before| repeats(mv, &before.with_rules(*rules)))
        });
    if needs_button {
        return unaskable("no command sets the button, which the first pass takes");
    }
    Ok(())
}

/// Returns the kata's rules with this ko and suicide.
fn of_moves(rules: Rules) -> Rules {
    let kata = Rules::default();
    kata.with_ko(rules.ko()).with_suicide(rules.suicide())
}

fn kgs_rules(are_meant: impl Fn(Rules) -> bool) -> Result<GtpCommand, NoAnswer> {
    let command = GtpCommand::kgs_rules(are_meant);
    command.map_or_else(|| unaskable("kgs-rules has no name for these rules"), Ok)
}
