//! `gokata play`: a game in the terminal, from its first move to the agreed result.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use gokata::agreement::{Game, Terms};
use gokata::bots::{RandomBot, Termination};
use gokata::{BoardRecord, Preset, Rules, Size};

use super::keep::Keep;
use super::screen::Screen;
use super::table::{Seat, Table};
use crate::read::arguments::{self, any_seed, size};
use crate::terminal::output::{Output, Status};

/// Plays a game in the terminal: people, bots, or one of each.
///
/// The referee judges every move, and says why it refuses one. After two passes the players mark dead stones
/// and agree on the score. The bot knows nothing: it passes when you pass, and agrees with whatever you mark.
/// Type `?` during the game for all that can be said. A game that ends without its result is saved in
/// gokata-game.sgf.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata play                                        you are Black, on 9x9, against a bot that knows nothing
  gokata play --size 13 --black random --white human --rules japanese
  gokata play --black human --white human --save game.sgf
  gokata play --black random --size 19 --seed 7      two bots, done in milliseconds
  gokata play --black random --delay 300             two bots, to look on")]
pub(crate) struct PlayArgs {
    /// Who plays Black.
    #[arg(long, value_enum, default_value_t = Player::Human)]
    black: Player,
    /// Who plays White.
    #[arg(long, value_enum, default_value_t = Player::Random)]
    white: Player,
    /// How large the board is: 9, or 9x13 (rows x columns).
    #[arg(long, value_name = "N|ROWSxCOLS", default_value = "9", value_parser = size)]
    size: Size,
    /// The rules: a name, then perhaps key=value, as in `aga` or `japanese,komi=0.5`.
    #[arg(long, value_name = "RULES", default_value = "chinese", value_parser = rules)]
    rules: (Rules, Terms),
    /// Milliseconds a bot waits before each move; every board is shown then.
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=60_000))]
    delay: u64,
    /// The bots' seed: the same number gives the same bots.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Keeps the game record in this file (SGF), from the first move on. It must not exist yet.
    #[arg(long, value_name = "FILE.sgf")]
    save: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Player {
    /// A person at this terminal.
    Human,
    /// A bot that plays at random, but fills no eye of its own.
    Random,
}

pub(crate) fn run(args: &PlayArgs, output: &mut Output) -> Result<Status, String> {
    let (rules, terms) = args.rules;
    let players = [args.black, args.white];
    let seed = args.seed.unwrap_or_else(any_seed);
    let with_people = players.contains(&Player::Human);
    // A bot that fills the whole board before it lets a person count would try anybody's patience.
    let termination = Termination {
        pass_when_passed: with_people,
        ..Termination::default()
    };
    let bot = |seed| Seat::Bot(RandomBot::new(seed).with_termination(termination));
    let [black, white] = [(players[0], seed), (players[1], seed.wrapping_add(1))].map(
        |(player, seed)| match player {
            Player::Human => Seat::Human,
            Player::Random => bot(seed),
        },
    );
    let record = BoardRecord::new(args.size).with_rules(rules);
    let mut table = Table {
        game: Game::new(record, terms),
        seats: [black, white],
        keep: Keep::default(),
        screen: Screen::new(args.size, Duration::from_millis(args.delay)),
        output,
        shown: String::new(),
        saved: None,
        speaker: None,
    };
    if let Some(file) = &args.save {
        table.keep.set(table.record())?;
        table.keep.keep_in(file.clone())?;
    }
    table
        .output
        .line(format!("{} board\nrules: {rules}", args.size));
    if players.contains(&Player::Random) {
        table.output.line(format!("bots play with --seed {seed}"));
    }
    table.play()
}

/// Rules, and with them what is usual at their end.
fn rules(text: &str) -> Result<(Rules, Terms), String> {
    let text = text.to_ascii_lowercase();
    let rules = arguments::rules(&text)?;
    let usual = Terms::for_rules(rules);
    let name = text.split([',', ' ']).find(|word| !word.is_empty());
    let preset = name.and_then(|name| name.parse::<Preset>().ok());
    let marking = preset.map_or(usual.marking, |preset| {
        let named = Terms::of(preset);
        let same = preset.rules().scoring == rules.scoring;
        if same { named.marking } else { usual.marking }
    });
    Ok((rules, Terms { marking, ..usual }))
}
