//! Commands that change nothing: legality, stones, liberties, history, the board.

use super::arguments::{Arguments, point};
use super::response::{CommandResult, Refusal};
use super::session::Session;
use crate::basics::{Chain, Move, Showboard, Size};
use crate::pure::{check_move, explain_move, is_legal_move};
use crate::sgf;

/// `is_legal COLOR VERTEX`: 1 or 0.
pub(super) fn is_legal(session: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    let mv = arguments.mv(session.size())?;
    let legal = is_legal_move(mv, &session.seen_by(mv.color));
    Ok(if legal { "1" } else { "0" }.to_owned())
}

/// `all_legal COLOR`: the points where this color may play.
pub(super) fn all_legal(session: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    let points = session.seen_by(arguments.color()?).legal_points();
    Ok(session.size().vertices(points))
}

/// `gokata-legal COLOR VERTEX`: `legal`, or `illegal` and the first reason. The vertex may be off the board.
pub(super) fn gokata_legal(session: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    let mv = arguments.hypothetical(session.size())?;
    let verdict = check_move(mv, &session.seen_by(mv.color));
    Ok(match verdict {
        Ok(()) => "legal".to_owned(),
        Err(reason) => format!("illegal {}", reason.name()),
    })
}

/// `gokata-explain COLOR VERTEX`: every reason, in sentences. The vertex may be off the board.
pub(super) fn gokata_explain(session: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    let mv = arguments.hypothetical(session.size())?;
    Ok(explain_move(mv, &session.seen_by(mv.color)).to_string())
}

pub(super) fn list_stones(session: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    let stones = session.record().board().stones_of(arguments.color()?);
    Ok(session.size().vertices(stones))
}

/// `countlib VERTEX`: the number of liberties of the chain there.
pub(super) fn countlib(session: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    Ok(chain(session, arguments)?.liberties.len().to_string())
}

/// `findlib VERTEX`: the liberties of the chain there.
pub(super) fn findlib(session: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    let liberties = chain(session, arguments)?.liberties;
    Ok(session.size().vertices(liberties))
}

fn chain(session: &Session, arguments: Arguments<'_>) -> Result<Chain, Refusal> {
    let [vertex] = arguments.exactly()?;
    let point = point(vertex, session.size())?;
    let chain = session.record().board().chain(point);
    chain.ok_or(Refusal::VertexMustNotBeEmpty)
}

/// `captures COLOR`: the number of prisoners that this color holds.
pub(super) fn captures(session: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    let color = arguments.color()?;
    Ok(session.record().prisoners(color).to_string())
}

/// `last_move`: the color and vertex of the latest turn.
pub(super) fn last_move(session: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    arguments.none()?;
    let last = session.record().last_turn();
    last.map(|mv| turn(mv, session.size()))
        .ok_or(Refusal::NoPreviousMove)
}

/// `move_history`: every turn, the latest first.
pub(super) fn move_history(session: &mut Session) -> String {
    let moves = session.record().moves().into_iter().rev();
    let lines: Vec<String> = moves.map(|mv| turn(mv, session.size())).collect();
    lines.join("\n")
}

/// `showboard`: the board, beginning on a line of its own.
pub(super) fn showboard(session: &mut Session) -> String {
    let board = Showboard(session.record().setup()).to_string();
    format!("\n{}", board.trim_end_matches('\n'))
}

/// `printsgf [FILE]`: the game as SGF, with the players, the date and the handicap of the file that was loaded. It has a
/// result only after a resignation, because the players have agreed on no score, or if it is a loaded game that has not
/// changed. With the name of a file other than `-`, the game is written to that new file.
pub(super) fn printsgf(session: &mut Session, arguments: Arguments<'_>) -> CommandResult {
    let name = arguments.at_most_one()?.filter(|name| *name != "-");
    let text = sgf::write(session.record(), &session.about()).unwrap_or_else(|long| {
        let message = "the game has more nodes than a line may have that `loadsgf` reads";
        session.complaint = Some(format!("printsgf: {message}"));
        long.text
    });
    let Some(name) = name else {
        return Ok(text.trim_end_matches('\n').to_owned());
    };
    if let Err(reason) = (session.write.0)(name, &text) {
        session.complaint = Some(format!("{name}: {reason}"));
        return Err(Refusal::CannotSaveFile);
    }
    Ok(String::new())
}

fn turn(mv: Move, size: Size) -> String {
    let color = mv.color.to_string().to_ascii_lowercase();
    format!("{color} {}", mv.action.describe(size))
}
