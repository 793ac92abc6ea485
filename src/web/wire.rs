//! What programs send and get: the fields of a request, and a view as JSON.

use serde::de::value::StrDeserializer;
use serde::{Deserialize, Serialize};

use gokata::agreement::{Command, How, RequestName, State, Suggestion, View, Viewer};
use gokata::scoring::Mark;
use gokata::{Action, Color, Move, ParseError, Point, PointSet, Size};

/// The fields that a player's request may have. A number is missing if it cannot be read.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Fields {
    pub req: String,
    pub point: Option<String>,
    pub move_no: Option<usize>,
    /// 0 in requests of programs and pages that do not know it.
    pub taken_back: u32,
    pub mark: Option<String>,
    pub number: Option<u32>,
    pub retracted: Option<u32>,
    pub board: Option<String>,
    pub approval: Option<u64>,
    pub seq: Option<u64>,
    pub ask: Option<u64>,
}

/// Which field of a request is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum BadField {
    #[error("req: {0}")]
    Name(#[from] ParseError),
    #[error("{0} is missing")]
    Missing(&'static str),
    #[error("point: it is a letter and a number on a board of {0}, such as D4")]
    Point(Size),
    #[error("mark: it is dead, alive, neutral or counted")]
    Mark,
}

/// What a player can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Verb {
    Play,
    Pass,
    TakeBack,
    Grant,
    Mark,
    Suggest,
    Done,
    Undone,
    Resume,
    Resign,
    Void,
    Claim,
}

impl Verb {
    pub(super) fn named(name: &str) -> Option<Verb> {
        Verb::deserialize(StrDeserializer::<serde::de::value::Error>::new(name)).ok()
    }
}

impl Fields {
    /// The request's name; a request without one would be carried out twice if it came twice.
    pub(super) fn name(&self) -> Result<RequestName, BadField> {
        Ok(self.req.parse()?)
    }

    pub(super) fn command(&self, verb: Verb, size: Size) -> Result<Command, BadField> {
        let move_no = || given(self.move_no, "move_no: the number of turns that you saw");
        let seq = || given(self.seq, "seq: the number of events that you saw");
        let number = || given(self.number, "number: the scoring number that you saw");
        Ok(match verb {
            Verb::Play => Command::Play {
                point: self.point(size)?,
                move_no: move_no()?,
                taken_back: self.taken_back,
            },
            Verb::Pass => Command::Pass {
                move_no: move_no()?,
                taken_back: self.taken_back,
            },
            Verb::TakeBack => Command::AskTakeBack { seq: seq()? },
            Verb::Grant => Command::GrantTakeBack {
                ask: given(self.ask, "ask: the number of the request that you grant")?,
            },
            Verb::Mark => Command::Mark {
                point: self.point(size)?,
                mark: self.mark()?,
                base: number()?,
            },
            // What to mark is for the server to find.
            Verb::Suggest => Command::Suggest {
                suggestion: Suggestion::default(),
                number: number()?,
            },
            Verb::Done => Command::Done {
                number: number()?,
                retracted: given(self.retracted, "retracted: how often you have taken back")?,
                board: given(self.board.clone(), "board: the board that you saw")?,
            },
            Verb::Undone => Command::Undone {
                approval: given(self.approval, "approval: its number")?,
            },
            Verb::Resume => Command::Resume { number: number()? },
            Verb::Resign => Command::Resign,
            Verb::Void => Command::Void { seq: seq()? },
            // How long the opponent has been silent is for the server to say.
            Verb::Claim => Command::Claim {
                number: number()?,
                silent_for: 0,
                reminders: 0,
            },
        })
    }

    pub(super) fn point(&self, size: Size) -> Result<Point, BadField> {
        point(given(self.point.as_deref(), "point: the point")?, size)
    }

    fn mark(&self) -> Result<Mark, BadField> {
        let text = given(
            self.mark.as_deref(),
            "mark: dead, alive, neutral or counted",
        )?;
        mark_named(text).ok_or(BadField::Mark)
    }
}

fn given<T>(field: Option<T>, about: &'static str) -> Result<T, BadField> {
    field.ok_or(BadField::Missing(about))
}

pub(super) fn mark_named(name: &str) -> Option<Mark> {
    Mark::ALL.into_iter().find(|mark| mark.name() == name)
}

/// Reads a point such as D4.
pub(super) fn point(text: &str, size: Size) -> Result<Point, BadField> {
    let found = Point::from_vertex(text, size).filter(|point| size.contains(*point));
    found.ok_or(BadField::Point(size))
}

/// A view as JSON. Points as D4; points of score in halves.
#[derive(Debug, Serialize)]
pub(super) struct ViewJson<'a> {
    seq: u64,
    stage: &'static str,
    viewer: &'static str,
    viewer_state: &'static str,
    board_size: [usize; 2],
    board_state_string: &'a str,
    last_move: Option<MoveJson>,
    ko_point: Option<String>,
    to_move: Option<&'static str>,
    move_no: usize,
    taken_back: u32,
    captured_black: usize,
    captured_white: usize,
    scoring_number: u32,
    you_are_done: bool,
    opponent_is_done: bool,
    done: ByColor<bool>,
    approval: Option<u64>,
    retracted: u32,
    score: Option<ScoreJson>,
    suggested: Option<SuggestedJson>,
    void_offer: Option<&'static str>,
    take_back_ask: Option<&'static str>,
    result: Option<String>,
    how: Option<&'static str>,
    message: &'a str,
    allowed: Vec<&'static str>,
    names: ByColor<String>,
    illegal: Vec<IllegalJson>,
}

#[derive(Debug, Serialize)]
struct ByColor<T> {
    black: T,
    white: T,
}

#[derive(Debug, Serialize)]
struct MoveJson {
    color: &'static str,
    /// `null` for a pass.
    point: Option<String>,
}

#[derive(Debug, Serialize)]
struct ScoreJson {
    /// Half-points: 15 is 7.5.
    black2: i64,
    white2: i64,
    lines: Vec<LineJson>,
}

#[derive(Debug, Serialize)]
struct LineJson {
    item: &'static str,
    black2: i64,
    white2: i64,
}

/// The stones of proven, open, unsettled and doubtful chains.
#[derive(Debug, Serialize)]
struct SuggestedJson {
    proven: Vec<String>,
    open: Vec<String>,
    unsettled: Vec<String>,
    doubtful: Vec<String>,
}

#[derive(Debug, Serialize)]
struct IllegalJson {
    point: String,
    reason: &'static str,
}

/// The answer to a refused request.
#[derive(Debug, Serialize)]
pub(super) struct RefusedJson<'a> {
    pub error: &'a str,
    pub text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<ViewJson<'a>>,
}

/// The answer to an accepted request.
#[derive(Debug, Serialize)]
pub(super) struct AcceptedJson<'a> {
    /// True if an earlier copy of the request had changed the game already.
    pub repeated: bool,
    /// False if nothing needed to change.
    pub changed: bool,
    /// True for a mark on a board that had changed since the player saw it.
    pub merged: bool,
    pub view: ViewJson<'a>,
}

impl<'a> ViewJson<'a> {
    pub(super) fn of(view: &'a View, names: [String; 2], state: &State) -> ViewJson<'a> {
        let size = view.size;
        let [black, white] = names;
        let illegal = state.forbidden_points().into_iter();
        ViewJson {
            seq: view.seq,
            stage: view.stage.name(),
            viewer: match view.viewer {
                Viewer::Player(color) => name(color),
                Viewer::Spectator => "spectator",
            },
            viewer_state: view.viewer_state().name(),
            board_size: [size.rows(), size.cols()],
            board_state_string: &view.board,
            last_move: view.last_move.map(|mv| MoveJson {
                color: name(mv.color),
                point: played(mv, size),
            }),
            ko_point: view.ko_point.map(|point| point.vertex(size)),
            to_move: view.to_move.map(name),
            move_no: view.move_no,
            taken_back: view.taken_back,
            captured_black: view.prisoners.black,
            captured_white: view.prisoners.white,
            scoring_number: view.scoring_number,
            you_are_done: view.you_are_done(),
            opponent_is_done: view.opponent_is_done(),
            done: ByColor {
                black: view.done.black,
                white: view.done.white,
            },
            approval: view.approval,
            retracted: view.retracted,
            score: view.count.as_ref().map(|count| ScoreJson {
                black2: count.total(Color::Black).0,
                white2: count.total(Color::White).0,
                lines: count
                    .lines()
                    .map(|(item, points)| LineJson {
                        item: item.name(),
                        black2: points.black.0,
                        white2: points.white.0,
                    })
                    .collect(),
            }),
            suggested: view.suggested.as_ref().map(|suggested| {
                let names = |stones: PointSet| stones.iter().map(|point| point.vertex(size));
                SuggestedJson {
                    proven: names(suggested.proven).collect(),
                    open: names(suggested.open).collect(),
                    unsettled: names(suggested.unsettled).collect(),
                    doubtful: names(suggested.doubtful).collect(),
                }
            }),
            void_offer: view.void_offer.map(name),
            take_back_ask: view.take_back_ask.map(name),
            result: view.outcome.map(|outcome| outcome.to_string()),
            how: view.how.map(How::name),
            message: &view.message,
            allowed: view.allowed.iter().map(|allowed| allowed.name()).collect(),
            names: ByColor { black, white },
            illegal: illegal
                .map(|(point, reason)| IllegalJson {
                    point: point.vertex(size),
                    reason: reason.name(),
                })
                .collect(),
        }
    }
}

/// `black` or `white`.
pub(super) fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn played(mv: Move, size: Size) -> Option<String> {
    match mv.action {
        Action::Play(point) => Some(point.vertex(size)),
        _ => None,
    }
}
