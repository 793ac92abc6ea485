//! `gokata play`: a game in the terminal, from its first move to the agreed result.

use std::path::PathBuf;
use std::time::Duration;

use gokata::agreement::Game;
use gokata::bots::{RandomBot, Termination};
use gokata::sgf::GameInfo;
use gokata::{Color, Size};

use super::engine::Engine;
use super::game::{Player, TerminalGame, wait};
use super::record_file::Keep;
use super::start::{self, Start};
use crate::read::arguments::{any_seed, seconds, side, size};
use crate::read::pasted::BoardArgs;
use crate::read::position::LineArgs;
use crate::read::rules::{self, GivenRules};
use crate::terminal::error::CommandError;
use crate::terminal::output::{Output, Status};
use crate::terminal::text::{name, number, plain_line, quoted_word};
use crate::terminal::workers::lock;

const RULES: &str = "The rules: a name, key=value changes, or both: `aga`, `komi=5.5` or `japanese,komi=0.5`. Changes \
    alone apply to the kata's rules. By default chinese. With --load: in place of those that the record names; changes \
    alone apply to these.";

/// Plays a game in the terminal: two people, two bots, or one of each.
///
/// The referee checks every move and explains why a move is illegal. After two passes, the players mark dead stones, or
/// have them suggested, and agree on the score. Type `?` during the game for the commands. The game is saved in
/// gokata-game.sgf; --load goes on with one that was stopped before its end.
///
/// A player is `human` (a person at this terminal), `random` (a bot that plays at random, but does not fill its own eyes;
/// it passes when you pass, and agrees with your marks) or a GTP engine: any other word is the command line that starts
/// it. The engine gets the size of the board, the komi, and the rules if it has a command for that. The game stops and
/// is saved if the engine fails or plays an illegal move. After two passes, the stones that the engine takes as dead are
/// marked; you may change the marks, and the engine agrees when you are `done`. The game of two engines that disagree
/// about dead stones has no result.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata play                                you are Black, on 9x9, against a bot
  gokata play --size 13 --black random --white human --rules japanese
  gokata play --black human --white human --save game.sgf
  gokata play --size 19 --handicap 4 --rules komi=0.5
  gokata play --white 'gnugo --mode gtp'     against a GTP engine
  gokata play --load gokata-game.sgf         goes on with a saved game
  gokata play --black random --size 19       two bots; takes milliseconds")]
pub(crate) struct PlayArgs {
    /// Go on with the game in this file (SGF), or from a board, as `show` reads it; the file is left unchanged. Without --save, the game is then saved as usual
    /// in a new file.
    #[arg(long, value_name = "FILE", conflicts_with = "size")]
    load: Option<PathBuf>,
    /// The side to play next, x or o, where --load reads a board that does not name it.
    #[arg(long, value_name = "SIDE", value_parser = side, requires = "load")]
    to_play: Option<Color>,
    /// Who plays Black: human, random, or the command line of a GTP engine. By default human; with --load, as in the
    /// record.
    #[arg(long, value_name = "PLAYER", value_parser = player_kind)]
    black: Option<String>,
    /// Who plays White: human, random, or the command line of a GTP engine. By default random; with --load, as in the
    /// record: the bot, or human for any other name.
    #[arg(long, value_name = "PLAYER", value_parser = player_kind)]
    white: Option<String>,
    /// The size of the board: 9, or 9x13 (rows x columns).
    #[arg(long, value_name = "N|ROWSxCOLS", default_value = "9", value_parser = size)]
    size: Size,
    /// Black begins with this number of stones on the points marked for them, and White moves first. The komi stays that of
    /// the rules: `--rules komi=0.5` sets the usual one.
    #[arg(long, value_name = "2-9", conflicts_with = "load", value_parser = clap::value_parser!(u8).range(2..=9))]
    handicap: Option<u8>,
    #[arg(long, value_name = "RULES", value_parser = rules::rules)]
    #[arg(help = rules::help(RULES), long_help = rules::long_help(RULES))]
    rules: Option<GivenRules>,
    /// How many seconds an engine may take for an answer, such as a move: by default 600.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
    /// The seed of the bots: with the same seed they play the same moves.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Save the game record (SGF) in this file after every move. The file must not exist yet.
    #[arg(long, value_name = "FILE.sgf")]
    save: Option<PathBuf>,
    #[command(flatten)]
    line: LineArgs,
}

/// A person at this terminal.
const HUMAN: &str = "human";
/// A bot that plays at random, but does not fill its own eyes. Any other player is the command line of a GTP engine.
const RANDOM: &str = "random";

fn player_kind(text: &str) -> Result<String, CommandError> {
    match text.trim() {
        "" => Err("`human`, `random` or the command line of a GTP engine is needed".into()),
        player => Ok(player.to_owned()),
    }
}

/// The name of the bot in game records, by which `--load` recognizes it.
const BOT: &str = "gokata random bot";

/// How long an engine may take for an answer, unless `--timeout` is given.
const TIME_LIMIT: Duration = Duration::from_secs(600);

impl PlayArgs {
    /// Starts a new game, or loads one.
    fn start(&self) -> Result<Start, CommandError> {
        match &self.load {
            Some(file) => {
                let board = BoardArgs {
                    to_play: self.to_play,
                    black: None,
                };
                start::load(file, self.rules, &self.line, &board)
            }
            None if self.line != LineArgs::default() => {
                Err("--game, --path and --at go with --load".into())
            }
            None => start::on_empty_board(self.size, self.rules, self.handicap.map(usize::from)),
        }
    }

    /// Returns who plays: as given, else as the loaded record names them, else a human Black and a bot as White.
    fn kinds(&self, about: &GameInfo) -> [String; 2] {
        let players = [
            (&self.black, &about.black, HUMAN),
            (&self.white, &about.white, RANDOM),
        ];
        players.map(|(given, named, usual)| match given {
            Some(given) => given.clone(),
            None if named.as_deref() == Some(BOT) => RANDOM.to_owned(),
            None if self.load.is_some() => HUMAN.to_owned(),
            None => usual.to_owned(),
        })
    }

    /// Starts the player of a color.
    fn player(
        &self,
        color: Color,
        kinds: &[String; 2],
        seed: u64,
        game: &Game,
        output: &mut Output,
    ) -> Result<Player, CommandError> {
        match &*kinds[color as usize] {
            HUMAN => Ok(Player::Human),
            RANDOM => {
                // Against a human player or an engine, a bot passes as soon as the other has passed.
                let termination = Termination {
                    pass_when_passed: kinds.iter().any(|kind| kind != RANDOM),
                    ..Termination::default()
                };
                let bot = RandomBot::new(seed.wrapping_add(color as u64));
                Ok(Player::Bot(bot.with_termination(termination)))
            }
            command => {
                let timeout = self.timeout.unwrap_or(TIME_LIMIT);
                let (shown, seconds) = (plain_line(command), timeout.as_secs_f64());
                let what =
                    format!("waiting for `{shown}` to speak GTP (--timeout: {seconds} s) ...");
                wait(output, &what);
                let engine = Engine::start(command, timeout, game.state().record());
                let engine = engine
                    .map_err(|error| CommandError::usage(format!("{color}'s engine: {error}")))?;
                Ok(Player::Engine(Box::new(engine)))
            }
        }
    }
}

pub(crate) fn run(args: &PlayArgs, output: &mut Output) -> Result<Status, CommandError> {
    let (game, mut about) = args.start()?;
    let kinds = args.kinds(&about);
    let has_bot = kinds.iter().any(|kind| kind == RANDOM);
    if args.seed.is_some() && !has_bot {
        return Err("--seed has no effect: no bot plays".into());
    }
    if args.timeout.is_some() && kinds.iter().all(|kind| [RANDOM, HUMAN].contains(&&**kind)) {
        return Err("--timeout has no effect: no engine plays".into());
    }
    // Before the engines and the file, so that a signal ends them and removes a file without moves.
    let keep = Keep::guarded()?;
    let seed = args.seed.unwrap_or_else(any_seed);
    let mut start = |color| args.player(color, &kinds, seed, &game, output);
    let players = [start(Color::Black)?, start(Color::White)?];
    let mut engines = String::new();
    let names = [("--black", &mut about.black), ("--white", &mut about.white)];
    for (player, (option, name)) in players.iter().zip(names) {
        let loaded = name.take().filter(|name| name != BOT);
        *name = Some(match player {
            Player::Human => loaded.unwrap_or_else(|| HUMAN.to_owned()),
            Player::Bot(_) => BOT.to_owned(),
            Player::Engine(engine) => {
                engines.extend([" ", option, " ", &quoted_word(&engine.command)]);
                engine.name.clone()
            }
        });
    }
    let mut game = TerminalGame {
        output,
        game,
        about,
        players,
        keep,
        shown: String::new(),
        marking: None,
        proposed_at: None,
    };
    let record = game.sgf();
    lock(&game.keep).begin(record, engines);
    if let Some(file) = &args.save {
        lock(&game.keep).save(Some(file))?;
    }
    let record = game.game.state().record();
    if let Some(file) = &args.load {
        let (file, turns) = (name(file), number(record.turns(), "turn"));
        game.output.line(format!("loaded {file}: {turns}"));
    }
    let (size, rules) = (record.size(), record.rules());
    game.output.line(format!("{size} board\nrules: {rules}"));
    if has_bot {
        game.output.line(format!("bots play with --seed {seed}"));
    }
    for (player, side) in game.players.iter().zip(Color::BOTH) {
        if let Player::Engine(engine) = player {
            game.output.line(format!("{side}: {}", engine.name));
            for note in &engine.notes {
                game.output.line(format!("note: {note}"));
            }
        }
    }
    if game.has_humans() {
        game.output.line("Type ? for help.");
    }
    let played = game.play();
    game.output.flush();
    for player in game.players {
        if let Player::Engine(engine) = player {
            engine.quit();
        }
    }
    played
}
