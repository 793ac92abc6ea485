//! The texts of mails. Only names in them are written by players.

use super::store::Mail;
use gokata::Board;
use gokata::Color;
use gokata::agreement::{Game, Notice, NoticeKind, Stage, Viewer, notify};

/// A mail, without its addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Text {
    pub subject: String,
    pub body: String,
    /// The address that stops mails.
    pub stop: String,
}

/// The text of a mail, as of now; `None` if its event is not in the game.
pub(super) fn text(
    game: &Game,
    names: &[&str; 2],
    mail: &Mail,
    page: &str,
    stop: String,
) -> Option<Text> {
    let opponent = names[(!mail.to) as usize];
    let what = if mail.kind.starts_with("reminder") {
        reminder(game, opponent)
    } else {
        of_notice(&notice(game, mail)?, opponent)
    };
    let [black, white] = names;
    let record = game.state().record();
    let board = board(record.board());
    let about = match game.view(Viewer::Player(mail.to)).last_move {
        Some(last) => format!(
            "{} played last: {}. You are {}.",
            last.color,
            last.action.describe(record.size()),
            mail.to
        ),
        None => format!("You are {}.", mail.to),
    };
    let body = format!(
        "{what}.\n\n{board}\n\n{about}\nThe game: {page}\nThis link is yours alone: anyone who has it can play for you.\n\nNo more mails about this game: {stop}\n"
    );
    Some(Text {
        subject: format!("{what}: {black} – {white}"),
        body,
        stop,
    })
}

fn notice(game: &Game, mail: &Mail) -> Option<Notice> {
    let entry = game
        .log()
        .get(usize::try_from(mail.seq).ok()?.checked_sub(1)?)?;
    // The first event has no state before it, and needs none.
    let before = game.at(mail.seq - 1).or_else(|| game.at(1))?;
    let mut notices = notify(&before, entry).into_iter();
    notices.find(|notice| notice.to == mail.to && notice.kind.name() == mail.kind)
}

fn reminder(game: &Game, opponent: &str) -> String {
    match game.state().stage() {
        Stage::Play => format!("{opponent} waits for your move"),
        _ => format!("{opponent} waits for you to finish the count"),
    }
}

/// The board with coordinates: X for Black, O for White.
fn board(board: &Board) -> String {
    let size = board.size();
    let columns = size.points().take(size.cols());
    let columns = columns.map(|point| format!(" {:.1}", point.vertex(size)));
    let columns: String = columns.collect();
    let letter = |stone| match stone {
        None => " .",
        Some(Color::Black) => " X",
        Some(Color::White) => " O",
    };
    let stones: Vec<&str> = board.points().map(letter).collect();
    let rows = stones.chunks(size.cols()).zip((1..=size.rows()).rev());
    let rows = rows.map(|(stones, name)| format!("{name:2}{} {name}\n", stones.concat()));
    format!("  {columns}\n{}  {columns}", rows.collect::<String>())
}

/// What has happened, as a sentence without its period.
fn of_notice(notice: &Notice, opponent: &str) -> String {
    match notice.kind {
        NoticeKind::GameMade => format!("{opponent} plays Go with you"),
        NoticeKind::YourTurn { move_no } => format!("Your turn (move {move_no})"),
        NoticeKind::OpponentPassed { move_no } => {
            format!("{opponent} passed, your turn (move {move_no})")
        }
        NoticeKind::TakeBackAsked => format!("{opponent} asks to take back a move"),
        NoticeKind::TakenBack { move_no } => {
            format!("{opponent} let you take back, your turn (move {move_no})")
        }
        NoticeKind::TimeToScore => "Both have passed, time to count".to_owned(),
        NoticeKind::OpponentDone => format!("{opponent} agrees with the board, and waits for you"),
        NoticeKind::NoLongerDone => format!("{opponent} changed the marks, please look again"),
        NoticeKind::TookBackDone => format!("{opponent} is no longer done counting"),
        NoticeKind::PlayResumed { to_play } if to_play == notice.to => {
            format!("{opponent} resumed play, your turn")
        }
        NoticeKind::PlayResumed { .. } => format!("{opponent} resumed play, and moves first"),
        NoticeKind::VoidOffered => format!("{opponent} offers to void the game"),
        NoticeKind::GameOver { outcome } => format!("The game is over, {}", outcome.sentence()),
    }
}
