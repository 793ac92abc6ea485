//! What one viewer is shown, and what he may do: all that a page or a terminal needs, so that it decides
//! nothing itself.

use crate::basics::{Action, Color, IllegalMove, Move, Point, Size};
use crate::pure::{BoardRecord, check_move, play_move};
use crate::scoring::{Count, Mark, Outcome};

use super::state::Progress;
use super::{Command, How, Marking, Stage, State};

/// Who looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player.
    Player(Color),
    /// Anybody else.
    Spectator,
}

/// What one viewer is shown. It depends on the state alone, so any view may follow any other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// How many events there have been.
    pub seq: u64,
    /// What the players are at.
    pub stage: Stage,
    /// What the viewer is at.
    pub viewer_state: ViewerState,
    /// How large the board is.
    pub size: Size,
    /// The board in the letters of [`PointState`](crate::scoring::PointState), row after row.
    pub board: String,
    /// The latest turn.
    pub last_move: Option<Move>,
    /// Where the player to move may not retake.
    pub ko_point: Option<Point>,
    /// Whose turn it is; `None` unless play goes on.
    pub to_move: Option<Color>,
    /// How many turns have been taken. A move names this number.
    pub move_no: usize,
    /// The stones that Black and White hold.
    pub prisoners: [usize; 2],
    /// Which marked board this is. An approval names this number.
    pub scoring_number: u32,
    /// Has the viewer approved it?
    pub you_are_done: bool,
    /// Has his opponent?
    pub opponent_is_done: bool,
    /// Have Black and White?
    pub done: [bool; 2],
    /// The points as they stand, or stood at the end; `None` during play, and if the game was not counted.
    pub count: Option<Count>,
    /// Who offers that the game shall not count.
    pub void_offer: Option<Color>,
    /// What the game came to.
    pub outcome: Option<Outcome>,
    /// What ended it.
    pub how: Option<How>,
    /// A line for the viewer.
    pub message: String,
    /// What the viewer may do.
    pub allowed: Vec<Allowed>,
}

/// What a viewer is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ViewerState {
    /// Moves are made.
    Playing,
    /// Stones are marked, and neither he nor his opponent is done. A spectator sees it until the end.
    Scoring,
    /// He has approved the board, his opponent has not.
    YouAreDone,
    /// His opponent has approved the board, he has not.
    OpponentIsDone,
    /// The game is over.
    GameFinished,
}

/// Something a viewer may do now. Of a move, only the rules can say more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Allowed {
    /// Play a stone.
    Play,
    /// Pass.
    Pass,
    /// Mark stones dead or alive.
    MarkStones,
    /// Call a region neutral, or say that it counts.
    MarkRegions,
    /// Approve the board.
    Done,
    /// Take that back.
    Undone,
    /// Go on playing.
    Resume,
    /// Claim the game against a silent opponent, when it is time.
    Claim,
    /// Offer that the game shall not count.
    OfferVoid,
    /// Accept that offer.
    AcceptVoid,
    /// Give the game up.
    Resign,
}

/// What this viewer is shown of a state.
pub fn view(state: &State, viewer: Viewer) -> View {
    let record = &state.record;
    let done = Color::BOTH.map(|color| state.is_done(color));
    let [you_are_done, opponent_is_done] = match viewer {
        Viewer::Player(color) => [done[color as usize], done[!color as usize]],
        Viewer::Spectator => [false; 2],
    };
    let stage = state.stage();
    let viewer_state = match (stage, you_are_done, opponent_is_done) {
        (Stage::Play, _, _) => ViewerState::Playing,
        (Stage::Scoring, true, _) => ViewerState::YouAreDone,
        (Stage::Scoring, false, true) => ViewerState::OpponentIsDone,
        (Stage::Scoring, false, false) => ViewerState::Scoring,
        (Stage::Finished, _, _) => ViewerState::GameFinished,
    };
    let playing = stage == Stage::Play;
    View {
        viewer,
        seq: state.seq,
        stage,
        viewer_state,
        size: record.size(),
        board: state.board(),
        last_move: record.last_turn(),
        ko_point: playing.then(|| ko_point(record)).flatten(),
        to_move: playing.then(|| record.to_play()),
        move_no: record.turns(),
        prisoners: Color::BOTH.map(|color| record.prisoners(color)),
        scoring_number: state.scoring_number,
        you_are_done,
        opponent_is_done,
        done,
        count: state.count(),
        void_offer: state.void_offer,
        outcome: state.finish().map(|finish| finish.outcome),
        how: state.finish().map(|finish| finish.how),
        message: message(state, viewer, viewer_state),
        allowed: match viewer {
            Viewer::Player(color) => allowed(state, color),
            Viewer::Spectator => Vec::new(),
        },
    }
}

/// What whoever looks at this view can ask for, with the numbers that he has before his eyes.
impl View {
    /// A stone on a point.
    pub fn play(&self, point: impl Into<Point>) -> Command {
        Command::Play {
            point: point.into(),
            move_no: self.move_no,
        }
    }

    /// A pass.
    pub fn pass(&self) -> Command {
        Command::Pass {
            move_no: self.move_no,
        }
    }

    /// Something said of a point.
    pub fn mark(&self, point: impl Into<Point>, mark: Mark) -> Command {
        Command::Mark {
            point: point.into(),
            mark,
            base: self.scoring_number,
        }
    }

    /// Approval of the board as it is shown.
    pub fn done(&self) -> Command {
        Command::Done {
            number: self.scoring_number,
            board: self.board.clone(),
        }
    }

    /// The approval taken back.
    pub fn undone(&self) -> Command {
        Command::Undone {
            number: self.scoring_number,
        }
    }

    /// Play shall go on.
    pub fn resume(&self) -> Command {
        Command::Resume {
            number: self.scoring_number,
        }
    }
}

impl Allowed {
    /// `play`, `mark-stones`, …: its name in one word.
    pub const fn name(self) -> &'static str {
        match self {
            Allowed::Play => "play",
            Allowed::Pass => "pass",
            Allowed::MarkStones => "mark-stones",
            Allowed::MarkRegions => "mark-regions",
            Allowed::Done => "done",
            Allowed::Undone => "undone",
            Allowed::Resume => "resume",
            Allowed::Claim => "claim",
            Allowed::OfferVoid => "offer-void",
            Allowed::AcceptVoid => "accept-void",
            Allowed::Resign => "resign",
        }
    }
}

impl ViewerState {
    /// `playing`, `scoring`, `you_are_done`, `opponent_is_done` or `game_finished`.
    pub const fn name(self) -> &'static str {
        match self {
            ViewerState::Playing => "playing",
            ViewerState::Scoring => "scoring",
            ViewerState::YouAreDone => "you_are_done",
            ViewerState::OpponentIsDone => "opponent_is_done",
            ViewerState::GameFinished => "game_finished",
        }
    }
}

fn allowed(state: &State, you: Color) -> Vec<Allowed> {
    let done = state.is_done(you);
    let mut allowed = Vec::new();
    let mut offer = |what: Allowed, when: bool| allowed.extend(when.then_some(what));
    match state.stage() {
        Stage::Play => {
            let your_turn = state.record.to_play() == you;
            offer(Allowed::Play, your_turn);
            offer(Allowed::Pass, your_turn);
        }
        Stage::Scoring => {
            let marking = state.terms.marking;
            offer(Allowed::MarkStones, !done && marking != Marking::Nothing);
            let regions = marking == Marking::StonesAndRegions;
            offer(Allowed::MarkRegions, !done && regions);
            offer(Allowed::Done, !done);
            offer(Allowed::Undone, done);
            offer(Allowed::Resume, state.progress == Progress::Some);
            offer(Allowed::Claim, done && state.terms.claims.is_some());
        }
        Stage::Finished => return allowed,
    }
    offer(Allowed::OfferVoid, state.void_offer.is_none());
    offer(Allowed::AcceptVoid, state.void_offer == Some(!you));
    offer(Allowed::Resign, true);
    allowed
}

fn message(state: &State, viewer: Viewer, viewer_state: ViewerState) -> String {
    let message = match (viewer, viewer_state) {
        (_, ViewerState::GameFinished) => {
            let outcome = state.finish().map(|finish| finish.outcome);
            let sentence = outcome.map_or_else(String::new, Outcome::sentence);
            return format!("game over: {sentence}");
        }
        (Viewer::Player(you), ViewerState::Playing) if state.record.to_play() == you => {
            if one_pass_ends(state) {
                format!("{} passed: pass again to end the game", !you)
            } else {
                "your turn".to_owned()
            }
        }
        (_, ViewerState::Playing) => format!("waiting for {}", state.record.to_play()),
        (Viewer::Spectator, _) => "the players mark dead groups".to_owned(),
        (Viewer::Player(_), ViewerState::Scoring) => {
            "mark groups dead or alive, and say when you are done".to_owned()
        }
        (Viewer::Player(you), ViewerState::YouAreDone) => {
            format!("waiting for {} to finish scoring", !you)
        }
        (Viewer::Player(you), ViewerState::OpponentIsDone) => {
            format!("{} has finished scoring", !you)
        }
    };
    match state.void_offer {
        None => message,
        Some(offerer) => format!("{message}; {offerer} offers that the game does not count"),
    }
}

/// Would a pass now end play?
fn one_pass_ends(state: &State) -> bool {
    let pass = Move::pass(state.record.to_play());
    play_move(pass, &state.record).is_ok_and(|after| after.is_over())
}

/// Where the last turn took a stone that may not be put back at once.
fn ko_point(record: &BoardRecord) -> Option<Point> {
    let side = record.to_play();
    let Action::Play(_) = record.last_turn()?.action else {
        return None;
    };
    let before = record.undo()?;
    let taken = |(point, color): &(Point, Color)| {
        *color == side && record.board().stone_at(*point).is_none()
    };
    let barred =
        |point: &Point| check_move(Move::play(side, *point), record) == Err(IllegalMove::Ko);
    let mut taken = before
        .board()
        .stones()
        .filter(taken)
        .map(|(point, _)| point);
    taken.find(barred)
}
