//! `gokata play`: a game in the terminal, from its first move to the agreed result.

use std::path::PathBuf;
use std::time::Duration;

use gokata::agreement::Game;
use gokata::bots::{RandomBot, Termination};
use gokata::sgf::GameInfo;
use gokata::{BoardRecord, Color, Size};

use super::engine::Engine;
use super::page::Page;
use super::record_file::Keep;
use super::screen::Screen;
use super::start::{self, Start};
use super::terminal_game::{Player, TerminalGame};
use crate::read::arguments::{any_seed, seconds, size};
use crate::read::record::LineArgs;
use crate::read::rules::{self, GivenRules};
use crate::terminal::output::{Output, Status};
use crate::terminal::text::{name, number, plain_line, quoted};

const RULES: &str = "The rules: a name, key=value changes, or both: `aga`, `komi=5.5` or `japanese,komi=0.5`. Changes \
    alone apply to the kata's rules. By default chinese. With --load: in place of those that the record names; changes \
    alone apply to these.";

/// Plays a game in the terminal: two people, two bots, or one of each.
///
/// The referee checks every move and explains why a move is illegal. After two passes, the players mark dead stones
/// and agree on the score. Type `?` during the game for the commands. In a terminal, lines are edited as in a shell, and
/// the arrow keys bring earlier ones back. A game that is stopped before its end is saved in gokata-game.sgf; --load goes
/// on with it.
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
  gokata play --black random --size 19       two bots; takes milliseconds
  gokata play --black random --delay 300     two bots, slow enough to watch")]
pub(crate) struct PlayArgs {
    /// Go on with the game in this file (SGF), which is left unchanged. Without --save, the game is then saved as usual
    /// in a new file.
    #[arg(long, value_name = "FILE.sgf", conflicts_with = "size")]
    load: Option<PathBuf>,
    /// Who plays Black: human, random, or the command line of a GTP engine. By default human; with --load, as in the
    /// record.
    #[arg(long, value_name = "PLAYER", value_parser = player_kind)]
    black: Option<PlayerKind>,
    /// Who plays White: human, random, or the command line of a GTP engine. By default random; with --load, as in the
    /// record: the bot, or human for any other name.
    #[arg(long, value_name = "PLAYER", value_parser = player_kind)]
    white: Option<PlayerKind>,
    /// Black's name for the game record.
    #[arg(long, value_name = "NAME")]
    black_name: Option<String>,
    /// White's name for the game record.
    #[arg(long, value_name = "NAME")]
    white_name: Option<String>,
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
    /// How many milliseconds a bot or an engine waits before each move: by default 0. Unless 0, every board is shown.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(..=60_000))]
    delay: Option<u64>,
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
    /// To explain where it is set.
    #[arg(long, hide = true, value_name = "N", allow_hyphen_values = true)]
    komi: Option<String>,
    /// Files without `--load`, to explain the option.
    #[arg(hide = true, value_name = "FILE.sgf")]
    files: Vec<PathBuf>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum PlayerKind {
    /// A person at this terminal.
    Human,
    /// A bot that plays at random, but does not fill its own eyes.
    Random,
    /// A GTP engine, started by this command line.
    Engine(String),
}

fn player_kind(text: &str) -> Result<PlayerKind, String> {
    match text.trim() {
        "" => Err("`human`, `random` or the command line of a GTP engine is needed".to_owned()),
        "human" => Ok(PlayerKind::Human),
        "random" => Ok(PlayerKind::Random),
        command => Ok(PlayerKind::Engine(command.to_owned())),
    }
}

/// The name of the bot in game records, by which `--load` recognizes it.
const BOT: &str = "gokata random bot";

impl PlayArgs {
    /// Starts a new game, or loads one.
    fn start(&self, log: &mut dyn FnMut(&str)) -> Result<Start, String> {
        if let Some(komi) = &self.komi {
            let komi = plain_line(komi);
            return Err(format!(
                "the komi is one of the rules: --rules komi={komi}, or after their name, as in --rules japanese,komi={komi}"
            ));
        }
        if let Some(file) = self.files.first() {
            let file = quoted(&name(file));
            return Err(format!(
                "to go on with a saved game, enter: gokata play --load {file}"
            ));
        }
        if let Some(file) = &self.load {
            return start::load(file, self.rules, &self.line, log);
        }
        if self.line != LineArgs::default() {
            return Err("--game, --path and --at go with --load".to_owned());
        }
        start::on_empty_board(self.size, self.rules, self.handicap.map(usize::from))
    }

    fn delay(&self) -> Duration {
        Duration::from_millis(self.delay.unwrap_or_default())
    }

    /// Fails for an option about players that do not play.
    fn refuse_without_effect(&self, kinds: &[PlayerKind; 2]) -> Result<(), String> {
        let plays = |is: fn(&PlayerKind) -> bool| kinds.iter().any(is);
        let has_bot = plays(|kind| matches!(kind, PlayerKind::Random));
        let has_engine = plays(|kind| matches!(kind, PlayerKind::Engine(_)));
        if self.seed.is_some() && !has_bot {
            return Err("--seed has no effect: no bot plays".to_owned());
        }
        if self.timeout.is_some() && !has_engine {
            return Err("--timeout has no effect: no engine plays".to_owned());
        }
        if self.delay.is_some() && !has_bot && !has_engine {
            return Err("--delay has no effect: neither a bot nor an engine plays".to_owned());
        }
        Ok(())
    }

    /// Returns who plays: as given, else as the loaded record names them, else a human Black and a bot as White.
    fn kinds(&self, about: &GameInfo) -> [PlayerKind; 2] {
        let named = |name: &Option<String>, usual| match name.as_deref() {
            Some(BOT) => PlayerKind::Random,
            _ if self.load.is_some() => PlayerKind::Human,
            _ => usual,
        };
        [
            self.black
                .clone()
                .unwrap_or_else(|| named(&about.black, PlayerKind::Human)),
            self.white
                .clone()
                .unwrap_or_else(|| named(&about.white, PlayerKind::Random)),
        ]
    }
}

/// How long an engine may take for an answer, unless `--timeout` is given.
const TIME_LIMIT: Duration = Duration::from_secs(600);

/// Returns the name of a player for the game record: as given, else as in the loaded record if it fits, else the
/// player's own.
fn player_name(given: Option<&String>, player: &Player, loaded: Option<String>) -> String {
    let (usual, fits): (&str, fn(&String) -> bool) = match player {
        Player::Human => ("human", |name| name != BOT),
        Player::Bot(_) => (BOT, |name| name == BOT),
        Player::Engine(engine) => (&engine.name, |_| false),
    };
    let loaded = loaded.filter(fits);
    given
        .cloned()
        .or(loaded)
        .unwrap_or_else(|| usual.to_owned())
}

/// Returns the players, Black's first. Starts the engines.
fn players(
    args: &PlayArgs,
    kinds: &[PlayerKind; 2],
    seed: u64,
    record: &BoardRecord,
    page: &mut Page,
) -> Result<[Player; 2], String> {
    // Against a human player or an engine, a bot passes as soon as the other has passed.
    let termination = Termination {
        pass_when_passed: kinds.iter().any(|kind| *kind != PlayerKind::Random),
        ..Termination::default()
    };
    let mut player = |color: Color| -> Result<Player, String> {
        match &kinds[color as usize] {
            PlayerKind::Human => Ok(Player::Human),
            PlayerKind::Random => {
                let bot = RandomBot::new(seed.wrapping_add(color as u64));
                Ok(Player::Bot(bot.with_termination(termination)))
            }
            PlayerKind::Engine(command) => {
                let timeout = args.timeout.unwrap_or(TIME_LIMIT);
                let (shown, seconds) = (plain_line(command), timeout.as_secs_f64());
                page.wait_for(&format!(
                    "waiting for `{shown}` to speak GTP (--timeout: {seconds} s) ..."
                ));
                let engine = Engine::start(command, timeout, record);
                let engine = engine.map_err(|error| format!("{color}'s engine: {error}"))?;
                Ok(Player::Engine(Box::new(engine)))
            }
        }
    };
    Ok([player(Color::Black)?, player(Color::White)?])
}

pub(crate) fn run(args: &PlayArgs, output: &mut Output) -> Result<Status, String> {
    let mut page = Page::new(output);
    match begin(args, &mut page) {
        Ok(begun) => play(args, begun, page),
        Err(error) => {
            page.log_notes();
            Err(error)
        }
    }
}

/// A game with its players, before the first move.
struct Begun {
    game: Game,
    about: GameInfo,
    players: [Player; 2],
    keep: Keep,
    /// The seed, if a bot plays.
    seed: Option<u64>,
}

fn begin(args: &PlayArgs, page: &mut Page) -> Result<Begun, String> {
    let Start { game, mut about } = args.start(&mut |note| page.note(note))?;
    let kinds = args.kinds(&about);
    args.refuse_without_effect(&kinds)?;
    let seed = args.seed.unwrap_or_else(any_seed);
    let record = game.state().record().clone();
    let keep = Keep::default();
    // The handler is there before the engines and the file, so that a signal can end them and remove a file without
    // moves.
    let is_slow =
        kinds.iter().any(|kind| *kind != PlayerKind::Random) || args.delay() > Duration::ZERO;
    if is_slow || args.save.is_some() {
        keep.guard()?;
    }
    let players = players(args, &kinds, seed, &record, page)?;
    let [black, white] = &players;
    let (by_black, by_white) = (about.black.take(), about.white.take());
    about.black = Some(player_name(args.black_name.as_ref(), black, by_black));
    about.white = Some(player_name(args.white_name.as_ref(), white, by_white));
    Ok(Begun {
        game,
        about,
        players,
        keep,
        seed: kinds.contains(&PlayerKind::Random).then_some(seed),
    })
}

fn play(args: &PlayArgs, begun: Begun, page: Page) -> Result<Status, String> {
    let Begun {
        game,
        about,
        players,
        keep,
        seed,
    } = begun;
    let record = game.state().record().clone();
    let (size, rules, turns) = (record.size(), record.rules(), record.turns());
    let mut game = TerminalGame {
        start_marks: game.state().marks(),
        game,
        start: record,
        about,
        players,
        keep,
        screen: Screen::new(size, args.delay()),
        output: page,
        last_picture: String::new(),
        saved_events: None,
        is_save_wanted: false,
        marking: None,
        proposed_at: None,
        ending: None,
    };
    let engines = game.engine_options();
    game.keep.lock().set_engines(engines);
    if let Some(file) = &args.save {
        let record = game.sgf();
        let mut keep = game.keep.lock();
        let made = keep.set(record, false, false);
        let made = made.and_then(|()| keep.keep_in(file));
        drop(keep);
        if let Err(error) = made {
            game.output.log_notes();
            return Err(error);
        }
    }
    if let Some(file) = &args.load {
        let (file, turns) = (name(file), number(turns, "turn"));
        game.output.line(format!("loaded {file}: {turns}"));
    }
    game.output.line(format!("{size} board\nrules: {rules}"));
    if let Some(seed) = seed {
        game.output.line(format!("bots play with --seed {seed}"));
    }
    game.print_engines();
    let played = game.play();
    game.output.flush();
    for player in game.players {
        if let Player::Engine(engine) = player {
            engine.quit();
        }
    }
    played
}
