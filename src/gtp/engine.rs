//! The engine: a session, the table of its commands, and the commands about the protocol itself.

use super::answer::{Answer, CommandResult, Refusal};
use super::arguments::{Arguments, CommandLine, cleaned};
use super::session::{MOST_TURNS, Session, bot};
use super::{end, moves, queries, rules, start};
use crate::basics::{Rules, Size};
use crate::pure::BoardRecord;

/// A GTP engine: a referee that holds one game, and a bot that plays random moves.
///
/// Deterministic: the same sequence of lines always gets the same answers.
#[derive(Debug, Clone)]
pub struct Engine {
    session: Session,
}

type Run = fn(&mut Session, Arguments<'_>) -> CommandResult;

/// Every command, in the order of `list_commands`.
const COMMANDS: &[(&str, Run)] = &[
    ("protocol_version", |_, arguments| constant("2", arguments)),
    ("name", |_, arguments| constant("gokata", arguments)),
    ("version", |_, arguments| {
        constant(env!("CARGO_PKG_VERSION"), arguments)
    }),
    ("known_command", known_command),
    ("list_commands", list_commands),
    ("quit", |_, arguments| constant("", arguments)),
    ("boardsize", start::boardsize),
    ("rectangular_boardsize", start::rectangular_boardsize),
    ("query_boardsize", start::query_boardsize),
    ("clear_board", start::clear_board),
    ("fixed_handicap", start::fixed_handicap),
    ("place_free_handicap", start::place_free_handicap),
    ("set_free_handicap", start::set_free_handicap),
    ("set_position", start::set_position),
    ("gogui-setup", start::gogui_setup),
    ("gogui-setup_player", start::gogui_setup_player),
    ("loadsgf", start::loadsgf),
    ("komi", rules::komi),
    ("get_komi", rules::get_komi),
    ("kata-get-rules", rules::kata_get_rules),
    ("kata-set-rules", rules::kata_set_rules),
    ("kata-set-rule", rules::kata_set_rule),
    ("kgs-rules", rules::kgs_rules),
    ("play", moves::play),
    ("gogui-play_sequence", moves::gogui_play_sequence),
    ("genmove", moves::genmove),
    ("undo", moves::undo),
    ("gg-undo", moves::gg_undo),
    ("time_settings", moves::time_settings),
    ("time_left", moves::time_left),
    ("is_legal", queries::is_legal),
    ("all_legal", queries::all_legal),
    ("gokata-legal", queries::gokata_legal),
    ("gokata-explain", queries::gokata_explain),
    ("list_stones", queries::list_stones),
    ("countlib", queries::countlib),
    ("findlib", queries::findlib),
    ("captures", queries::captures),
    ("last_move", queries::last_move),
    ("move_history", queries::move_history),
    ("showboard", queries::showboard),
    ("printsgf", queries::printsgf),
    ("gokata-mark_dead", end::gokata_mark_dead),
    ("final_score", end::final_score),
    ("final_status_list", end::final_status_list),
];

impl Engine {
    /// The longest accepted line, in bytes; the answer to a longer one is `syntax error`.
    pub const LONGEST_LINE: usize = 16 << 20;

    /// The most turns of a game; the answer to another one is `game too long`. A game of this length takes about 200 MB
    /// under a superko rule.
    pub const MOST_TURNS: usize = MOST_TURNS;

    /// Creates an engine with an empty board, under the kata's rules, without access to files; its bot uses the seed 0.
    pub fn new(size: Size) -> Engine {
        Engine {
            session: Session::new(size),
        }
    }

    /// Sets the rules, including the komi.
    #[must_use]
    pub fn with_rules(mut self, rules: Rules) -> Engine {
        self.session.set_rules(rules);
        self
    }

    /// Sets the seed of the bot.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Engine {
        self.session.bot = bot(seed);
        self
    }

    /// Sets the function that reads files for `loadsgf`: it returns the bytes of the file, or `None`.
    #[must_use]
    pub fn with_files(mut self, read: fn(&str) -> Option<Vec<u8>>) -> Engine {
        self.session.read = read;
        self
    }

    /// Answers a line, with or without its line feed; `None` if it holds no command. Bytes after the line feed are ignored.
    ///
    /// No input causes a panic, and a rejected command changes nothing.
    pub fn answer(&mut self, line: &[u8]) -> Option<Answer> {
        if line.len() > Engine::LONGEST_LINE {
            return Some(refused(None, Refusal::SyntaxError));
        }
        let line = cleaned(line);
        let command = match CommandLine::parse(&line)? {
            Ok(command) => command,
            Err(refusal) => return Some(refused(None, refusal)),
        };
        let Some((_, run)) = COMMANDS.iter().find(|(name, _)| *name == command.name) else {
            return Some(refused(command.id, Refusal::UnknownCommand));
        };
        self.session.complaint = None;
        let result = run(&mut self.session, command.arguments);
        Some(Answer {
            id: command.id,
            is_last: command.name == "quit" && result.is_ok(),
            result,
        })
    }

    /// Returns why the latest command failed if it was `loadsgf`, whose answer gives no reason; after `printsgf`, a warning
    /// if the record is too long to be loaded.
    pub fn complaint(&self) -> Option<&str> {
        self.session.complaint.as_deref()
    }

    /// Returns the game so far.
    pub fn record(&self) -> &BoardRecord {
        self.session.record()
    }
}

fn refused(id: Option<u32>, refusal: Refusal) -> Answer {
    Answer {
        id,
        result: Err(refusal),
        is_last: false,
    }
}

/// Answers a command that takes no arguments and changes nothing.
fn constant(text: &str, arguments: Arguments<'_>) -> CommandResult {
    arguments.none()?;
    Ok(text.to_owned())
}

fn known_command(_: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    let [wanted] = arguments.exactly()?;
    let known = COMMANDS.iter().any(|(name, _)| *name == wanted);
    Ok(known.to_string())
}

fn list_commands(_: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    arguments.none()?;
    let names: Vec<&str> = COMMANDS.iter().map(|(name, _)| *name).collect();
    Ok(names.join("\n"))
}
