//! Draws the moves of a random game, and what to ask about it.

use super::kind::{GameKind, MOST};
use crate::basics::{
    Color, IllegalMove, KoRule, Move, Point, Random, Rules, Setup, SetupError, Size,
};
use crate::fast::FastGame;
use crate::pure::{BoardRecord, check_move, explain_move, play_move};
use crate::questions::embedding::Embedding;
use crate::questions::question::{Asked, Question};
use crate::referee::Playable;

/// The turns of a game, at most.
const MOST_TURNS: usize = 250;

/// The turns after the moves with which a game begins.
const TURNS_AFTER_SCRIPT: usize = 6;

/// The small games in which a board that returns is looked for, and the places on the larger board that are tried for each.
const TRIES: usize = 40;

/// The questions about what is most often answered wrong, at most.
const MOST_TELLING: usize = 28;

/// Something to ask: the turns before it, the move, and whether its board is asked for.
type Candidate = (usize, Move, bool);

struct Player<'a> {
    kind: GameKind,
    game: FastGame,
    /// The moves with which the game begins, the last one first.
    script: Vec<Move>,
    random: &'a mut Random,
    /// The points that the latest turn has emptied.
    emptied: Vec<Point>,
    /// What is most often answered wrong, and the rest.
    telling: Vec<Candidate>,
    others: Vec<Candidate>,
}

/// Plays a game. Returns it with questions about it. `None` if no game can begin so.
pub(super) fn game(
    kind: GameKind,
    size: Size,
    rules: Rules,
    random: &mut Random,
) -> Option<(BoardRecord, Vec<Question>)> {
    let returning = match kind {
        GameKind::Returns => cycle(size, rules, random),
        _ => None,
    };
    let (setup, script) = match returning {
        Some(found) => found,
        None if kind == GameKind::Kos && random.below(2) == 0 => (kos(size, random), Vec::new()),
        None => (
            crowded(size, [0, 0, 60, 85][random.below(4)], random),
            Vec::new(),
        ),
    };
    let opening = BoardRecord::try_from(&setup).ok()?.with_rules(rules);
    let mut player = Player {
        kind,
        game: FastGame::try_from(&setup).ok()?.with_rules(rules),
        script,
        random,
        emptied: Vec::new(),
        telling: Vec::new(),
        others: Vec::new(),
    };
    player.play_out();
    let record = player
        .game
        .moves()
        .into_iter()
        .try_fold(opening, |record, mv| record.play(mv).ok())?;
    let questions = player
        .chosen()
        .into_iter()
        .filter_map(|(turns, mv, is_board)| {
            let before = record.at(turns)?;
            let asked = match play_move(mv, &before) {
                Ok(after) if is_board => Asked::Board(mv, after.setup()),
                _ => Asked::Legal(mv, check_move(mv, &before)),
            };
            Some(Question::of_game(before, asked))
        });
    let questions = questions.collect();
    Some((record, questions))
}

impl Player<'_> {
    fn play_out(&mut self) {
        let size = self.game.size();
        let most = match self.script.len() {
            0 => MOST_TURNS.min(3 * size.point_count() + 4),
            begun => begun + TURNS_AFTER_SCRIPT,
        };
        while !self.game.is_over() && self.game.turns() < most {
            self.look();
            let (turns, mv) = (self.game.turns(), self.choose());
            let stones = |game: &FastGame| -> Vec<Option<Color>> {
                size.points().map(|point| game.stone_at(point)).collect()
            };
            let before = stones(&self.game);
            if self.game.play(mv).is_err() {
                return;
            }
            let changed = size
                .points()
                .zip(before.into_iter().zip(stones(&self.game)));
            let emptied = changed.filter(|(_, (before, now))| before.is_some() && now.is_none());
            self.emptied = emptied.map(|(point, _)| point).collect();
            if self.emptied.is_empty() {
                let is_board = self.random.below(4) == 0;
                self.others.push((turns, mv, is_board));
            } else {
                self.telling.push((turns, mv, true));
            }
        }
        let (turns, side) = (self.game.turns(), self.game.to_play());
        if let Some(empty) = self
            .game
            .size()
            .points()
            .find(|point| self.game.stone_at(*point).is_none())
        {
            // After the end, or out of turn.
            let colors = if self.game.is_over() {
                [side, !side]
            } else {
                [!side; 2]
            };
            let moves = [Move::play(colors[0], empty), Move::pass(colors[1])];
            self.telling.extend(moves.map(|mv| (turns, mv, false)));
        }
    }

    /// Notes one play for each reason why it is illegal, one that is legal for a reason that is easily missed, and another one;
    /// sometimes one on a stone.
    fn look(&mut self) {
        let (turns, side, size) = (self.game.turns(), self.game.to_play(), self.game.size());
        // Ko, superko, suicide, nearly one of these, and other plays.
        let mut found: [Vec<Point>; 5] = Default::default();
        for point in size
            .points()
            .filter(|point| self.game.stone_at(*point).is_none())
        {
            let is_tight = || {
                size.neighbors(point)
                    .all(|beside| self.game.stone_at(beside).is_some())
            };
            let nth = match self.game.check(Move::play(side, point)) {
                Err(IllegalMove::Ko) => 0,
                Err(IllegalMove::Superko) => 1,
                Err(IllegalMove::Suicide) => 2,
                Err(_) => continue,
                Ok(()) if self.emptied.contains(&point) || is_tight() => 3,
                Ok(()) => 4,
            };
            found[nth].push(point);
        }
        let point = size.points().nth(self.random.below(8 * size.point_count()));
        if let Some(stone) = point.filter(|point| self.game.stone_at(*point).is_some()) {
            self.others.push((turns, Move::play(side, stone), false));
        }
        for (nth, points) in found.iter().enumerate() {
            if let Some(point) = points.get(self.random.below(points.len())) {
                let list = if nth < 4 {
                    &mut self.telling
                } else {
                    &mut self.others
                };
                list.push((turns, Move::play(side, *point), false));
            }
        }
    }

    fn choose(&mut self) -> Move {
        let side = self.game.to_play();
        if let Some(mv) = self.script.pop().filter(|mv| self.game.is_legal(*mv)) {
            return mv;
        }
        if self.kind == GameKind::Passes && self.random.below(4) == 0 {
            return Move::pass(side);
        }
        let plays = match self.kind {
            GameKind::Plain | GameKind::Captures | GameKind::Passes => self.game.sensible_plays(),
            GameKind::Kos | GameKind::Returns | GameKind::Suicides => self.game.legal_points(),
        };
        // In the line protocol, a suicide of one stone looks like a pass.
        let is_seen = |point: &Point| !(self.is_suicide(*point) && self.own_beside(*point) == 0);
        let mut plays: Vec<Point> = plays.iter().filter(is_seen).collect();
        let is_wanted = |point: &Point| match self.kind {
            GameKind::Captures => self.takes(*point) > 0,
            GameKind::Kos => self.takes(*point) == 1,
            GameKind::Suicides => self.is_suicide(*point),
            GameKind::Returns => self.takes(*point) > 0 || self.emptied.contains(point),
            GameKind::Plain | GameKind::Passes => false,
        };
        let wanted: Vec<Point> = plays.iter().copied().filter(is_wanted).collect();
        if !wanted.is_empty() && self.random.below(8) > 0 {
            plays = wanted;
        } else if self.kind == GameKind::Kos && self.random.below(2) == 0 {
            return Move::pass(side);
        }
        let point = plays.get(self.random.below(plays.len()));
        point.map_or(Move::pass(side), |point| Move::play(side, *point))
    }

    /// The chains beside a point in atari: whose they are, and their stones.
    fn in_atari(&self, point: Point) -> impl Iterator<Item = (Color, usize)> {
        let beside = self.game.size().neighbors(point);
        let chains = beside
            .filter_map(|beside| Some((self.game.stone_at(beside)?, self.game.chain(beside)?)));
        let in_atari = chains.filter(|(_, chain)| chain.liberties.len() == 1);
        in_atari.map(|(color, chain)| (color, chain.stones.len()))
    }

    /// About how many stones a play takes: a chain that touches it twice is counted twice.
    fn takes(&self, point: Point) -> usize {
        let side = self.game.to_play();
        let taken = self.in_atari(point).filter(|(color, _)| *color != side);
        taken.map(|(_, stones)| stones).sum()
    }

    /// True if a legal play is a suicide.
    fn is_suicide(&self, point: Point) -> bool {
        let side = self.game.to_play();
        let mut beside = self.game.size().neighbors(point);
        let is_full = beside.all(|beside| self.game.stone_at(beside).is_some());
        let own_in_atari = self.in_atari(point).filter(|(color, _)| *color == side);
        is_full && self.own_beside(point) == own_in_atari.count() && self.takes(point) == 0
    }

    fn own_beside(&self, point: Point) -> usize {
        let own = Some(self.game.to_play());
        let beside = self.game.size().neighbors(point);
        beside
            .filter(|beside| self.game.stone_at(*beside) == own)
            .count()
    }

    /// Draws what is asked, in the order of the turns.
    fn chosen(&mut self) -> Vec<Candidate> {
        let last = (self.game.turns().saturating_sub(1), self.game.last_turn());
        let mut chosen = draw(&mut self.telling, MOST_TELLING, self.random);
        let rest = MOST - 1 - chosen.len();
        chosen.append(&mut draw(&mut self.others, rest, self.random));
        if let (turns, Some(mv)) = last {
            chosen.retain(|one| *one != (turns, mv, true));
            chosen.push((turns, mv, true));
        }
        chosen.sort_by_key(|(turns, ..)| *turns);
        chosen
    }
}

/// Takes some of the candidates out, at random.
fn draw(from: &mut Vec<Candidate>, most: usize, random: &mut Random) -> Vec<Candidate> {
    let count = most.min(from.len());
    (0..count)
        .map(|_| from.swap_remove(random.below(from.len())))
        .collect()
}

/// A position in which so many points out of a hundred hold stones, in clusters of one color.
fn crowded(size: Size, percent: usize, random: &mut Random) -> Setup {
    let sides = [Color::Black, Color::White];
    let mut setup = Setup::new(size, sides[random.below(2)]);
    let mut color = sides[random.below(2)];
    for point in size.points() {
        let is_above = |at: Point| (at.row + 1, at.col) == (point.row, point.col);
        let above = setup.stones.iter().rfind(|(at, _)| is_above(*at));
        match random.below(8) {
            0 => color = !color,
            1..3 => color = above.map_or(color, |(_, color)| *color),
            _ => {}
        }
        if random.below(100) < percent {
            setup.stones.push((point, color));
        }
    }
    // Each stone that is taken off gives its neighbors a liberty.
    while let Err(SetupError::NoLiberty(point)) = BoardRecord::try_from(&setup) {
        setup.stones.retain(|(at, _)| *at != point);
    }
    setup
}

/// Looks for a game in which a board returns: on a small board, which is then put somewhere on the large one. Returns the opening and
/// the moves, the last one first; the last move would bring the board back.
fn cycle(size: Size, rules: Rules, random: &mut Random) -> Option<(Setup, Vec<Move>)> {
    let forbids = match rules.ko() {
        KoRule::Simple => rules.with_ko(KoRule::Situational),
        _ => rules,
    };
    (0..TRIES).find_map(|_| {
        let (rows, cols) = (1 + random.below(3), 2 + random.below(4));
        let small = Size::new(rows.min(size.rows()), cols.min(size.cols())).ok()?;
        let (_, questions) = game(GameKind::Captures, small, forbids, random)?;
        let returns = |question: &&Question| question.asked.right_answer() == "superko";
        let found = questions.iter().find(returns)?;
        let mv = found.asked.mv()?;
        // Only the moves of the cycle.
        let first = explain_move(mv, &found.before).repeats()?;
        let opening = BoardRecord::try_from(&found.before.at(first)?.setup())
            .ok()?
            .with_rules(forbids);
        let mut moves = found.before.moves().split_off(first);
        let before = moves
            .iter()
            .try_fold(opening, |game, mv| game.play(*mv).ok())?;
        let short = Question::of_game(before, found.asked.clone());
        let place = (0..TRIES).find_map(|_| place(small, size, random).question(&short));
        let large = place?;
        let setup = large.opening();
        moves = large.before.moves();
        moves.push(large.asked.mv()?);
        moves.reverse();
        Some((setup, moves))
    })
}

/// A place for a small board, often at an edge, with walls around it or without.
fn place(small: Size, size: Size, random: &mut Random) -> Embedding {
    let mut first = |most: usize| [0, most, random.below(most + 1)][random.below(3)];
    let corner = Size::point_at(
        first(size.rows() - small.rows()),
        first(size.cols() - small.cols()),
    );
    let mut color = [Color::Black, Color::White][random.below(2)];
    let changes = [0, 0, 2, 4][random.below(4)];
    let around = 2 * (small.rows() + small.cols());
    let walls = (0..around).map(|_| {
        if random.below(8) < changes {
            color = !color;
        }
        Some(color)
    });
    let ring = walls.collect();
    Embedding {
        size,
        corner,
        ring: if random.below(3) == 0 {
            Vec::new()
        } else {
            ring
        },
        around: None,
    }
}

/// A position with a few kos, in places of three rows and four columns.
fn kos(size: Size, random: &mut Random) -> Setup {
    // White takes the stone of the second row. Or the other way round.
    const KO: [&str; 3] = [" xo ", "x xo", " xo "];
    let mut setup = Setup::new(size, [Color::Black, Color::White][random.below(2)]);
    for (row, col) in
        (0..size.rows() / 3).flat_map(|row| (0..size.cols() / 4).map(move |col| (row, col)))
    {
        let swaps = random.below(2) == 0;
        if random.below(2) == 0 {
            continue;
        }
        for (at, line) in KO.iter().enumerate() {
            for (col, letter) in (4 * col..).zip(line.chars()) {
                let color = Color::BOTH
                    .into_iter()
                    .find(|color| color.letter() == letter);
                let stone = color.map(|color| if swaps { !color } else { color });
                setup
                    .stones
                    .extend(stone.map(|color| (Size::point_at(3 * row + at, col), color)));
            }
        }
    }
    setup
}
