//! `gokata play`: a game in the terminal, from its first move to the agreed result.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use gokata::agreement::{Game, Terms};
use gokata::bots::{RandomBot, Termination};
use gokata::{BoardRecord, Preset, Rules, Size};

use super::keep::Keep;
use super::screen::Screen;
use super::terminal_game::{Player, TerminalGame};
use crate::read::arguments::{self, any_seed, size};
use crate::terminal::output::{Output, Status};

/// Plays a game in the terminal: two people, two bots, or one of each.
///
/// The referee checks every move and explains why a move is illegal. After two passes, the players mark dead stones
/// and agree on the score. The bot plays at random: it passes when you pass, and agrees with your marks. Type `?`
/// during the game for the commands. A game that is stopped before its end is saved in gokata-game.sgf.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata play                                        you are Black, on 9x9, against the random bot
  gokata play --size 13 --black random --white human --rules japanese
  gokata play --black human --white human --save game.sgf
  gokata play --black random --size 19 --seed 7      two bots; takes milliseconds
  gokata play --black random --delay 300             two bots, slow enough to watch")]
pub(crate) struct PlayArgs {
    /// Who plays Black.
    #[arg(long, value_enum, default_value_t = PlayerKind::Human)]
    black: PlayerKind,
    /// Who plays White.
    #[arg(long, value_enum, default_value_t = PlayerKind::Random)]
    white: PlayerKind,
    /// The size of the board: 9, or 9x13 (rows x columns).
    #[arg(long, value_name = "N|ROWSxCOLS", default_value = "9", value_parser = size)]
    size: Size,
    /// The rules: a name, with key=value to change it, as in `aga` or `japanese,komi=0.5`.
    #[arg(long, value_name = "RULES", default_value = "chinese", value_parser = rules)]
    rules: (Rules, Terms),
    /// How many milliseconds a bot waits before each move. Unless 0, every board is shown.
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=60_000))]
    delay: u64,
    /// The seed of the bots: with the same seed they play the same moves.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Save the game record (SGF) in this file after every move. The file must not exist yet.
    #[arg(long, value_name = "FILE.sgf")]
    save: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PlayerKind {
    /// A person at this terminal.
    Human,
    /// A bot that plays at random, but does not fill its own eyes.
    Random,
}

pub(crate) fn run(args: &PlayArgs, output: &mut Output) -> Result<Status, String> {
    let (rules, terms) = args.rules;
    let kinds = [args.black, args.white];
    let seed = args.seed.unwrap_or_else(any_seed);
    // Against a human player, a bot passes as soon as the human has passed.
    let termination = Termination {
        pass_when_passed: kinds.contains(&PlayerKind::Human),
        ..Termination::default()
    };
    let player = |kind, seed| match kind {
        PlayerKind::Human => Player::Human,
        PlayerKind::Random => Player::Bot(RandomBot::new(seed).with_termination(termination)),
    };
    let record = BoardRecord::new(args.size).with_rules(rules);
    let mut game = TerminalGame {
        game: Game::new(record, terms),
        players: [
            player(args.black, seed),
            player(args.white, seed.wrapping_add(1)),
        ],
        keep: Keep::default(),
        screen: Screen::new(args.size, Duration::from_millis(args.delay)),
        output,
        last_picture: String::new(),
        saved_events: None,
        marking: None,
    };
    if let Some(file) = &args.save {
        game.keep.lock().set(game.sgf())?;
        game.keep.lock().keep_in(file)?;
    }
    game.output
        .line(format!("{} board\nrules: {rules}", args.size));
    if kinds.contains(&PlayerKind::Random) {
        game.output.line(format!("bots play with --seed {seed}"));
    }
    game.play()
}

/// Parses rules, and derives the terms by which a game under these rules ends.
fn rules(text: &str) -> Result<(Rules, Terms), String> {
    let text = text.to_ascii_lowercase();
    let rules = arguments::rules(&text)?;
    let terms = Terms::for_rules(rules);
    let name = text.split([',', ' ']).find(|word| !word.is_empty());
    let preset = name.and_then(|name| name.parse::<Preset>().ok());
    // The preset decides what players mark, unless the scoring has been changed.
    let preset = preset.filter(|preset| preset.rules().scoring == rules.scoring);
    let marking = preset.map_or(terms.marking, |preset| Terms::of(preset).marking);
    Ok((rules, Terms { marking, ..terms }))
}
