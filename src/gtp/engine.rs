//! The engine: a session, the table of its commands, and the commands about the protocol itself.

use std::sync::Arc;

use super::arguments::Arguments;
use super::command::GtpCommand;
use super::response::{CommandResult, Done, Refusal, Response};
use super::session::{FileWriter, MOST_TURNS, Session, bot};
use super::{moves, queries, rules, start};
use crate::basics::{Rules, Size};
use crate::pure::BoardRecord;

/// A GTP engine: a referee that holds one game, and a bot that plays random moves.
///
/// Deterministic: the same sequence of lines always gets the same answers.
#[derive(Debug, Clone)]
pub struct Engine {
    session: Session,
    has_quit: bool,
}

enum Run {
    /// Takes no arguments and cannot fail. The answer is the text.
    Say(fn(&mut Session) -> String),
    /// The answer is empty.
    Do(fn(&mut Session, Arguments<'_>) -> Done),
    /// The answer is the text.
    Ask(fn(&mut Session, Arguments<'_>) -> CommandResult),
}

/// Every command, in the order of `list_commands`.
const COMMANDS: &[(&str, Run)] = &[
    ("protocol_version", Run::Say(|_| "2".to_owned())),
    ("name", Run::Say(|_| "gokata".to_owned())),
    (
        "version",
        Run::Say(|_| env!("CARGO_PKG_VERSION").to_owned()),
    ),
    ("known_command", Run::Ask(known_command)),
    ("list_commands", Run::Say(list_commands)),
    ("quit", Run::Say(|_| String::new())),
    ("boardsize", Run::Do(start::boardsize)),
    (
        "rectangular_boardsize",
        Run::Do(start::rectangular_boardsize),
    ),
    ("query_boardsize", Run::Say(start::query_boardsize)),
    ("clear_board", Run::Do(start::clear_board)),
    ("fixed_handicap", Run::Ask(start::fixed_handicap)),
    ("place_free_handicap", Run::Ask(start::place_free_handicap)),
    ("set_free_handicap", Run::Do(start::set_free_handicap)),
    ("set_position", Run::Do(start::set_position)),
    ("gogui-setup", Run::Do(start::gogui_setup)),
    ("gogui-setup_player", Run::Do(start::gogui_setup_player)),
    ("loadsgf", Run::Do(start::loadsgf)),
    ("komi", Run::Do(rules::komi)),
    ("get_komi", Run::Say(rules::get_komi)),
    ("kata-get-rules", Run::Say(rules::kata_get_rules)),
    ("kata-set-rules", Run::Do(rules::kata_set_rules)),
    ("kata-set-rule", Run::Do(rules::kata_set_rule)),
    ("kgs-rules", Run::Do(rules::kgs_rules)),
    ("play", Run::Do(moves::play)),
    ("gogui-play_sequence", Run::Do(moves::gogui_play_sequence)),
    ("genmove", Run::Ask(moves::genmove)),
    ("undo", Run::Do(moves::undo)),
    ("gg-undo", Run::Do(moves::gg_undo)),
    ("time_settings", Run::Do(moves::time_settings)),
    ("time_left", Run::Do(moves::time_left)),
    ("is_legal", Run::Ask(queries::is_legal)),
    ("all_legal", Run::Ask(queries::all_legal)),
    ("gokata-legal", Run::Ask(queries::gokata_legal)),
    ("gokata-explain", Run::Ask(queries::gokata_explain)),
    ("list_stones", Run::Ask(queries::list_stones)),
    ("countlib", Run::Ask(queries::countlib)),
    ("findlib", Run::Ask(queries::findlib)),
    ("captures", Run::Ask(queries::captures)),
    ("last_move", Run::Ask(queries::last_move)),
    ("move_history", Run::Say(queries::move_history)),
    ("showboard", Run::Say(queries::showboard)),
    ("printsgf", Run::Ask(queries::printsgf)),
    ("gokata-mark_dead", Run::Do(moves::gokata_mark_dead)),
    ("final_score", Run::Ask(moves::final_score)),
    ("final_status_list", Run::Ask(moves::final_status_list)),
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
            has_quit: false,
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

    /// Sets the function that writes files for `printsgf FILE`: it creates a file with this name and text, or returns why
    /// not, which is part of the answer.
    #[must_use]
    pub fn with_writer(
        mut self,
        write: impl Fn(&str, &str) -> Result<(), String> + Send + Sync + 'static,
    ) -> Engine {
        self.session.write = FileWriter(Arc::new(write));
        self
    }

    /// Answers a line, with or without its line feed; `None` if it holds no command. Bytes after the line feed are ignored.
    ///
    /// No input causes a panic, and a rejected command changes nothing.
    pub fn answer(&mut self, line: &[u8]) -> Option<Response> {
        let is_short = line.len() <= Engine::LONGEST_LINE;
        let (id, result) = match is_short.then(|| GtpCommand::read(line)) {
            None | Some(Err(_)) => (None, Err(Refusal::SyntaxError)),
            Some(Ok(command)) => command.map(|command| (command.id, self.run(&command)))?,
        };
        let text = result.map_err(|refusal| match (refusal, &self.session.complaint) {
            // No protocol defines this answer, so it has the reason.
            (Refusal::CannotSaveFile, Some(reason)) => format!("{}: {reason}", refusal.text()),
            _ => refusal.text().to_owned(),
        });
        Some(Response { id, text })
    }

    fn run(&mut self, command: &GtpCommand) -> CommandResult {
        let known = COMMANDS.iter().find(|(name, _)| *name == command.name);
        let (_, run) = known.ok_or(Refusal::UnknownCommand)?;
        self.session.complaint = None;
        let (session, arguments) = (&mut self.session, Arguments(&command.arguments));
        let text = match run {
            Run::Say(say) => arguments.none().map(|()| say(session)),
            Run::Do(act) => act(session, arguments).map(|()| String::new()),
            Run::Ask(answer) => answer(session, arguments),
        }?;
        self.has_quit |= command.name == "quit";
        Ok(text)
    }

    /// True once `quit` has been answered: the caller should close the engine.
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Returns why the latest command failed if it was `loadsgf`, whose answer gives no reason, or `printsgf`; after
    /// `printsgf`, also a warning if the record is too long to be loaded.
    pub fn complaint(&self) -> Option<&str> {
        self.session.complaint.as_deref()
    }

    /// Returns the game so far.
    pub fn record(&self) -> &BoardRecord {
        self.session.record()
    }
}

fn known_command(_: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    let [wanted] = arguments.exactly()?;
    let known = COMMANDS.iter().any(|(name, _)| *name == wanted);
    Ok(known.to_string())
}

fn list_commands(_: &mut Session) -> String {
    let names: Vec<&str> = COMMANDS.iter().map(|(name, _)| *name).collect();
    names.join("\n")
}
