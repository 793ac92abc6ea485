//! Reading: only regular files and standard input, and not more than a fixture or a game record can be.

use std::fs::{self, File};
use std::io::{self, Read};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use gokata::fixture::{Fixture, parse_moves};
use gokata::sgf::{Collection, GameInfo, Judgement, RulesName, decode};
use gokata::{
    Action, BoardRecord, Color, Diagram, IllegalMove, Labels, Move, Rules, RulesError, Setup, Size,
    TextError, play_move,
};

use crate::output::{Output, name, plain};
use crate::sum::number as number_of;

/// The largest fixture that is read: 16 MiB.
const LIMIT: u64 = 16 << 20;

/// The largest file of game records that is read: 256 MiB.
const RECORD_LIMIT: u64 = 256 << 20;

/// All bytes of a file, or of standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    let bytes = read_up_to(path, LIMIT)?;
    within(path, bytes, LIMIT)
}

/// The same of a file that may be a game record, and whether it is one: by its name, else by its first letter.
pub(crate) fn read_any(path: &Path) -> Result<(Vec<u8>, bool), String> {
    let bytes = read_up_to(path, RECORD_LIMIT)?;
    let named = path.extension().is_some_and(|ending| ending == "txt");
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    let is_record = is_record(path) || !named && text.trim_ascii_start().starts_with(b"(");
    let limit = if is_record { RECORD_LIMIT } else { LIMIT };
    Ok((within(path, bytes, limit)?, is_record))
}

/// Is it a game record by its name?
pub(crate) fn is_record(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("sgf"))
}

/// At most one byte more than the limit.
fn read_up_to(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let fault = |fault: io::Error| format!("{}: {}", name(path), reason(&fault));
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        io::stdin()
            .take(limit + 1)
            .read_to_end(&mut bytes)
            .map_err(fault)?;
    } else {
        // Asked before opening: a pipe would make us wait, a device would never end.
        let about = fs::metadata(path).map_err(fault)?;
        if !about.is_file() {
            return Err(format!("{}: not a regular file", name(path)));
        }
        // Room for all of it, and for finding that there is no more.
        bytes.reserve(usize::try_from(about.len().min(limit)).unwrap_or(0) + 1);
        File::open(path)
            .map_err(fault)?
            .take(limit + 1)
            .read_to_end(&mut bytes)
            .map_err(fault)?;
    }
    Ok(bytes)
}

fn within(path: &Path, bytes: Vec<u8>, limit: u64) -> Result<Vec<u8>, String> {
    if bytes.len() as u64 > limit {
        return Err(format!("{}: larger than {} MiB", name(path), limit >> 20));
    }
    Ok(bytes)
}

/// Why a file cannot be read, in words.
pub(crate) fn reason(fault: &io::Error) -> String {
    match fault.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => fault.to_string(),
    }
}

/// The opening board of a file, or an empty board of the size named, unless there is a file of that
/// name.
pub(crate) fn opening(path: &Path) -> Result<Diagram, String> {
    empty(path).unwrap_or_else(|| fixture_opening(path, &read(path)?))
}

fn empty(path: &Path) -> Option<Result<Diagram, String>> {
    let text = path.to_str();
    let sides = text.map(|text| text.split_once('x').unwrap_or((text, text)));
    let number = |text: &str| {
        let is_plain = text.bytes().all(|b| b.is_ascii_digit());
        text.parse().ok().filter(|_| is_plain)
    };
    let numbers = sides.and_then(|(rows, cols)| Some((number(rows)?, number(cols)?)));
    let (rows, cols) = numbers.filter(|_| fs::metadata(path).is_err())?;
    let diagram = |size| Diagram {
        setup: Setup::new(size, Color::Black),
        labels: Labels::new(),
    };
    Some(
        Size::new(rows, cols)
            .map(diagram)
            .map_err(|error| error.to_string()),
    )
}

fn fixture_opening(path: &Path, bytes: &[u8]) -> Result<Diagram, String> {
    let fixture = Fixture::parse(bytes).map_err(|error| format!("{}:{error}", name(path)))?;
    Ok(fixture.opening)
}

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
        let moves = number_of(judgement.moves, "move");
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

/// A position to ask about: a file, the rules, and moves made before the question.
#[derive(clap::Args)]
pub(crate) struct Position {
    /// A board or fixture, of which the opening board is used, or a game record, which is played to its end;
    /// `-` is standard input. Or an empty board of this size, as in 9x9 (rows x columns).
    #[arg(value_name = "FILE|ROWSxCOLS")]
    file: PathBuf,
    /// The rules: a name, then perhaps key=value, as in `aga` or `kata,ko=positional,komi=6.5`. Unless given, those that a
    /// game record names, else the kata's.
    #[arg(long, value_name = "RULES", value_parser = rules)]
    rules: Option<Rules>,
    /// A move made first, as in `--play C3`; may be given again, or hold several: `--play 'C3 pass'`.
    #[arg(long, value_name = "MOVE")]
    play: Vec<String>,
    #[command(flatten)]
    choice: Choice,
}

/// Rules as a person writes them: capital letters do no harm.
pub(crate) fn rules(text: &str) -> Result<Rules, String> {
    let rules = text.to_ascii_lowercase().parse();
    rules.map_err(|error: RulesError| error.to_string())
}

impl Position {
    /// The game up to the question, and the labels of its board.
    pub(crate) fn load(&self) -> Result<(BoardRecord, Labels), String> {
        let (mut record, labels) = self.begin()?;
        for text in &self.play {
            for mv in moves(text, &record, &labels)? {
                let mv = mv.for_side(&record);
                record = play_move(mv, &record)
                    .map_err(|reason| format!("--play {}: {reason}", mv.describe(record.size())))?;
            }
        }
        Ok((record, labels))
    }

    fn begin(&self) -> Result<(BoardRecord, Labels), String> {
        let diagram = if let Some(empty) = empty(&self.file) {
            empty?
        } else {
            let (bytes, is_record) = read_any(&self.file)?;
            if is_record {
                let line = recorded(&self.file, &bytes, self.rules, &self.choice)?;
                if self.choice.path.is_none() && line.others > 0 {
                    let others = number_of(line.others, "variation");
                    let file = name(&self.file);
                    Output::log(&format!(
                        "note {file}: this is the main line; --path chooses from {others} besides"
                    ));
                }
                return Ok((line.record, Labels::new()));
            }
            fixture_opening(&self.file, &bytes)?
        };
        self.choice.refused()?;
        let record = BoardRecord::try_from(&diagram.setup).map_err(|error| error.to_string())?;
        Ok((
            record.with_rules(self.rules.unwrap_or_default()),
            diagram.labels,
        ))
    }
}

/// A move as a person types it; without a color it is the move of the side to play.
pub(crate) struct Typed {
    color: Option<Color>,
    action: Action,
}

impl Typed {
    pub(crate) fn for_side(&self, record: &BoardRecord) -> Move {
        Move {
            color: self.color.unwrap_or(record.to_play()),
            action: self.action,
        }
    }
}

/// Moves in one argument. Small letters will do for a vertex: `d4`.
pub(crate) fn moves(
    text: &str,
    record: &BoardRecord,
    labels: &Labels,
) -> Result<Vec<Typed>, String> {
    let capital = |word: &str| {
        let start = word.find(':').map_or(0, |colon| colon + 1);
        let vertex = word[start..].bytes().skip(1).any(|b| b.is_ascii_digit())
            && !word[start..].starts_with('(');
        let end = if vertex {
            word[start..].to_ascii_uppercase()
        } else {
            word[start..].to_owned()
        };
        format!("{}{end}", &word[..start])
    };
    let words: Vec<String> = text.split_whitespace().map(capital).collect();
    let read = parse_moves(&words.join(" "), record.size(), labels).map_err(|error| match words
        .len()
    {
        1 => error.message().to_owned(),
        _ => format!("in `{}`: {}", plain(text), error.message()),
    })?;
    Ok(read
        .into_iter()
        .map(|word| Typed {
            color: word.value.color,
            action: word.value.action,
        })
        .collect())
}

/// `9` or `9x13`.
pub(crate) fn size(text: &str) -> Result<Size, String> {
    let is_plain = |text: &&str| text.bytes().all(|b| b.is_ascii_digit());
    let number = |text: &str| Some(text).filter(is_plain)?.parse::<usize>().ok();
    let sides = match text.split_once('x') {
        Some((rows, cols)) => number(rows).zip(number(cols)),
        None => number(text).zip(number(text)),
    };
    let (rows, cols) = sides.ok_or("a number is needed, as in 9, or two, as in 9x13")?;
    Size::new(rows, cols).map_err(|error| error.to_string())
}

/// Another one each time.
pub(crate) fn any_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    // Short enough to be typed.
    since.map_or(0, |since| {
        u64::from(since.subsec_micros()) + 1_000_000 * (since.as_secs() % 1000)
    })
}
