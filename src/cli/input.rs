//! Reading: only regular files and standard input, and not more than a fixture can be.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use gokata::fixture::{Fixture, parse_moves};
use gokata::{
    Action, BoardRecord, Color, Diagram, Labels, Move, Rules, RulesError, Setup, Size, play_move,
};

use crate::output::{name, plain};

/// The largest fixture that is read: 16 MiB.
const LIMIT: u64 = 16 << 20;

/// All bytes of a file, or of standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    let fault = |fault: io::Error| format!("{}: {}", name(path), reason(&fault));
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        io::stdin()
            .take(LIMIT + 1)
            .read_to_end(&mut bytes)
            .map_err(fault)?;
    } else {
        // Asked before opening: a pipe would make us wait, a device would never end.
        if !fs::metadata(path).map_err(fault)?.is_file() {
            return Err(format!("{}: not a regular file", name(path)));
        }
        File::open(path)
            .map_err(fault)?
            .take(LIMIT + 1)
            .read_to_end(&mut bytes)
            .map_err(fault)?;
    }
    if bytes.len() as u64 > LIMIT {
        return Err(format!("{}: larger than {} MiB", name(path), LIMIT >> 20));
    }
    Ok(bytes)
}

/// Every fixture in a folder and below it, in the order of names, and every folder that cannot be
/// read, with the reason. Links to folders are not followed.
pub(crate) fn fixtures_below(folder: &Path) -> Vec<Result<PathBuf, (PathBuf, String)>> {
    let entries = || {
        fs::read_dir(folder)?
            .map(|entry| {
                let entry = entry?;
                Ok((entry.path(), entry.file_type()?.is_dir()))
            })
            .collect()
    };
    let mut entries: Vec<(PathBuf, bool)> = match entries() {
        Ok(entries) => entries,
        Err(fault) => {
            return vec![Err((
                folder.to_owned(),
                format!("{}: {}", name(folder), reason(&fault)),
            ))];
        }
    };
    entries.sort();
    let mut found = Vec::new();
    for (path, is_folder) in entries {
        if is_folder {
            found.extend(fixtures_below(&path));
        } else if path.extension().is_some_and(|ending| ending == "txt") {
            found.push(Ok(path));
        }
    }
    found
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
    let sides = path.to_str().and_then(|text| text.split_once('x'));
    let number = |text: &str| {
        let is_plain = text.bytes().all(|b| b.is_ascii_digit());
        text.parse().ok().filter(|_| is_plain)
    };
    let numbers = sides.and_then(|(rows, cols)| Some((number(rows)?, number(cols)?)));
    if let Some((rows, cols)) = numbers.filter(|_| fs::metadata(path).is_err()) {
        let size = Size::new(rows, cols).map_err(|error| error.to_string())?;
        return Ok(Diagram {
            setup: Setup::new(size, Color::Black),
            labels: Labels::new(),
        });
    }
    let fixture =
        Fixture::parse(&read(path)?).map_err(|error| format!("{}:{error}", name(path)))?;
    Ok(fixture.opening)
}

/// A position to ask about: a file, the rules, and moves made before the question.
#[derive(clap::Args)]
pub(crate) struct Position {
    /// A board or fixture, of which the opening board is used; `-` is standard input. Or an empty
    /// board of this size, as in 9x9 (rows x columns).
    #[arg(value_name = "FILE|ROWSxCOLS")]
    file: PathBuf,
    /// The rules: a name, then perhaps key=value, as in `aga` or `kata,ko=positional`.
    #[arg(long, value_name = "RULES", default_value = "kata", value_parser = rules)]
    rules: Rules,
    /// A move made first, as in `--play C3`; may be given again, or hold several: `--play 'C3 pass'`.
    #[arg(long, value_name = "MOVE")]
    play: Vec<String>,
}

/// Rules as a person writes them: capital letters do no harm.
pub(crate) fn rules(text: &str) -> Result<Rules, String> {
    let rules = text.to_ascii_lowercase().parse();
    rules.map_err(|error: RulesError| error.to_string())
}

impl Position {
    /// The game up to the question, and the labels of its board.
    pub(crate) fn load(&self) -> Result<(BoardRecord, Labels), String> {
        let opening = opening(&self.file)?;
        let record = BoardRecord::try_from(&opening.setup).map_err(|error| error.to_string())?;
        let mut record = record.with_rules(self.rules);
        for text in &self.play {
            for mv in moves(text, &record, &opening.labels)? {
                let mv = mv.for_side(&record);
                record = play_move(mv, &record)
                    .map_err(|reason| format!("--play {}: {reason}", mv.describe(record.size())))?;
            }
        }
        Ok((record, opening.labels))
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
