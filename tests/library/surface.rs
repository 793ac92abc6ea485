//! The public types. `.ci/deep surface` compares all public names with `public-api.txt`.

use std::collections::BTreeSet;

use gokata::{BoardRecord, Color, Move, Playable, Point, Referee, Size};
use pretty_assertions::assert_eq;

/// Does not compile for a type that threads cannot share, nor for one that borrows.
fn shared<T: Send + Sync + 'static>() {}

macro_rules! shared {
    ($($type:ty,)+) => {{
        $(shared::<$type>();)+
        [$(stringify!($type)),+]
    }};
}

/// Every struct and enum of the list is here, and threads can share its values. Those that borrow can live as long as what
/// they borrow.
#[test]
fn threads_can_share_every_public_value() {
    #[rustfmt::skip]
    let checked = shared![
        gokata::Action, gokata::Answer, gokata::Board, gokata::BoardRecord, gokata::ByColor<bool>, gokata::Chain,
        gokata::Batch, gokata::BatchError, gokata::Observation<'static>, gokata::OnIllegal, gokata::SavedGame, gokata::planes::History, gokata::planes::Layout, gokata::Color, gokata::Diagram, gokata::Explanation, gokata::FastGame, gokata::GameEvent, gokata::GivenRules,
        gokata::HandicapBonus, gokata::IllegalEvent, gokata::IllegalMove, gokata::KoRule, gokata::Komi, gokata::LastPass,
        gokata::Move, gokata::NotPassedOut, gokata::ParseError, gokata::Pasted, gokata::PastedError, gokata::Placement<'static>, gokata::PlayError,
        gokata::Playout, gokata::Point, gokata::PointSet, gokata::PointSetIter, gokata::Preset, gokata::PureGame, gokata::Random,
        gokata::Rules, gokata::Scoring, gokata::Setup, gokata::SetupError, gokata::Showboard, gokata::Situation,
        gokata::Size, gokata::SizeError, gokata::Suicide, gokata::Symmetry, gokata::Tax, gokata::TextError,
        gokata::agreement::Allowed, gokata::agreement::Accepted, gokata::agreement::Approval,
        gokata::agreement::ClaimTerms, gokata::agreement::Command, gokata::agreement::FinalCount,
        gokata::agreement::Entry, gokata::agreement::Event, gokata::agreement::Finish, gokata::agreement::Game,
        gokata::agreement::How, gokata::agreement::Marking, gokata::agreement::Notice, gokata::agreement::NoticeKey,
        gokata::agreement::NoticeKind, gokata::agreement::Opening, gokata::agreement::Proposal,
        gokata::agreement::Refusal, gokata::agreement::ReplayError, gokata::agreement::Reply,
        gokata::agreement::Request, gokata::agreement::RequestName, gokata::agreement::ResumeOrder,
        gokata::agreement::Stage, gokata::agreement::State, gokata::agreement::Suggested, gokata::agreement::Suggestion,
        gokata::agreement::CountedBoard, gokata::agreement::Terms,
        gokata::agreement::Unless, gokata::agreement::View, gokata::agreement::Viewer,
        gokata::agreement::ViewerState, gokata::bots::RandomBot, gokata::bots::Termination,
        gokata::corpus::Corpus, gokata::corpus::CorpusFile, gokata::fixture::Ask,
        gokata::fixture::Both<gokata::PureGame, gokata::FastGame>, gokata::fixture::Case,
        gokata::fixture::Disagreement, gokata::fixture::Do, gokata::fixture::Failure, gokata::fixture::Fixture,
        gokata::fixture::MoveWord, gokata::fixture::NotAsked, gokata::fixture::Picture<bool>,
        gokata::fixture::Placed<bool>, gokata::fixture::PointWord, gokata::fixture::Report,
        gokata::fixture::Spot<bool>, gokata::fixture::Verb, gokata::gtp::GtpCommand, gokata::gtp::Controller,
        gokata::gtp::Engine, gokata::gtp::Response, gokata::gtp::ResponseError, gokata::link::Link, gokata::link::LinkError, gokata::perft::Counts,
        gokata::perft::Passes, gokata::picture::Coordinates, gokata::picture::Form, gokata::picture::Layer, gokata::picture::Overlay,
        gokata::picture::Shape, gokata::picture::Sign, gokata::questions::games::GameKind, gokata::questions::games::RandomGame,
        gokata::questions::games::RandomGames, gokata::questions::Answers, gokata::questions::Deviation,
        gokata::questions::Asked, gokata::questions::Class, gokata::questions::Counted, gokata::questions::Embedding, gokata::questions::KnownList,
        gokata::questions::QuestionOutcome, gokata::questions::OwnRules, gokata::questions::Question, gokata::questions::QuestionIds,
        gokata::questions::Questions, gokata::questions::Reasons, gokata::questions::Sizes, gokata::questions::Step, gokata::questions::Table, gokata::questions::Tallies,
        gokata::questions::Tally, gokata::questions::UnknownId, gokata::questions::line_protocol::ParsedAnswer,
        gokata::questions::line_protocol::Start, gokata::scoring::ChainLife, gokata::scoring::Count,
        gokata::scoring::Ending, gokata::scoring::EyeRegion, gokata::scoring::Finding,
        gokata::scoring::HalfPoints, gokata::scoring::Item, gokata::scoring::Life, gokata::scoring::Mark, gokata::scoring::MarkError,
        gokata::scoring::Marked, gokata::scoring::Marks, gokata::scoring::Outcome, gokata::scoring::PointState,
        gokata::scoring::Proof, gokata::scoring::Region, gokata::scoring::Score, gokata::scoring::Standing, gokata::scoring::StateError,
        gokata::scoring::Status, gokata::scoring::Strategy,
        gokata::scoring::Taxed, gokata::scoring::Unfinished, gokata::sgf::AfterIllegal,
        gokata::sgf::Collection<'static>, gokata::sgf::Decoded<'static>, gokata::sgf::Format,
        gokata::sgf::Repaired, gokata::sgf::GameInfo,
        gokata::sgf::IllegalTurn, gokata::sgf::Judgement, gokata::sgf::Judging, gokata::sgf::LinePath,
        gokata::sgf::Lines, gokata::sgf::NodeId, gokata::sgf::Order, gokata::sgf::Property<'static>,
        gokata::sgf::Referees, gokata::sgf::RulesName, gokata::sgf::SgfGame<'static>, gokata::sgf::Stats,
        gokata::sgf::Territory, gokata::sgf::TooLong, gokata::sgf::Tree<'static>, gokata::sgf::Value<'static>,
        gokata::sgf::Verdict,
    ];
    let name = |text: &str| text.split(['<', '(', ' ']).next().unwrap().to_owned();
    let listed = include_str!("public-api.txt").lines().filter_map(|line| {
        let declared = line
            .rsplit_once("] ")
            .map_or(line, |(_, declared)| declared);
        let mut types = ["pub struct ", "pub enum "].into_iter();
        types.find_map(|kind| declared.strip_prefix(kind))
    });
    let checked: BTreeSet<String> = checked.into_iter().map(name).collect();
    assert_eq!(checked, listed.map(name).collect());
}

/// A record is a value: no public function takes one to change it, and neither trait of games that change is implemented for
/// it.
#[test]
fn nothing_changes_a_record() {
    let changes = |line: &&str| {
        line.contains("BoardRecord::") && line.contains("(&mut self")
            || line.contains("&mut gokata::BoardRecord")
            || line.contains("impl gokata::Playable for gokata::BoardRecord")
            || line.contains("impl gokata::Referee for gokata::BoardRecord")
    };
    let lines = include_str!("public-api.txt").lines();
    assert_eq!(lines.filter(changes).collect::<Vec<_>>(), [""; 0]);
}

/// With both traits in scope, the methods of a record are its own, also behind a reference that could change it.
#[test]
fn the_names_of_the_traits_are_not_taken_for_those_of_a_record() {
    fn named<T: Playable + Referee>(_: &T) {}
    let mut record = BoardRecord::new(Size::default());
    let mv = Move::play(Color::Black, (0, 0));
    let reference = &mut record;
    let next: Result<BoardRecord, _> = reference.play(mv);
    assert_eq!((record.turns(), next.map(|next| next.turns())), (0, Ok(1)));
    let to_play: Color = record.to_play();
    let stone = record.stone_at(Point::from((0, 0)));
    assert_eq!(
        (to_play, stone, record.legal_moves().len()),
        (Color::Black, None, 363)
    );
    named(&gokata::PureGame::from(record));
}
