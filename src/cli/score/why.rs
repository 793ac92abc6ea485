//! Draws the proof of what is found about a chain (`--why`), and explains it to a player.

use gokata::scoring::{ChainLife, Finding, Life, MarkError, Proof, Strategy};
use gokata::{
    BoardRecord, ByColor, FastGame, IllegalMove, Labels, Move, Point, PointSet, Rules, Setup, Size,
};

use super::suggestion::{called, decides, deciding, word};
use crate::draw::count::{first_of, names};
use crate::draw::grid::Grid;
use crate::terminal::error::CommandError;
use crate::terminal::text::wrapped;

/// Returns the drawing and the sentences about the chain at a point, and whether the chain is open. Fails if there is none.
pub(super) fn explain(
    record: &BoardRecord,
    life: &Life,
    at: Point,
) -> Result<(String, bool), CommandError> {
    let size = record.size();
    let chain = life.chain_at(at).ok_or_else(|| {
        let is_off = !size.contains(at);
        let off = is_off.then_some(MarkError::OffBoard(at));
        let error = off.unwrap_or(MarkError::Empty(at));
        CommandError::usage(format!("--why: {}", error.describe(size)))
    })?;
    let mut grid = Grid::of(record.board(), None, &Labels::new());
    let position = Position {
        setup: record.setup(),
        rules: Rules::default().with_suicide(life.standing().rules.suicide()),
    };
    let (regions, mut sentences) = position.reasons(chain);
    for (nth, region) in (1u32..).zip(&regions) {
        let sign = char::from_digit(nth, 36).unwrap_or('#');
        grid.label(region.iter(), sign);
    }
    for (point, sign) in first_moves(chain) {
        grid.label([point], sign);
    }
    let chain_signs = [Some('('), Some(')')];
    let stones = chain.stones.iter();
    grid.signs.extend(stones.map(|stone| (stone, chain_signs)));
    let subject = called(chain, size);
    let subject = subject[..1].to_uppercase() + &subject[1..];
    sentences[0] = format!("{subject} {}", sentences[0]);
    let sentences: Vec<String> = sentences.iter().map(|line| wrapped(line)).collect();
    let text = format!("{}\n\n{}", grid.shown().join("\n"), sentences.join("\n"));
    Ok((text, chain.finding.status().is_none()))
}

/// A board on which the first answers are looked up.
struct Position {
    setup: Setup,
    rules: Rules,
}

impl Position {
    /// Returns the regions to draw, in the order of their numbers, and sentences, the first of them without its subject.
    fn reasons(&self, chain: &ChainLife) -> (Vec<PointSet>, Vec<String>) {
        let (own, enemy) = (chain.color, !chain.color);
        let proof = match &chain.finding {
            Finding::Proven(_, proof) => proof,
            Finding::Unsettled { .. } => return (Vec::new(), unsettled(chain, self.setup.size)),
            other => return (Vec::new(), vec![unproven(other)]),
        };
        let threats =
            "This holds whoever moves first, and however many ko threats either side has.";
        match proof {
            Proof::Eyes(regions) => {
                let sentence = format!(
                    "is alive, proven: it lives even if {own} always passes. Each numbered region always leaves it a liberty, and \
                     {enemy} would have to fill all of them at once."
                );
                (regions.clone(), vec![sentence])
            }
            Proof::Territory(territory) => {
                let sentence = format!(
                    "is dead, proven: it stands in {enemy}'s territory (1), whose chains live even if {enemy} always passes, and \
                     there is no room for two eyes."
                );
                (vec![*territory], vec![sentence])
            }
            Proof::AnsweredEyes(regions) => {
                let mut sentences = vec![format!(
                    "is alive, proven: if {own} answers each play of {enemy} in a numbered region there, the regions give it two \
                     eyes or more."
                )];
                for (nth, region) in (1..).zip(regions) {
                    let is_one = region.eyes == 1;
                    let eyes = if is_one { "one eye" } else { "two eyes" };
                    let answers = self.answers(&region.strategy);
                    sentences.push(format!("Region {nth}: {eyes}. {answers}"));
                }
                sentences.push(threats.to_owned());
                let points = regions.iter().map(|region| region.points);
                (points.collect(), sentences)
            }
            Proof::AnsweredTerritory(region) => {
                let first = format!(
                    "is dead, proven: if {enemy} answers each play of {own} in region 1 there, it becomes territory of chains that \
                     live."
                );
                let answers = self.answers(&region.strategy);
                let sentences = vec![first, answers, threats.to_owned()];
                (vec![region.points], sentences)
            }
            Proof::Seki { survives, shares } => {
                let first = "is in seki, proven: in part 1 of the board, between chains that live, neither side can gain by a play.";
                let keeps = format!("If {enemy} plays first, {own} keeps the chain.");
                let shared =
                    format!("If {own} plays first, {enemy} keeps it from territory of its own.");
                let sentences = vec![
                    first.to_owned(),
                    format!("{keeps} {}", self.answers(survives)),
                    format!("{shared} {}", self.answers(shares)),
                    threats.to_owned(),
                ];
                (vec![survives.part(self.setup.size)], sentences)
            }
        }
    }

    /// Lists the answers to each first play of the other side: `Black A1: White B1`.
    fn answers(&self, strategy: &Strategy) -> String {
        let (side, size) = (strategy.side(), self.setup.size);
        let (mut answered, mut unanswered) = (Vec::new(), Vec::new());
        for point in strategy.part(size) {
            let Some(after) = self.after(Move::play(!side, point)) else {
                continue;
            };
            let stones = ByColor::from_fn(|color| after.stones_of(color));
            let answer = strategy.answer(stones, 0, ko(&after)).flatten();
            match answer.map(|answer| answer.vertex(size)) {
                Some(answer) => answered.push(format!("{} by {answer}", point.vertex(size))),
                None => unanswered.push(point),
            }
        }
        let mut sentences = Vec::new();
        if !answered.is_empty() {
            let answers = first_of(answered).join(", ");
            sentences.push(format!("{side} answers {answers}."));
        }
        if !unanswered.is_empty() {
            let points = names(unanswered, size);
            sentences.push(format!("No answer is needed to {points}."));
        }
        sentences.join(" ")
    }

    fn after(&self, mv: Move) -> Option<FastGame> {
        let (to_play, setup) = (mv.color, self.setup.clone());
        let setup = Setup { to_play, ..setup };
        let mut game = FastGame::try_from(&setup).ok()?.with_rules(self.rules);
        game.play(mv).ok()?;
        Some(game)
    }
}

/// The point where the side to play may not retake a ko.
fn ko(game: &FastGame) -> Option<Point> {
    let is_ko = |point: &Point| {
        let checked = game.check(Move::play(game.to_play(), *point));
        checked == Err(IllegalMove::Ko)
    };
    game.size().points().find(is_ko)
}

/// The first moves about an unsettled chain, each with its sign in the drawing.
fn first_moves(chain: &ChainLife) -> Vec<(Point, char)> {
    let moves = deciding(chain).map_or([None; 2], |(moves, _)| [moves.black, moves.white]);
    match moves {
        [Some(black), Some(white)] if black == white => vec![(black, '*')],
        [black, white] => {
            let signs = [black.zip(Some('b')), white.zip(Some('w'))];
            signs.into_iter().flatten().collect()
        }
    }
}

/// Says what the first moves do about an unsettled chain.
fn unsettled(chain: &ChainLife, size: Size) -> Vec<String> {
    let mut sentences = vec![format!("is unsettled: {}.", decides(chain, size))];
    let drawn = first_moves(chain).into_iter().map(|(_, sign)| match sign {
        'b' => "Black's first move is b.",
        'w' => "White's first move is w.",
        _ => "Both first moves are at *.",
    });
    let drawn: Vec<&str> = drawn.collect();
    if !drawn.is_empty() {
        sentences.push(drawn.join(" "));
    }
    sentences.push(
        "So the game is most likely not finished: play on there, or mark the chain with --dead if you agree that it is dead."
            .to_owned(),
    );
    sentences
}

/// Says what is found without a proof.
fn unproven(finding: &Finding) -> String {
    match finding {
        Finding::Ruling => "is dead by ruling, which is no proof: under territory rules, where life and death are confirmed, a \
            ko may be retaken only after a pass for it (Japanese rules of 1989, article 7.2, and example 1 of its \
            commentary). So a chain whose last eye is a ko is dead, and so is a chain around a bent four in the corner: \
            ko threats do not save them."
            .to_owned(),
        Finding::Open { alive } => format!(
            "is open: it lives in {alive}% of the playouts, and nothing proves either. The players decide: play it out, or \
             mark it with --dead."
        ),
        likely => {
            let status = word(likely.better_guess());
            let share = match likely {
                Finding::Likely { percent: 100, .. } => "all playouts, or the search of a small part of the board, say so".to_owned(),
                Finding::Likely { percent, .. } => format!("{percent}% of the playouts say so"),
                _ => String::new(),
            };
            format!("is likely {status}: {share}. Nothing proves it.")
        }
    }
}
