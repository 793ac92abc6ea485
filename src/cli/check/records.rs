//! Game records, judged: what is told of each, for people and for programs.

use std::path::Path;

use gokata::sgf::{Collection, Game, Judgement, Judging, Lines, Refusal, Refused, Verdict, decode};
use gokata::{Color, IllegalMove, Rules, Size, TextError};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::stats::{columns, happened};
use crate::terminal::format::Format;
use crate::terminal::json::one_line;
use crate::terminal::output::{BAD, Status, styled};
use crate::terminal::text::{name, plain, quoted};

/// What is told of one file, or of some of its games.
#[derive(Default)]
pub(super) struct Told {
    /// Is more told of the same file?
    pub(super) is_part: bool,
    pub(super) status: Status,
    /// For standard output.
    pub(super) lines: Vec<String>,
    /// For standard error.
    pub(super) log: Vec<String>,
    pub(super) games: usize,
    pub(super) moves: usize,
    pub(super) illegal: usize,
    pub(super) not_understood: usize,
    pub(super) disputed: usize,
    /// Not judged, because the main line alone was to be.
    pub(super) variations: usize,
    /// Not judged, because a line before them ends with an illegal move or a fault.
    pub(super) cut_off: usize,
}

/// How many bytes of text are held before they are said.
const A_PART: usize = 16 << 10;

/// Judges every game of a file. Of one with much to tell, a part is said after the other, but for the last one.
pub(super) fn judge(
    file: &Path,
    bytes: &[u8],
    how: &Judging,
    format: Format,
    say: &mut dyn FnMut(Told),
) -> Told {
    let decoded = decode(bytes);
    let mut teller = Teller {
        file,
        how,
        format,
        sha256: match format {
            Format::Text | Format::Markdown => String::new(),
            Format::Ndjson => hex(&Sha256::digest(bytes)),
        },
        encoding: decoded.warnings,
        told: Told::default(),
        held: 0,
    };
    match Collection::parse(&decoded.text) {
        Ok(collection) => {
            let games = collection.games();
            let many = games.len() > 1;
            for (number, game) in (1..).zip(games) {
                match game {
                    Ok(game) => {
                        let judgement = game.judge(how);
                        teller.game(number, many, &game, judgement);
                    }
                    Err(error) => teller.unreadable(Some(number), &error),
                }
                if teller.held >= A_PART {
                    teller.held = 0;
                    let is_part = true;
                    let told = std::mem::take(&mut teller.told);
                    say(Told { is_part, ..told });
                }
            }
        }
        Err(error) => teller.unreadable(None, &error),
    }
    teller.told
}

/// A file that cannot be read at all.
pub(super) fn unread(file: &Path, trouble: &str, format: Format) -> Told {
    let mut told = Told {
        status: Status::Trouble,
        not_understood: 1,
        ..Told::default()
    };
    match format {
        Format::Text | Format::Markdown => told
            .log
            .push(format!("{} {trouble}", styled(BAD, "cannot read"))),
        Format::Ndjson => {
            let error = json!({ "line": null, "column": null, "message": trouble });
            told.lines.push(one_line(&Object(vec![
                ("schema", SCHEMA.into()),
                ("file", file.display().to_string().into()),
                ("verdict", "unreadable".into()),
                ("error", error),
            ])));
        }
    }
    told
}

/// A JSON object whose keys keep their order.
struct Object(Vec<(&'static str, Value)>);

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

const SCHEMA: &str = "gokata-record-1";

/// Positions of a game that are pointed out.
const MOST_SEEN: usize = 3;

struct Teller<'a> {
    file: &'a Path,
    how: &'a Judging,
    format: Format,
    sha256: String,
    /// What had to be supposed about the bytes.
    encoding: Vec<String>,
    told: Told,
    /// Bytes in it.
    held: usize,
}

impl Teller<'_> {
    /// For standard output.
    fn line(&mut self, line: String) {
        self.held += line.len();
        self.told.lines.push(line);
    }

    /// For standard error.
    fn log(&mut self, message: String) {
        self.held += message.len();
        self.told.log.push(message);
    }

    fn unreadable(&mut self, game: Option<usize>, error: &TextError) {
        self.told.status = self.told.status.max(Status::Trouble);
        self.told.games += usize::from(game.is_some());
        self.told.not_understood += 1;
        match self.format {
            Format::Text | Format::Markdown => {
                let what = styled(BAD, "cannot read");
                self.log(format!("{what} {}:{error}", name(self.file)));
            }
            Format::Ndjson => {
                let mut object = self.begun(game);
                object.0.push(("verdict", "unreadable".into()));
                object.0.push(("error", fault(error)));
                self.line(one_line(&object));
            }
        }
    }

    fn game(&mut self, number: usize, many: bool, game: &Game<'_>, judgement: Judgement) {
        let verdict = judgement.verdict();
        let status = match verdict {
            Verdict::Legal => Status::Fine,
            Verdict::Illegal => Status::NotAsExpected,
            Verdict::Partial | Verdict::NoMoves => Status::Trouble,
            Verdict::Disagreement => Status::Internal,
        };
        self.told.status = self.told.status.max(status);
        self.told.games += 1;
        self.told.moves += judgement.moves;
        self.told.illegal += usize::from(!judgement.illegal.is_empty());
        self.told.not_understood += usize::from(status == Status::Trouble);
        self.told.disputed += usize::from(status == Status::Internal);
        match self.how.lines {
            Lines::Main => self.told.variations += judgement.variations_left,
            Lines::All => self.told.cut_off += judgement.variations_left,
        }
        match self.format {
            Format::Text | Format::Markdown => self.tell(number, many, game, &judgement),
            Format::Ndjson => {
                let object = self.object(number, game, judgement);
                self.line(one_line(&object));
            }
        }
    }

    /// For people.
    fn tell(&mut self, number: usize, many: bool, game: &Game<'_>, judgement: &Judgement) {
        let file = name(self.file);
        for warning in std::mem::take(&mut self.encoding) {
            self.log(plain(&format!("warning {file}: {warning}")));
        }
        for warning in &judgement.warnings {
            let (line, column) = (warning.line(), warning.column());
            self.log(plain(&format!(
                "warning {file}:{line}:{column}: {}",
                warning.message()
            )));
        }
        if judgement.more_warnings > 0 {
            self.log(format!("warning {file}: {} more", judgement.more_warnings));
        }
        let game_number = if many {
            format!("game {number}, ")
        } else {
            String::new()
        };
        for refusal in &judgement.illegal {
            let Refusal { line, column, .. } = refusal;
            let said = refusal.sentence();
            let illegal = styled(BAD, "illegal");
            self.line(format!(
                "{illegal} {file}:{line}:{column}: {game_number}{said}"
            ));
        }
        if judgement.more_illegal > 0 {
            self.line(format!(
                "{file}: {game_number}{} more are illegal",
                judgement.more_illegal
            ));
        }
        if !judgement.illegal.is_empty() {
            self.see(number, many, judgement);
            self.line(format!(
                "  rules: {} ({})",
                judgement.rules,
                self.from(game).1
            ));
        }
        if let Some(stats) = &judgement.stats {
            self.line(format!("{file}: {game_number}{}", happened(stats)));
        }
        if let Some(fault) = &judgement.fault {
            let what = styled(BAD, "not understood");
            let moves = match judgement.moves {
                1 => "1 move was".to_owned(),
                moves => format!("{moves} moves were"),
            };
            self.log(format!("{what} {file}:{fault}\n  {moves} judged"));
        } else if judgement.moves == 0 {
            self.log(format!(
                "{} {file}: {game_number}there is no move in the main line",
                styled(BAD, "not judged")
            ));
        }
        if let Some(disagreement) = &judgement.disagreement {
            self.line(format!(
                "{} {file}: {game_number}the referees disagree: {disagreement}\n\
                 This is a bug in gokata. Please report it with this record.",
                styled(BAD, "bug")
            ));
        }
    }

    /// How to look at the position before an illegal move: of the first one, and of those in variations, whose
    /// names are hard to guess.
    fn see(&mut self, number: usize, many: bool, judgement: &Judgement) {
        // Standard input has been read, and other rules may find the move legal.
        if self.file.as_os_str() == "-" || self.how.rules.is_some() {
            return;
        }
        let file = quoted(&name(self.file));
        let game = if many {
            format!(" --game {number}")
        } else {
            String::new()
        };
        let shown = judgement.illegal.iter().enumerate();
        let shown = shown.filter(|(nth, refusal)| *nth == 0 || refusal.path != "main");
        let shown = shown.map(|(_, refusal)| refusal);
        for refusal in shown
            .filter(|refusal| refusal.reason != IllegalMove::OffBoard)
            .take(MOST_SEEN)
        {
            let (side, at) = (refusal.mv.color.letter(), refusal.number - 1);
            let vertex = refusal.mv.action.describe(refusal.size);
            let path = match refusal.path.as_str() {
                "main" => String::new(),
                path => format!(" --path {path}"),
            };
            self.line(format!(
                "  see: gokata explain {file} {side}:{vertex}{game}{path} --at {at}"
            ));
        }
    }

    /// Whence the rules come: for programs, and for people.
    fn from(&self, game: &Game<'_>) -> (&'static str, &'static str) {
        match (self.how.rules, game.rules()) {
            (Some(_), _) => ("option", "as given by --rules"),
            (None, Some(_)) => ("record", "as the record names them"),
            (None, None) => ("default", "the record names none that are known"),
        }
    }

    fn begun(&self, game: Option<usize>) -> Object {
        let mut object = Object(vec![
            ("schema", SCHEMA.into()),
            ("file", self.file.display().to_string().into()),
        ]);
        object.0.extend(game.map(|game| ("game", game.into())));
        object.0.push(("sha256", self.sha256.clone().into()));
        object
    }

    /// For programs.
    fn object(&mut self, number: usize, game: &Game<'_>, judgement: Judgement) -> Object {
        let mut object = self.begun(Some(number));
        let mut put = |key: &'static str, value: Value| object.0.push((key, value));
        let size = game.size();
        put("size", side_or_sides(size));
        put("rules", resolved(judgement.rules));
        put("rules_from", self.from(game).0.into());
        put("moves", judgement.moves.into());
        put("variations_left", judgement.variations_left.into());
        put("verdict", judgement.verdict().name().into());
        let illegal: Vec<Value> = judgement.illegal.iter().map(illegal).collect();
        if let Some(first) = illegal.first() {
            put("illegal", first.clone());
        }
        if self.how.refused == Refused::GoOn || self.how.lines == Lines::All {
            put("all_illegal", illegal.into());
            put("more_illegal", judgement.more_illegal.into());
        }
        let encoding = self
            .encoding
            .drain(..)
            .map(|message| json!({ "line": null, "column": null, "message": message }));
        let warnings: Vec<Value> = encoding
            .chain(judgement.warnings.iter().map(fault))
            .collect();
        put("warnings", warnings.into());
        put("more_warnings", judgement.more_warnings.into());
        if let Some(error) = &judgement.fault {
            put("error", fault(error));
        }
        if let Some(disagreement) = judgement.disagreement {
            put("disagreement", disagreement.into());
        }
        if let Some(stats) = &judgement.stats {
            for (key, value) in columns(stats) {
                put(key, value);
            }
        }
        object
    }
}

fn illegal(refusal: &Refusal) -> Value {
    json!({
        "path": refusal.path,
        "move": refusal.number,
        "vertex": refusal.mv.action.describe(refusal.size),
        "color": color(refusal.mv.color),
        "reason": refusal.reason.name(),
        "repeats": refusal.repeats,
        "line": refusal.line,
        "column": refusal.column,
    })
}

fn fault(error: &TextError) -> Value {
    json!({ "line": error.line(), "column": error.column(), "message": error.message() })
}

fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// 19, or `5x7` where there are not as many rows as columns.
fn side_or_sides(size: Size) -> Value {
    if size.rows() == size.cols() {
        size.rows().into()
    } else {
        size.to_string().into()
    }
}

fn resolved(rules: Rules) -> Value {
    let keys = Rules::KEYS.into_iter().map(str::to_owned);
    Value::Object(keys.zip(rules.values().map(Value::from)).collect())
}

fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}
