//! A position, from a file, a size, or a game record, and the moves made before the question.

use std::fs;
use std::path::{Path, PathBuf};

use gokata::fixture::Fixture;
use gokata::{BoardRecord, Color, Diagram, Labels, Rules, Setup, Size, play_move};

use crate::read::arguments::{moves, rules};
use crate::read::files::{read, read_any};
use crate::read::record::{Choice, recorded};
use crate::terminal::output::Output;
use crate::terminal::text::{name, number};

/// A position to ask about: a file, the rules, and moves made before the question.
#[derive(clap::Args)]
pub(crate) struct PositionArgs {
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

impl PositionArgs {
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
                if self.choice.is_main_line() && line.others > 0 {
                    let others = number(line.others, "variation");
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

/// The opening board of a file, or an empty board of the size named, unless there is a file of that
/// name.
pub(crate) fn opening(path: &Path) -> Result<Diagram, String> {
    empty(path).unwrap_or_else(|| fixture_opening(path, &read(path)?))
}

fn empty(path: &Path) -> Option<Result<Diagram, String>> {
    let text = path.to_str();
    let sides = text.map(|text| text.split_once('x').unwrap_or((text, text)));
    let side = |text: &str| {
        let is_plain = text.bytes().all(|b| b.is_ascii_digit());
        text.parse().ok().filter(|_| is_plain)
    };
    let numbers = sides.and_then(|(rows, cols)| Some((side(rows)?, side(cols)?)));
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
