//! What one viewer sees and may do. A web page or a terminal can show a game from it without applying rules.

use crate::basics::named::named;
use crate::basics::{Action, ByColor, Color, IllegalMove, Move, Point, Size};
use crate::pure::{BoardRecord, check_move, play_move};
use crate::scoring::{Count, Mark, Outcome, Unfinished};

use super::event::How;
use super::request::Command;
use super::state::{Stage, State};
use super::suggestion::{Suggested, Suggestion};
use super::terms::Marking;

/// A viewer of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player.
    Player(Color),
    /// Anyone else.
    Spectator,
}

/// What one viewer sees. It depends only on the state and the viewer, so a client may skip views.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct View {
    /// The viewer.
    pub viewer: Viewer,
    /// The number of events; an offer to void the game and its acceptance must state it.
    pub seq: u64,
    /// The phase of the game.
    pub stage: Stage,
    /// The board's size.
    pub size: Size,
    /// The board in the letters of [`PointState`](crate::scoring::PointState), row after row.
    pub board: String,
    /// The latest turn.
    pub last_move: Option<Move>,
    /// The point where the player to move may not retake, because of the ko rule.
    pub ko_point: Option<Point>,
    /// Whose turn it is; `None` after play has ended.
    pub to_move: Option<Color>,
    /// The number of turns; a move must state it.
    pub move_no: usize,
    /// How often turns have been taken back; a move must state it, too.
    pub taken_back: u32,
    /// The number of prisoners that Black and White hold.
    pub prisoners: ByColor<usize>,
    /// The [scoring number](State::scoring_number); an approval must state it.
    pub scoring_number: u32,
    /// Whether Black and White have approved the marked board.
    pub done: ByColor<bool>,
    /// The number of the event that recorded the viewer's approval of the marked board, if they have approved it. To take
    /// it back, the viewer must state it.
    pub approval: Option<u64>,
    /// How often the viewer has taken back an approval in this game; an approval must state it. 0 for a spectator.
    pub retracted: u32,
    /// The count of the board as it is marked; `None` during play, and for a game that was not counted.
    pub count: Option<Count>,
    /// The neutral points that keep territory from counting, while the board is scored. The players can play on, or count
    /// without tax and mark the eyes of a seki as neutral. `message` begins with these points.
    pub unfinished: Option<Unfinished>,
    /// How sure the suggestion is that the marks are, until the next mark.
    pub suggested: Option<Suggested>,
    /// The player whose offer to void the game is open.
    pub void_offer: Option<Color>,
    /// The player who asks to take back their latest turn.
    pub take_back_ask: Option<Color>,
    /// The result.
    pub outcome: Option<Outcome>,
    /// What ended the game; `None` before the end.
    pub how: Option<How>,
    /// A status line for the viewer.
    pub message: String,
    /// What the viewer may do now.
    pub allowed: Vec<Allowed>,
}

named! {
    /// The phase of the game as one viewer sees it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum ViewerState {
        /// Moves are made.
        Playing = "playing",
        /// Stones are marked, and no player has approved the board. A spectator sees this during the whole scoring
        /// phase.
        Scoring = "scoring",
        /// The viewer has approved the board, their opponent has not.
        YouAreDone = "you_are_done",
        /// The opponent has approved the board, the viewer has not.
        OpponentIsDone = "opponent_is_done",
        /// The game is over.
        GameFinished = "game_finished",
    }

    /// `playing`, `scoring`, `you_are_done`, `opponent_is_done` or `game_finished`.
    pub const fn name(self) -> &'static str;
}

named! {
    /// Something a viewer may do now. `Play` does not mean that a particular move is legal.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Allowed {
        /// Play a stone.
        Play = "play",
        /// Pass.
        Pass = "pass",
        /// Ask to take back one's own latest turn.
        AskTakeBack = "ask_take_back",
        /// Let the opponent take back theirs.
        GrantTakeBack = "grant_take_back",
        /// Mark stones dead or alive, or as suggested.
        MarkStones = "mark_stones",
        /// Mark regions neutral or counted.
        MarkRegions = "mark_regions",
        /// Approve the board.
        Done = "done",
        /// Take back the approval.
        Undone = "undone",
        /// Resume play.
        Resume = "resume",
        /// Claim the result against a silent opponent, once the terms allow it.
        Claim = "claim",
        /// Offer to void the game.
        OfferVoid = "offer_void",
        /// Accept the offer to void the game.
        AcceptVoid = "accept_void",
        /// Resign.
        Resign = "resign",
    }

    /// `play`, `mark_stones`, …: its name in one word.
    pub const fn name(self) -> &'static str;
}

impl State {
    /// Returns what this viewer sees.
    pub fn view(&self, viewer: Viewer) -> View {
        let state = self;
        let record = &state.record;
        let [playing, scoring] = [Stage::Play, Stage::Scoring].map(|stage| stage == state.stage());
        let you = match viewer {
            Viewer::Player(color) => Some(color),
            Viewer::Spectator => None,
        };
        let mut view = View {
            viewer,
            seq: state.seq,
            stage: state.stage(),
            size: record.size(),
            board: state.board(),
            last_move: record.last_turn(),
            ko_point: playing.then(|| ko_point(record)).flatten(),
            to_move: playing.then(|| record.to_play()),
            move_no: record.turns(),
            taken_back: state.taken_back,
            prisoners: ByColor::from_fn(|color| record.prisoners(color)),
            scoring_number: state.scoring_number,
            done: ByColor::from_fn(|color| state.is_done(color)),
            approval: you.and_then(|color| Some(state.approval(color)?.seq)),
            retracted: you.map_or(0, |color| state.retracted(color)),
            count: state.count(),
            unfinished: scoring.then(|| state.standing().unfinished()).flatten(),
            suggested: state.suggested().cloned(),
            void_offer: state.void_offer,
            take_back_ask: state.take_back_ask,
            outcome: state.finish().map(|finish| finish.outcome),
            how: state.finish().map(|finish| finish.how),
            message: String::new(),
            allowed: you.map_or_else(Vec::new, |color| allowed(state, color)),
        };
        view.message = message(state, &view);
        view
    }
}

impl View {
    /// The phase of the game as the viewer sees it.
    pub fn viewer_state(&self) -> ViewerState {
        match self.stage {
            Stage::Play => ViewerState::Playing,
            Stage::Scoring if self.you_are_done() => ViewerState::YouAreDone,
            Stage::Scoring if self.opponent_is_done() => ViewerState::OpponentIsDone,
            Stage::Scoring => ViewerState::Scoring,
            Stage::Finished => ViewerState::GameFinished,
        }
    }

    /// True if the viewer has approved the marked board; false for a spectator.
    pub fn you_are_done(&self) -> bool {
        matches!(self.viewer, Viewer::Player(you) if self.done[you])
    }

    /// True if the viewer's opponent has approved the marked board; false for a spectator.
    pub fn opponent_is_done(&self) -> bool {
        matches!(self.viewer, Viewer::Player(you) if self.done[!you])
    }
}

/// The commands that the viewer can give, with the numbers that this view shows.
impl View {
    /// Play a stone.
    pub fn play(&self, point: impl Into<Point>) -> Command {
        Command::Play {
            point: point.into(),
            move_no: self.move_no,
            taken_back: self.taken_back,
        }
    }

    /// Pass.
    pub fn pass(&self) -> Command {
        Command::Pass {
            move_no: self.move_no,
            taken_back: self.taken_back,
        }
    }

    /// Ask to take back the viewer's latest turn.
    pub fn ask_take_back(&self) -> Command {
        Command::AskTakeBack { seq: self.seq }
    }

    /// Let the opponent take back theirs, as the view shows that they ask.
    pub fn grant_take_back(&self) -> Command {
        Command::GrantTakeBack { ask: self.seq }
    }

    /// Mark stones or a region.
    pub fn mark(&self, point: impl Into<Point>, mark: Mark) -> Command {
        Command::Mark {
            point: point.into(),
            mark,
            base: self.scoring_number,
        }
    }

    /// Set all marks as suggested.
    pub fn suggest(&self, suggestion: Suggestion) -> Command {
        Command::Suggest {
            suggestion,
            number: self.scoring_number,
        }
    }

    /// Approve the board that is shown.
    pub fn done(&self) -> Command {
        Command::Done {
            number: self.scoring_number,
            retracted: self.retracted,
            board: self.board.clone(),
        }
    }

    /// Take back the approval; `None` if the viewer has not approved the board.
    pub fn undone(&self) -> Option<Command> {
        let approval = self.approval?;
        Some(Command::Undone { approval })
    }

    /// Claim the result. Both numbers come from the server: see [`Command::Claim`].
    pub fn claim(&self, silent_for: u64, reminders: u32) -> Command {
        Command::Claim {
            number: self.scoring_number,
            silent_for,
            reminders,
        }
    }

    /// Offer to void the game, or accept the offer that is shown.
    pub fn void(&self) -> Command {
        Command::Void { seq: self.seq }
    }

    /// Resume play.
    pub fn resume(&self) -> Command {
        Command::Resume {
            number: self.scoring_number,
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
            let may_ask = state.take_back_ask != Some(you) && state.before_own_turn(you).is_ok();
            offer(Allowed::AskTakeBack, may_ask);
            offer(Allowed::GrantTakeBack, state.take_back_ask == Some(!you));
        }
        Stage::Scoring => {
            let marking = state.terms.marking;
            offer(Allowed::MarkStones, !done && marking != Marking::Nothing);
            let regions = marking == Marking::StonesAndRegions;
            offer(Allowed::MarkRegions, !done && regions);
            offer(Allowed::Done, !done);
            offer(Allowed::Undone, done);
            offer(Allowed::Resume, state.may_resume);
            offer(Allowed::Claim, done && state.terms.claims.is_some());
        }
        Stage::Finished => return allowed,
    }
    offer(Allowed::OfferVoid, state.void_offer.is_none());
    offer(Allowed::AcceptVoid, state.void_offer == Some(!you));
    offer(Allowed::Resign, true);
    allowed
}

fn message(state: &State, view: &View) -> String {
    let message = match (view.viewer, view.viewer_state()) {
        (_, ViewerState::GameFinished) => {
            let sentence = view.outcome.map_or_else(String::new, Outcome::sentence);
            return format!("game over: {sentence}");
        }
        (Viewer::Player(you), ViewerState::Playing) if state.record.to_play() == you => {
            let passed = play_move(Move::pass(you), &state.record);
            if passed.is_ok_and(|after| after.is_over()) {
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
    let message = match &view.unfinished {
        None => message,
        Some(unfinished) => format!("{}; {message}", unfinished.describe(view.size)),
    };
    match (state.void_offer, state.take_back_ask) {
        (Some(offerer), _) => format!("{message}; {offerer} offers to void the game"),
        (_, Some(asker)) => format!("{message}; {asker} asks to take back a move"),
        (None, None) => message,
    }
}

/// Returns the point of a stone captured in the last turn, if the ko rule forbids playing there.
fn ko_point(record: &BoardRecord) -> Option<Point> {
    let Action::Play(_) = record.last_turn()?.action else {
        return None;
    };
    let side = record.to_play();
    let before = record.undo()?;
    let is_ko = |point: Point, color: Color| {
        color == side && check_move(Move::play(side, point), record) == Err(IllegalMove::Ko)
    };
    let mut stones = before.board().stones();
    stones.find_map(|(point, color)| is_ko(point, color).then_some(point))
}
