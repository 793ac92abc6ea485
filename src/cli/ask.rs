//! `gokata legal` and `gokata explain`: one position, and questions about it.

use gokata::{Action, Explanation, Labels, check_move, explain_move};

use crate::draw::board as draw;
use crate::read::arguments::{Typed, moves};
use crate::read::position::PositionArgs;
use crate::terminal::output::{BAD, GOOD, Output, Status, styled};

/// Is each of these moves legal? One line a move.
///
/// Ends with status 0 if all are, 1 if one is not.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata legal board.txt C3                 a vertex: column letter, row from the bottom
  gokata legal board.txt '(2,2)' o:pass     row and column from the top left; another side's move
  gokata legal board.txt a b                points that the board names with a letter
  gokata legal board.txt --rules aga --play C3 --play pass B3")]
pub(crate) struct LegalArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Moves to ask about: C4, d4, (2,3), a label, pass, resign; x: or o: before it names the side.
    #[arg(required = true, value_name = "MOVE")]
    moves: Vec<String>,
}

/// May this move be made, and if not, why? Every reason, and the board before and after.
///
/// Ends with status 0 if the move is legal, 1 if it is not.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata explain board.txt C3
  gokata explain board.txt --rules tromp-taylor --play 'C3 D3' C3
  gokata explain game.sgf x:C4 --at 8       the move of a game record that `check` calls move 9
  gokata show board.txt                     where is C3?")]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The move: C4, d4, (2,3), a label, pass, resign; x: or o: before it names the side.
    #[arg(required = true, value_name = "MOVE")]
    moves: Vec<String>,
}

pub(crate) fn legal(args: &LegalArgs, output: &mut Output) -> Result<Status, String> {
    let (record, labels) = args.position.load()?;
    let mut status = Status::Fine;
    for typed in all(&args.moves, &record, &labels)? {
        let mv = typed.for_side(&record);
        let verdict = match check_move(mv, &record) {
            Ok(()) => styled(GOOD, "legal"),
            Err(reason) => {
                status = Status::NotAsExpected;
                format!("{}: {reason}", styled(BAD, "not legal"))
            }
        };
        output.line(format!("{}: {verdict}", mv.describe(record.size())));
    }
    Ok(status)
}

pub(crate) fn explain(args: &ExplainArgs, output: &mut Output) -> Result<Status, String> {
    let (record, labels) = args.position.load()?;
    let mut status = Status::Fine;
    let mut separator = "";
    for typed in all(&args.moves, &record, &labels)? {
        let explanation = explain_move(typed.for_side(&record), &record);
        output.line(format!("{separator}{explanation}"));
        output.line(format!("  rules: {}", record.rules()));
        output.line("");
        output.line(boards(&explanation, &record, &labels));
        separator = "\n";
        if !explanation.is_legal() {
            status = Status::NotAsExpected;
        }
    }
    Ok(status)
}

/// Every move is understood before the first is answered.
fn all(
    words: &[String],
    record: &gokata::BoardRecord,
    labels: &Labels,
) -> Result<Vec<Typed>, String> {
    let read: Result<Vec<Vec<Typed>>, String> = words
        .iter()
        .map(|word| moves(word, record, labels))
        .collect();
    Ok(read?.into_iter().flatten().collect())
}

/// Before and after side by side; only before, where there is no after.
fn boards(explanation: &Explanation, record: &gokata::BoardRecord, labels: &Labels) -> String {
    let before = draw::position(record, labels);
    let Some(after) = explanation.board_after() else {
        return before.join("\n");
    };
    let stone = match explanation.asked().action {
        Action::Play(point) => Some(point),
        Action::Pass | Action::Resign => None,
    };
    let after = draw::book(after, stone, labels);
    let title = if explanation.is_legal() {
        "after"
    } else {
        "after, if it were legal"
    };
    draw::beside(("before", &before), (title, &after))
}
