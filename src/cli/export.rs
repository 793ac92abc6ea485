//! `gokata export`: writes the questions of fixtures as JSON, for programs that do not parse fixtures.

use std::path::PathBuf;

use gokata::questions::line_protocol::{hidden_fact, situations};
use gokata::questions::{Asked, Counted, Question, Sizes, Step};
use gokata::scoring;
use gokata::{
    Action, Color, Diagram, IllegalMove, Labels, Move, Point, PointSet, Rules, Situation,
};
use serde_json::{Value, json};

use crate::read::corpus::{Corpus, Source};
use crate::read::corpus_version::{FIXTURES, built_in_files};
use crate::read::paths::Files;
use crate::terminal::error::CommandError;
use crate::terminal::output::{BAD, Output, Status, styled};
use crate::terminal::text::one_line;

/// Writes the questions of fixtures as JSON.
///
/// Each question includes the whole game before it and the correct answer. The same fixtures give the same bytes: the
/// keys are in alphabetical order, and each question is on one line.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata export > fixtures.json
  gokata export --sizes 9x9 > for-a-program-that-knows-9x9.json
  gokata export | jq '.questions[] | select(.expected.reason == \"ko\")'

The document has the fields corpus (the version of gokata's own fixtures, and whether all of them were read; null for \
others), questions, and not_asked (lines that are no question: chains, liberties, eyes, states of points). \
A question has the position (board, to_play), history (the positions before it, oldest first), ask \
(legal; board: the board after the move; prisoners; score; owner: of each point; dead: stones), move (null for a count, for \
prisoners, and for the board as it stands), rules, count \
(prisoners, marks and all else that the count depends on; null for a move), expected, and its place: id, file, line, \
column, case. Where a move that must be refused, or a turn taken back, stands before the question, steps are what a program does \
from the first position of history (from board, if there is none). For a move, the field untold names what the boards do not show (a resignation, a turn handed over, play \
resumed), or is null. \
The schema is src/cli/corpus.schema.json.

Exit status: 2 if a file cannot be read, a fixture fails its check, or nothing is exported. Files that are \
left out, such as game records, are reported on standard error.")]
pub(crate) struct ExportArgs {
    /// Files and folders; `-` is standard input. `fixtures` is gokata's own where there is none.
    #[arg(value_name = "PATH", default_value = FIXTURES)]
    paths: Vec<PathBuf>,
    /// The questions for a program with these boards only: 9x9,13x13, 5..19 or square. Questions on others are written on
    /// a larger board, where they can be asked there.
    #[arg(long, value_name = "SIZES")]
    sizes: Option<Sizes>,
}

pub(crate) fn run(args: &ExportArgs, output: &mut Output) -> Result<Status, CommandError> {
    let files = match built_in_files(&args.paths) {
        Some(files) => Files::new(Box::new(files.into_iter().map(Ok))),
        None => Files::given(args.paths.clone())?,
    };
    let mut corpus = Corpus::read(files);
    if let Some(sizes) = &args.sizes {
        corpus.move_to(sizes);
    }
    let version = one_line(&corpus.version());
    output.line(format!("{{\"corpus\":{version},\"not_asked\":["));
    let sources = corpus.sources.iter();
    let lines = sources.flat_map(|source| {
        let lines = source.asks.not_asked.iter();
        lines.map(
            |line| json!({ "file": source.lasting_file(), "line": line.line, "why": line.why }),
        )
    });
    list(lines, output);
    output.line("],\"questions\":[");
    let sources = corpus.sources.iter();
    let questions = sources.flat_map(|source| {
        let questions = source.asks.questions.iter();
        questions.map(|question| question_json(source, question))
    });
    list(questions, output);
    output.line("],\"schema\":\"gokata-corpus-4\"}");
    output.flush();
    for message in corpus.same_names() {
        Output::log(&message);
    }
    for (_, message) in &corpus.unusable {
        Output::log(&format!("{} {message}", styled(BAD, "left out")));
    }
    let is_empty = corpus.asks_nothing();
    // Most corpora have fixtures that test the parser, so they are mentioned only if nothing is exported.
    let left_out = if is_empty {
        corpus.left_out()
    } else {
        corpus.records_left_out().into_iter().collect()
    };
    for message in &left_out {
        Output::log(message);
    }
    if is_empty && corpus.unusable.is_empty() {
        Output::log("gokata: nothing is exported: there are no questions");
    }
    if is_empty || !corpus.unusable.is_empty() {
        return Ok(Status::Trouble);
    }
    Ok(Status::Fine)
}

/// Prints one item per line, with commas between them.
fn list(items: impl Iterator<Item = Value>, output: &mut Output) {
    let mut items = items.peekable();
    while let Some(item) = items.next() {
        let comma = if items.peek().is_some() { "," } else { "" };
        output.line(one_line(&item) + comma);
    }
}

/// A question. `json!` sorts the keys, which keeps the document the same from version to version.
fn question_json(source: &Source, question: &Question) -> Value {
    let mut history = situations(question);
    let now = history.pop().unwrap_or_else(|| question.before.situation());
    let size = question.before.size();
    let (asked, counted) = (&question.asked, question.asked.counted());
    let expected = match asked {
        Asked::Legal(_, verdict) => {
            let reason = verdict.err().map(IllegalMove::name);
            json!({ "legal": verdict.is_ok(), "reason": reason })
        }
        Asked::Board(_, after) | Asked::Now(after) => {
            let to_play = after.to_play.letter();
            let (setup, labels) = (after.clone(), Labels::new());
            let drawn = Diagram { setup, labels }.to_string();
            // The first line is the side to play.
            let board: Vec<&str> = drawn.lines().skip(1).collect();
            json!({ "board": board, "to_play": to_play })
        }
        Asked::Prisoners(tally) => {
            json!({ "prisoners": { "o": tally.white, "x": tally.black } })
        }
        Asked::Score(_, score) => json!({ "score": score.to_string() }),
        Asked::Owner(..) => {
            let owners = asked.answer().describe(size);
            json!({ "owner": owners.lines().collect::<Vec<_>>() })
        }
        Asked::Dead(_, known) => {
            let [alive, dead, seki] = scoring::Status::ALL.map(|status| {
                let chains = known.iter().filter(|(_, found)| *found == status);
                let stones = chains.flat_map(|(stones, _)| stones.iter());
                points(PointSet::new(size, stones))
            });
            json!({ "alive": alive, "dead": dead, "seki": seki })
        }
    };
    let mut json = json!({
        "ask": asked.kind(),
        "board": rows(now),
        "case": question.case,
        "column": question.column,
        "count": counted.map(count_json),
        "expected": expected,
        "file": source.lasting_file(),
        "history": history.into_iter().map(situation_json).collect::<Vec<_>>(),
        "id": source.id(question),
        "line": question.line,
        "move": asked.mv().map(move_json),
        "rules": rules_json(question.before.rules(), counted.is_some()),
        "to_play": now.to_play.letter(),
        "untold": if counted.is_none() { hidden_fact(question) } else { None },
    });
    if !question.steps.is_empty() {
        let steps = question.steps.iter().map(|step| match *step {
            Step::Play(mv) => json!({ "do": "play", "move": move_json(mv) }),
            Step::Try(mv) => json!({ "do": "try", "move": move_json(mv) }),
            Step::Undo => json!({ "do": "undo" }),
        });
        json["steps"] = steps.collect();
    }
    json
}

fn move_json(mv: Move) -> Value {
    let color = mv.color.letter();
    match mv.action {
        Action::Play(Point { row, col }) => {
            json!({ "color": color, "kind": "play", "row": row, "col": col })
        }
        Action::Pass => json!({ "color": color, "kind": "pass" }),
        Action::Resign => json!({ "color": color, "kind": "resign" }),
    }
}

/// The rules about moves; for a count, all.
fn rules_json(rules: Rules, counts: bool) -> Value {
    let mut json = json!({
        "button": rules.button(),
        "ko": rules.ko().name(),
        "suicide": rules.suicide().name(),
    });
    if counts {
        json["handicap_bonus"] = json!(rules.handicap_bonus().name());
        json["komi"] = json!(rules.komi().to_string());
        json["last_pass"] = json!(rules.last_pass().name());
        json["pass_stones"] = json!(rules.pass_stones());
        json["scoring"] = json!(rules.scoring().name());
        json["tax"] = json!(rules.tax().name());
    }
    json
}

/// What a count depends on besides the boards and the rules.
fn count_json(counted: &Counted) -> Value {
    let standing = &counted.standing;
    json!({
        "dead": points(standing.marks.dead()),
        "first_pass": standing.first_pass.map(Color::letter),
        "handicap": standing.handicap,
        "neutral": points(standing.marks.neutral()),
        "prisoners": { "o": standing.prisoners.white, "x": standing.prisoners.black },
    })
}

fn points(set: PointSet) -> Vec<[i32; 2]> {
    let points = set.iter().map(|Point { row, col }| [row, col]);
    points.collect()
}

fn situation_json(situation: &Situation) -> Value {
    json!({ "board": rows(situation), "to_play": situation.to_play.letter() })
}

fn rows(situation: &Situation) -> Vec<String> {
    let board = situation.board.to_string();
    board.lines().map(str::to_owned).collect()
}
