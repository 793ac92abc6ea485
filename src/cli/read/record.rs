//! One line of a game record, replayed to a position.

use std::num::NonZero;
use std::path::Path;

use gokata::sgf::{Collection, GameInfo, Judgement, RulesName, decode};
use gokata::{BoardRecord, IllegalMove, Move, Rules, TextError};

use crate::terminal::output::Output;
use crate::terminal::text::{name, number as counted, plain};

/// Which game of a file of game records, which variation of it, and how much of that.
#[derive(Debug, Clone, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct Choice {
    /// Which game of the file, from 1.
    #[arg(help_heading = "Of a game record", long, value_name = "N")]
    game: Option<NonZero<usize>>,
    /// A variation, as `check` and its `path` name it: 12/2 is the second one after move 12, and 12/2,30/3 goes on
    /// with the third one after move 30. Unless given, the main line.
    #[arg(help_heading = "Of a game record", long, value_name = "PATH")]
    path: Option<String>,
    /// Only so many moves: before what `check` calls move 9 there were 8.
    #[arg(help_heading = "Of a game record", long, value_name = "N")]
    at: Option<usize>,
}

impl Choice {
    /// Is the main line asked for, because no variation is named?
    pub(crate) fn is_main_line(&self) -> bool {
        self.path.is_none()
    }

    /// That there is something to choose from.
    pub(crate) fn refused(&self) -> Result<(), String> {
        if *self == Choice::default() {
            Ok(())
        } else {
            Err("--game, --path and --at go with a game record".to_owned())
        }
    }
}

/// A line of a game record as it was played.
pub(crate) struct Recorded {
    pub(crate) record: BoardRecord,
    /// What is known of the game besides.
    pub(crate) about: GameInfo,
    /// Moves of the line that the record does not have: they come before a set-up, or could not be made.
    pub(crate) lost: usize,
    /// The moves that are not legal, and why.
    pub(crate) illegal: Vec<(Move, IllegalMove)>,
    /// Variations besides the line.
    pub(crate) others: usize,
}

pub(crate) fn illegal(judgement: &Judgement) -> Vec<(Move, IllegalMove)> {
    let refusals = judgement.illegal.iter();
    refusals
        .map(|refusal| (refusal.mv, refusal.reason))
        .collect()
}

/// Plays a line of a game record. What is odd about it is told on standard error.
pub(crate) fn recorded(
    path: &Path,
    bytes: &[u8],
    rules: Option<Rules>,
    choice: &Choice,
) -> Result<Recorded, String> {
    let file = name(path);
    let decoded = decode(bytes);
    let located = |error: TextError| format!("{file}:{error}");
    let collection = Collection::parse(&decoded.text).map_err(located)?;
    let number = choice.game.map_or(1, NonZero::get);
    let mut games = collection.games();
    let many = games.len();
    let game = games.nth(number - 1);
    let game = game.ok_or_else(|| format!("{file}: there is no game {number}, but {many}"))?;
    let game = game.map_err(located)?;
    if choice.game.is_none() && many > 1 {
        Output::log(&format!(
            "note {file}: this is game 1 of {many}; --game chooses"
        ));
    }
    if let (Some(rules), Some(komi)) = (rules, game.komi())
        && rules.komi != komi
    {
        let given = rules.komi;
        Output::log(&format!(
            "note {file}: the komi is {given} by --rules, {komi} in the record"
        ));
    }
    if let Some(line) = &choice.path {
        // What is wrong with a name is nothing in the record.
        game.replay_path(line, rules, Some(0))
            .map_err(|error| format!("{file}: --path {}: {}", plain(line), error.message()))?;
    }
    let line = choice.path.as_deref().unwrap_or("main");
    let (record, judgement) = game.replay_path(line, rules, choice.at).map_err(located)?;
    if let Some(at) = choice.at.filter(|at| *at > judgement.moves) {
        let moves = counted(judgement.moves, "move");
        let others = match choice.path {
            None if judgement.variations_left > 0 => "; --path chooses another one",
            _ => "",
        };
        return Err(format!(
            "{file}: there is no position after move {at}: this line has {moves}{others}"
        ));
    }
    // Behind what is asked for, the record may have a fault.
    let warnings = judgement.warnings.iter().chain(&judgement.fault);
    let warnings = warnings.map(|warning| {
        format!(
            "{}:{}: {}",
            warning.line(),
            warning.column(),
            warning.message()
        )
    });
    let said = decoded.warnings.iter().map(|warning| format!(" {warning}"));
    for warning in said.chain(warnings) {
        Output::log(&plain(&format!("warning {file}:{warning}")));
    }
    for refusal in &judgement.illegal {
        Output::log(&format!("warning {file}:{refusal}"));
    }
    let mut about = game.about().clone();
    if rules.is_some() {
        about.rules = RulesName::InForce;
    }
    Ok(Recorded {
        lost: judgement.moves.saturating_sub(record.turns()),
        illegal: illegal(&judgement),
        others: judgement.variations_left,
        record,
        about,
    })
}
