//! `gokata legal` and `gokata explain`: check moves in one position.

use gokata::{BoardRecord, Explanation, Labels, Move, check_move, explain_move};

use crate::draw::board::beside;
use crate::draw::grid::Grid;
use crate::read::arguments::{in_turn, moves};
use crate::read::link::{link_to, page_address};
use crate::read::position::PositionArgs;
use crate::terminal::error::CommandError;
use crate::terminal::output::{BAD, GOOD, Output, Status, styled};
use crate::terminal::text::{plain_line, window, wrapped_at};

/// Prints whether moves are legal, one line per move.
///
/// Exit status: 0 all moves are legal; 1 a move is illegal.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata legal board.txt C3               column letter, row from the bottom
  gokata legal board.txt '(2,2)' o:pass   row and column from the top left;
                                          a pass by White
  gokata legal board.txt a b              points that the board labels
  gokata legal board.txt --rules aga --play C3 --play pass B3")]
pub(crate) struct LegalArgs {
    #[command(flatten)]
    asked: MovesArgs,
}

/// Explains whether moves are legal: every reason against a move, and the boards before and after it.
///
/// Exit status: 0 all moves are legal; 1 a move is illegal.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gokata explain board.txt C3
  gokata explain board.txt --rules tromp-taylor --play 'C3 D3' C3
  gokata explain game.sgf x:C4 --at 8   what `check` calls move 9 of a record
  gokata explain 'https://example.org/gokata.html#1.5.play-cc.ask-occ'
                                        the position and the move of a link
  gokata explain board.txt C3 --link https://example.org/gokata.html
                                        also print such a link
  gokata show board.txt                 where is C3?")]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    asked: MovesArgs,
    /// Print a link to each move, too: it opens the page gokata.html at this address with the position and the question.
    #[arg(long, value_name = "BASE", value_parser = page_address)]
    link: Option<String>,
}

#[derive(clap::Args)]
struct MovesArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Moves: C4, d4, (2,3), a label, pass or resign. The prefix x: or o: names the side that moves. May be left out if FILE
    /// is a link with a question.
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
}

impl MovesArgs {
    /// Returns the game, the labels of its board, and all moves, so that an error is reported before any output.
    fn load(&self) -> Result<(BoardRecord, Labels, Vec<Move>), CommandError> {
        let loaded = self.position.load(None)?;
        let (record, labels) = (loaded.asked_position(), loaded.labels);
        let is_asked = self.moves.is_empty() && self.position.play.is_empty();
        let mut all: Vec<Move> = loaded.asked.filter(|_| is_asked).into_iter().collect();
        for text in &self.moves {
            let moves = moves(text, &record, &labels)?;
            all.extend(moves.iter().map(|mv| in_turn(mv, &record)));
        }
        if all.is_empty() {
            return Err("a move is missing: name one after the file, such as C3 or pass".into());
        }
        Ok((record, labels, all))
    }
}

pub(crate) fn legal(args: &LegalArgs, output: &mut Output) -> Result<Status, CommandError> {
    let (record, _, moves) = args.asked.load()?;
    let mut all_legal = true;
    for mv in moves {
        let verdict = check_move(mv, &record);
        all_legal &= verdict.is_ok();
        let verdict = match verdict {
            Ok(()) => styled(GOOD, "legal"),
            Err(reason) => format!("{}: {reason}", styled(BAD, "not legal")),
        };
        output.line(format!("{}: {verdict}", mv.describe(record.size())));
    }
    Ok(Status::of(all_legal))
}

pub(crate) fn explain(args: &ExplainArgs, output: &mut Output) -> Result<Status, CommandError> {
    let (record, labels, moves) = args.asked.load()?;
    let mut all_legal = true;
    let mut separator = "";
    for mv in moves {
        let link = |page| link_to(record.clone(), Some(mv)).map(|link| link.address(page));
        let link = args.link.as_deref().map(link).transpose()?;
        let explanation = explain_move(mv, &record);
        // In a pipe, each reason is one line.
        let columns = window().unwrap_or(usize::MAX);
        let lines = explanation.to_string();
        let (verdict, reasons) = lines.split_once('\n').unwrap_or((&lines, ""));
        let color = if explanation.is_legal() { GOOD } else { BAD };
        output.line(format!("{separator}{}", styled(color, verdict)));
        for reason in reasons.lines() {
            output.line(wrapped_at(reason, columns));
        }
        let rules = format!("  rules: {}", record.rules());
        output.line(wrapped_at(&rules, columns));
        output.line("");
        output.line(before_and_after(&explanation, &record, &labels));
        if let Some(link) = link {
            output.line(format!("\n{}", plain_line(&link)));
        }
        separator = "\n";
        all_legal &= explanation.is_legal();
    }
    Ok(Status::of(all_legal))
}

/// Draws the boards before and after the move; only the board before, if the move cannot be played at all.
pub(crate) fn before_and_after(
    explanation: &Explanation,
    record: &BoardRecord,
    labels: &Labels,
) -> String {
    let before = Grid::of_game(record, labels).shown();
    let Some(after) = explanation.board_after() else {
        return before.join("\n");
    };
    let after = Grid::of(after, explanation.asked().action.point(), labels).shown();
    let title = if explanation.is_legal() {
        "after"
    } else {
        "after, if it were legal"
    };
    beside(("before", &before), (title, &after))
}
