//! What a page of a game shows, and to whom.

use super::isolate::isolated;
use crate::games::Live;
use crate::presence::Presence;
use gokata::agreement::{Allowed, Stage, State, View, Viewer};
use gokata::scoring::{Marks, PointState, Region};
use gokata::{BoardRecord, Color, GameEvent, Point};

/// The opponent's link, while the player who made the game is to hand it on.
pub(crate) struct Invitation {
    pub link: String,
    /// Where it was mailed to.
    pub email: Option<String>,
}

/// What a page of a game shows, and to whom.
pub(crate) struct Shown<'a> {
    pub live: &'a Live,
    pub view: &'a View,
    /// The viewer's link: the page is at `/g/{token}`.
    pub token: &'a str,
    /// The same as a whole address.
    pub link: &'a str,
    /// The whole address for spectators, which anyone may have.
    pub spectators: &'a str,
    /// The opponent's link, while the viewer is to hand it on: they made the game, and the opponent has not come yet.
    pub invitation: Option<Invitation>,
    /// The path of the viewer's page in the rematch, once there is one.
    pub rematch: Option<&'a str>,
    /// Whether this server sends mails.
    pub mails: bool,
    /// Whether Black and White look at the game.
    pub presence: [Presence; 2],
    pub look: Look,
    /// A sentence about what the viewer has just asked for.
    pub feedback: Option<Feedback>,
}

/// What of the game the page shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// The game as it stands.
    Now,
    /// The game as it stands; the player has chosen this point, and has not played or marked there yet.
    Chosen(Point),
    /// The game as it stands, and a question that must be confirmed.
    Question(Question),
    /// The links, after the game was made.
    Made,
    /// The position after this number of turns, and a point that the viewer has chosen in it.
    Earlier(usize, Option<Point>),
}

/// What a player is asked to confirm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Question {
    Pass,
    Done,
    Resume,
    Resign,
    Void,
    Claim,
}

impl Question {
    pub(crate) const ALL: [Question; 6] = [
        Question::Pass,
        Question::Done,
        Question::Resume,
        Question::Resign,
        Question::Void,
        Question::Claim,
    ];

    /// `pass`, `done`, …: the word of `?ask=`, and the path that the form is sent to.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Question::Pass => "pass",
            Question::Done => "done",
            Question::Resume => "resume",
            Question::Resign => "resign",
            Question::Void => "void",
            Question::Claim => "claim",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Question> {
        let mut all = Question::ALL.into_iter();
        all.find(|question| question.name() == name)
    }

    /// Whether the viewer may do what the question is about.
    pub(crate) fn is_allowed(self, view: &View) -> bool {
        let allowed: &[Allowed] = match self {
            Question::Pass => &[Allowed::Pass],
            Question::Done => &[Allowed::Done],
            Question::Resume => &[Allowed::Resume],
            Question::Resign => &[Allowed::Resign],
            Question::Void => &[Allowed::OfferVoid, Allowed::AcceptVoid],
            Question::Claim => &[Allowed::Claim],
        };
        allowed.iter().any(|one| view.allowed.contains(one))
    }
}

/// Why players should look at a stone that a suggestion has marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Doubt {
    /// It is less likely than most.
    Likely,
    /// The first move decides, or a ko.
    Unsettled,
    Open,
}

impl Doubt {
    pub(super) const ALL: [Doubt; 3] = [Doubt::Likely, Doubt::Unsettled, Doubt::Open];
}

/// A sentence about what a player has just asked for, and the point that it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Feedback {
    pub text: String,
    pub point: Option<Point>,
    /// True if it was refused.
    pub refused: bool,
}

impl Feedback {
    /// A sentence about something that was done.
    pub(crate) fn note(text: String) -> Feedback {
        Feedback {
            text,
            point: None,
            refused: false,
        }
    }

    /// The sentence about a refused request.
    pub(crate) fn refused(text: String, point: Option<Point>) -> Feedback {
        Feedback {
            text,
            point,
            refused: true,
        }
    }
}

/// What the parts of a page are drawn from.
pub(super) struct Scene<'a> {
    pub shown: &'a Shown<'a>,
    pub view: &'a View,
    /// The position that is drawn: the latest one, or an earlier one.
    pub record: BoardRecord,
    pub states: Vec<PointState>,
    /// The marks, if the board that is drawn is marked.
    pub marks: Option<Marks>,
}

impl Scene<'_> {
    pub(super) fn new<'a>(shown: &'a Shown<'a>) -> Scene<'a> {
        let (view, now) = (shown.view, shown.live.game.state());
        let record = match shown.look {
            Look::Earlier(turns, _) => now.record().at(turns.min(view.move_no)),
            _ => None,
        };
        let is_marked = view.count.is_some() && record.is_none();
        let record = record.unwrap_or_else(|| now.record().clone());
        let marks = is_marked.then(|| now.marks());
        let states = match &marks {
            Some(marks) => marks.states().unwrap_or_default(),
            None => record.board().points().map(living).collect(),
        };
        Scene {
            shown,
            view,
            record,
            states,
            marks,
        }
    }

    pub(super) fn state(&self) -> &State {
        self.shown.live.game.state()
    }

    /// The path of the page, which forms and links begin with.
    pub(super) fn path(&self) -> String {
        format!("/g/{}", self.shown.token)
    }

    pub(super) fn player(&self) -> Option<Color> {
        match self.view.viewer {
            Viewer::Player(color) => Some(color),
            Viewer::Spectator => None,
        }
    }

    pub(super) fn is_earlier(&self) -> bool {
        matches!(self.shown.look, Look::Earlier(..))
    }

    /// True if the viewer is to move, and sees the position in which they are.
    pub(super) fn may_play(&self) -> bool {
        !self.is_earlier() && self.view.to_move.is_some() && self.view.to_move == self.player()
    }

    pub(super) fn name(&self, color: Color) -> String {
        isolated(&self.shown.live.name(color))
    }

    /// The maker of the game, as long as the viewer has a link that the maker has had, too.
    pub(super) fn link_sharer(&self) -> Option<Color> {
        let you = self.player()?;
        let maker = self.shown.live.maker.filter(|maker| *maker != you)?;
        (self.shown.live.seat(you).generation == 0).then_some(maker)
    }

    /// The name of the viewer's opponent; for a spectator, White's.
    pub(super) fn opponent(&self) -> String {
        self.name(self.player().map_or(Color::White, |color| !color))
    }

    pub(super) fn chosen(&self) -> Option<Point> {
        match self.shown.look {
            Look::Chosen(point) | Look::Earlier(_, Some(point)) => {
                Some(point).filter(|point| self.view.size.contains(*point))
            }
            _ => None,
        }
    }

    /// The point of the latest turn, unless it was a pass.
    pub(super) fn last_play(&self) -> Option<Point> {
        self.record.last_turn()?.action.point()
    }

    /// The point where nobody may take back at once, in the position that is drawn.
    pub(super) fn ko_point(&self) -> Option<Point> {
        self.view.ko_point.filter(|_| !self.is_earlier())
    }

    /// True if play was resumed, and no stone has been played and nobody has passed since.
    pub(super) fn is_resumed(&self) -> bool {
        // The list is as long as the game, and before any scoring nothing was resumed.
        self.view.scoring_number > 0
            && matches!(
                self.state().record().events().last(),
                Some(GameEvent::Resume(_))
            )
    }

    /// Empty regions that both colors border: probably unfinished.
    pub(super) fn open_borders(&self) -> Vec<Region> {
        let Some(marks) = self.marks.as_ref().filter(|_| self.is_scoring()) else {
            return Vec::new();
        };
        let open = marks.open_borders().into_iter();
        // What the players have marked as neutral is meant to be so.
        let is_open = |region: &Region| (marks.neutral() & region.points).is_empty();
        open.filter(is_open).take(2).collect()
    }

    /// Why players should look at the stone at a point, while the marks of a suggestion are drawn.
    pub(super) fn doubt(&self, point: Point) -> Option<Doubt> {
        let suggested = self.view.suggested.as_ref()?;
        self.marks.as_ref()?.stone_at(point)?;
        match () {
            () if suggested.unsettled.contains(point) => Some(Doubt::Unsettled),
            () if suggested.open.contains(point) => Some(Doubt::Open),
            () if suggested.doubtful.contains(point) => Some(Doubt::Likely),
            () => None,
        }
    }

    pub(super) fn is_scoring(&self) -> bool {
        self.view.stage == Stage::Scoring
    }
}

fn living(stone: Option<Color>) -> PointState {
    match stone {
        None => PointState::Nobody,
        Some(Color::Black) => PointState::BlackAlive,
        Some(Color::White) => PointState::WhiteAlive,
    }
}
