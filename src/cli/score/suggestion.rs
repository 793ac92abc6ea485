//! Draws and describes what is found about life and death (`--suggest`).

use gokata::scoring::{ChainLife, Finding, Life, Outcome, Standing, Status};
use gokata::{Point, Size};

use crate::draw::count;
use crate::draw::grid::Grid;
use crate::terminal::text::{number, wrapped};

/// The most chains in a list; `...` stands for the rest.
const MOST_NAMED: usize = 12;

/// A finding, its sign beside a stone `x`, and its name. Before the stone stands what becomes of it, behind it how sure it is.
type Sign = (fn(&Finding) -> bool, &'static str, &'static str);

const SIGNS: [Sign; 5] = [
    (Finding::is_proven, "x!", "proven"),
    (|it| matches!(it, Finding::Ruling), "x*", "by ruling"),
    (|it| matches!(it, Finding::Likely { .. }), "x", "likely"),
    (|it| matches!(it, Finding::Open { .. }), "x?", "open"),
    (|it| it.status() == Some(Status::Seki), "=x", "in seki"),
];

/// Draws the owner of each point, and beside the stones the signs of [`legend`].
pub(super) fn board(life: &Life, standing: &Standing) -> Vec<String> {
    let mut grid = Grid::new(standing.marks.size(), None, count::map(standing));
    for chain in life.chains() {
        for (_, sign, _) in SIGNS.iter().filter(|(is, ..)| is(&chain.finding)) {
            let (before, after) = sign.split_once('x').unwrap_or_default();
            let signs = [before, after].map(|sign| sign.chars().next());
            grid.signs
                .extend(chain.stones.iter().map(|point| (point, signs)));
        }
    }
    grid.shown()
}

/// Explains the signs that [`board`] draws.
pub(super) fn legend(life: &Life) -> String {
    let has = |is: fn(&Finding) -> bool| life.chains().iter().any(|chain| is(&chain.finding));
    let signs = SIGNS.iter().filter(|(is, ..)| has(*is));
    let signs = signs.map(|(_, sign, word)| format!("{sign} {word}"));
    let signs: Vec<String> = signs.collect();
    let legend = format!("{}\n{}", signs.join(", "), count::legend());
    legend.trim_start().to_owned()
}

/// Describes what is found, the surest first, with a line for each open chain.
pub(super) fn lines(life: &Life) -> Vec<String> {
    let size = life.standing().marks.size();
    let chains = life.chains();
    if chains.is_empty() {
        return vec!["there are no stones".to_owned()];
    }
    let mut lines = Vec::new();
    let proven = |status| {
        let is = |it: &&ChainLife| matches!(it.finding, Finding::Proven(is, _) if is == status);
        let found = chains.iter().filter(is).count();
        (found > 0).then(|| format!("{} {}", number(found, "chain"), word(status)))
    };
    let proven: Vec<String> = Status::ALL.iter().copied().filter_map(proven).collect();
    if !proven.is_empty() {
        lines.push(format!("proven: {}", proven.join(", ")));
    }
    let ruled = life.stones_where(|it| matches!(it, Finding::Ruling));
    if !ruled.is_empty() {
        let names = count::names(ruled, size);
        lines.push(format!("dead by ruling (bent four in the corner): {names}"));
    }
    for wanted in Status::ALL.iter().copied() {
        let share = |it: &ChainLife| match it.finding {
            Finding::Likely { status, percent } if status == wanted => Some((percent, first(it)?)),
            _ => None,
        };
        let mut likely: Vec<(u8, Point)> = chains.iter().filter_map(share).collect();
        likely.sort_unstable();
        if likely.is_empty() {
            continue;
        }
        let name = |(percent, at): &(u8, Point)| format!("{} {percent}%", at.vertex(size));
        let mut names: Vec<String> = likely.iter().take(MOST_NAMED).map(name).collect();
        if likely.len() > MOST_NAMED {
            names.push(format!("and {} more", likely.len() - MOST_NAMED));
        }
        lines.push(format!("likely {}: {}", word(wanted), names.join(", ")));
    }
    for chain in chains {
        if let Finding::Open { alive } = chain.finding {
            let [lives, dies] = [false, true].map(|is_dead| result_if(life, chain, is_dead));
            let share = format!("{} lives in {alive}% of the playouts", called(chain, size));
            let results = format!("{lives} if it lives, {dies} if it is dead");
            lines.push(format!("open: {share}: {results}"));
        }
    }
    lines.iter().map(|line| wrapped(line)).collect()
}

/// Returns the results if all open chains turn out for Black, and for White; `None` if nothing is open.
pub(super) fn range(life: &Life) -> Option<String> {
    let [black, white] = outcomes(life);
    (!life.open().is_empty()).then(|| format!("{black} to {white}"))
}

pub(super) fn outcomes(life: &Life) -> [Outcome; 2] {
    let range = life.range();
    [range.black, range.white].map(Outcome::Counted)
}

/// `the white chain at D4 (5 stones)`
pub(super) fn called(chain: &ChainLife, size: Size) -> String {
    let color = chain.color.to_string().to_lowercase();
    let at = first(chain).map_or_else(String::new, |point| point.vertex(size));
    match chain.stones.len() {
        1 => format!("the {color} stone {at}"),
        stones => format!("the {color} chain at {at} ({stones} stones)"),
    }
}

/// `alive`, `dead` or `in seki`.
pub(super) fn word(status: Status) -> &'static str {
    match status {
        Status::Seki => "in seki",
        other => other.name(),
    }
}

pub(super) fn first(chain: &ChainLife) -> Option<Point> {
    chain.stones.nth(0)
}

/// Returns the result if this chain is dead or lives, and all others are as suggested.
fn result_if(life: &Life, chain: &ChainLife, is_dead: bool) -> Outcome {
    let mut standing = life.standing();
    let mut dead = standing.marks.dead() - chain.stones;
    if is_dead {
        dead |= chain.stones;
    }
    if let Ok(marks) = standing.marks.with_dead(&dead.list()) {
        standing.marks = marks;
    }
    Outcome::Counted(standing.count().score())
}
