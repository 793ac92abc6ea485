//! The engine: its commands by name, and what they all work on.

use super::answer::{Answer, Refusal, Reply};
use super::arguments::{Arguments, Line, cleaned};
use super::game::Game;
use super::{ask, end, moves, rules, start};
use crate::basics::{Rules, Size};
use crate::bots::{RandomBot, Termination};
use crate::pure::BoardRecord;

/// A GTP engine: a referee that holds one game, and a bot that knows only how to move.
///
/// Given the same lines, it gives the same answers for ever.
#[derive(Debug, Clone)]
pub struct Engine {
    pub(super) game: Game,
    pub(super) bot: RandomBot,
    read: fn(&str) -> Option<Vec<u8>>,
    pub(super) complaint: Option<String>,
}

/// A command: what it does to the engine, and what it answers.
type Command = fn(&mut Engine, Arguments<'_>) -> Reply;

/// Every command, in the order of `list_commands`.
const COMMANDS: &[(&str, Command)] = &[
    ("protocol_version", protocol_version),
    ("name", name),
    ("version", version),
    ("known_command", known_command),
    ("list_commands", list_commands),
    ("quit", quit),
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
    ("is_legal", ask::is_legal),
    ("all_legal", ask::all_legal),
    ("gokata-legal", ask::gokata_legal),
    ("gokata-explain", ask::gokata_explain),
    ("list_stones", ask::list_stones),
    ("countlib", ask::countlib),
    ("findlib", ask::findlib),
    ("captures", ask::captures),
    ("last_move", ask::last_move),
    ("move_history", ask::move_history),
    ("showboard", ask::showboard),
    ("printsgf", ask::printsgf),
    ("gokata-mark_dead", end::gokata_mark_dead),
    ("final_score", end::final_score),
    ("final_status_list", end::final_status_list),
];

impl Engine {
    /// The longest line that is read, in bytes; a longer one is a `syntax error`.
    pub const LONGEST_LINE: usize = 16 << 20;

    /// The most turns of a game; a further one is answered `game too long`. So many take about 200 MB under a superko rule.
    pub const MOST_TURNS: usize = 100_000;

    /// An engine with an empty board, under the kata's rules, that reads no files; its bot draws from the seed 0.
    pub fn new(size: Size) -> Engine {
        Engine {
            game: Game::new(size, Rules::default()),
            bot: bot(0),
            read: |_| None,
            complaint: None,
        }
    }

    /// The same engine under these rules, komi included.
    #[must_use]
    pub fn with_rules(mut self, rules: Rules) -> Engine {
        self.game.set_rules(rules);
        self
    }

    /// The same engine with a bot that draws from this seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Engine {
        Engine {
            bot: bot(seed),
            ..self
        }
    }

    /// The same engine with a way to read the files that `loadsgf` names: their bytes, or `None`.
    #[must_use]
    pub fn with_files(self, read: fn(&str) -> Option<Vec<u8>>) -> Engine {
        Engine { read, ..self }
    }

    /// The answer to a line, with or without its end; `None` if nothing stands on it. What stands behind the end is not read.
    ///
    /// Whatever the bytes: nothing panics, and what is refused changes nothing.
    pub fn answer(&mut self, line: &[u8]) -> Option<Answer> {
        if line.len() > Engine::LONGEST_LINE {
            return Some(refused(None, Refusal::SyntaxError));
        }
        let line = cleaned(line);
        let Line {
            id,
            command,
            arguments,
        } = match Line::read(&line)? {
            Ok(line) => line,
            Err(refusal) => return Some(refused(None, refusal)),
        };
        let Some((_, run)) = COMMANDS.iter().find(|(name, _)| *name == command) else {
            return Some(refused(id, Refusal::UnknownCommand));
        };
        self.complaint = None;
        let reply = run(self, arguments);
        let is_last = command == "quit" && reply.is_ok();
        Some(Answer { id, reply, is_last })
    }

    /// Why the command just refused was, for people, where the protocol's words do not tell it: a file that cannot be loaded.
    pub fn complaint(&self) -> Option<&str> {
        self.complaint.as_deref()
    }

    /// The game so far.
    pub fn record(&self) -> &BoardRecord {
        self.game.record()
    }

    pub(super) fn size(&self) -> Size {
        self.record().size()
    }

    /// The bytes of a file.
    pub(super) fn file(&self, name: &str) -> Option<Vec<u8>> {
        (self.read)(name)
    }
}

fn bot(seed: u64) -> RandomBot {
    RandomBot::new(seed).with_termination(Termination {
        pass_when_passed: true,
        ..Termination::default()
    })
}

fn refused(id: Option<u32>, refusal: Refusal) -> Answer {
    Answer {
        id,
        reply: Err(refusal),
        is_last: false,
    }
}

fn protocol_version(_: &mut Engine, arguments: Arguments<'_>) -> Reply {
    arguments.none()?;
    Ok("2".to_owned())
}

fn name(_: &mut Engine, arguments: Arguments<'_>) -> Reply {
    arguments.none()?;
    Ok("gokata".to_owned())
}

fn version(_: &mut Engine, arguments: Arguments<'_>) -> Reply {
    arguments.none()?;
    Ok(env!("CARGO_PKG_VERSION").to_owned())
}

fn known_command(_: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let [asked] = arguments.exactly()?;
    let known = COMMANDS.iter().any(|(name, _)| *name == asked);
    Ok(known.to_string())
}

fn list_commands(_: &mut Engine, arguments: Arguments<'_>) -> Reply {
    arguments.none()?;
    let names: Vec<&str> = COMMANDS.iter().map(|(name, _)| *name).collect();
    Ok(names.join("\n"))
}

fn quit(_: &mut Engine, arguments: Arguments<'_>) -> Reply {
    arguments.none()?;
    Ok(String::new())
}
