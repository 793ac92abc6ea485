//! Draws and describes what is found about life and death (`--suggest`).

use gokata::scoring::{ChainLife, Ending, Finding, Life, Outcome, Standing, Status};
use gokata::{ByColor, Color, Point, PointSet, Size};

use crate::draw::count;
use crate::draw::grid::Grid;
use crate::terminal::text::{number, wrapped};

/// The most chains in a list; `...` stands for the rest.
const MOST_NAMED: usize = 12;

/// A finding, its sign beside a stone `x`, and its name. Before the stone stands what becomes of it, behind it how sure it is.
type Sign = (fn(&Finding) -> bool, &'static str, &'static str);

const SIGNS: [Sign; 6] = [
    (Finding::is_proven, "x!", "proven"),
    (|it| matches!(it, Finding::Ruling), "x*", "by ruling"),
    (|it| matches!(it, Finding::Likely { .. }), "x", "likely"),
    (
        |it| matches!(it, Finding::Unsettled { .. }),
        "x/",
        "unsettled (the first move or a ko decides)",
    ),
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
    let legend = format!("{}\n{}", wrapped(&signs.join(", ")), count::legend());
    legend.trim_start().to_owned()
}

/// Describes what is found, with what players should look at first: a line for each unsettled and each open chain, then the
/// likely ones below [`Finding::SURE`]. All others are only counted.
pub(super) fn lines(life: &Life) -> Vec<String> {
    let size = life.standing().marks.size();
    let chains = life.chains();
    if chains.is_empty() {
        return vec!["there are no stones".to_owned()];
    }
    let mut lines = unsettled(life);
    for chain in chains {
        if let Finding::Open { alive } = chain.finding {
            let share = format!("{} lives in {alive}% of the playouts", called(chain, size));
            let results = either_way(life, &[chain]);
            lines.push(format!("open: {share}: {results}"));
        }
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
        let doubtful = likely.partition_point(|(percent, _)| *percent < Finding::SURE);
        let (doubtful, sure) = likely.split_at(doubtful);
        let name = |(percent, at): &(u8, Point)| format!("{} {percent}%", at.vertex(size));
        let mut names: Vec<String> = doubtful.iter().take(MOST_NAMED).map(name).collect();
        if doubtful.len() > MOST_NAMED {
            names.push(format!("{} more", doubtful.len() - MOST_NAMED));
        }
        if !sure.is_empty() {
            let at_least = Finding::SURE;
            names.push(format!(
                "{} ({at_least}% or more)",
                number(sure.len(), "chain")
            ));
        }
        lines.push(format!("likely {}: {}", word(wanted), names.join(", ")));
    }
    let ruled = life.stones_where(|it| matches!(it, Finding::Ruling));
    if !ruled.is_empty() {
        let names = count::names(ruled, size);
        lines.push(format!(
            "dead by ruling (a ko that needs a pass first, or bent four in the corner): {names}"
        ));
    }
    let proven = |status| {
        let is = |it: &&ChainLife| matches!(it.finding, Finding::Proven(is, _) if is == status);
        let found = chains.iter().filter(is).count();
        (found > 0).then(|| format!("{} {}", number(found, "chain"), word(status)))
    };
    let proven: Vec<String> = Status::ALL.iter().copied().filter_map(proven).collect();
    if !proven.is_empty() {
        lines.push(format!("proven: {}", proven.join(", ")));
    }
    let is_over = life.standing().ending == Some(Ending::Passes);
    let counted = if is_over {
        "counted, since both have passed"
    } else {
        "not counted"
    };
    for (color, points) in life.teire().iter().filter(|(_, points)| !points.is_empty()) {
        let names = count::names(*points, size);
        lines.push(format!(
            "{color} must still fill in its territory, once the neutral points are filled: {names} ({counted})"
        ));
    }
    lines.iter().map(|line| wrapped(line)).collect()
}

/// A line for the unsettled chains of each color that the same moves decide, and one that says what they mean.
fn unsettled(life: &Life) -> Vec<String> {
    let mut groups: Vec<Vec<&ChainLife>> = Vec::new();
    for chain in life.chains() {
        let Some((moves, _)) = deciding(chain) else {
            continue;
        };
        // Without a move, nothing says that two chains are decided together.
        let is_named = moves.black.is_some() || moves.white.is_some();
        let is_same = |other: &&ChainLife| {
            is_named && deciding(other) == deciding(chain) && other.color == chain.color
        };
        match groups.iter_mut().find(|group| group.iter().any(is_same)) {
            Some(group) => group.push(chain),
            None => groups.push(vec![chain]),
        }
    }
    let size = life.standing().marks.size();
    let mut lines: Vec<String> = groups
        .iter()
        .map(|group| {
            let first = group[0];
            let more = match group.len() {
                1 => String::new(),
                chains => format!(" and {} beside it", number(chains - 1, "chain")),
            };
            let decides = decides(first, size);
            let results = either_way(life, group);
            format!(
                "unsettled: {}{more}: {decides}; {results}",
                called(first, size)
            )
        })
        .collect();
    let [black, white] = outcomes(life);
    if !lines.is_empty() && black != white {
        lines.push("The game is most likely not finished: play on there.".to_owned());
    }
    lines
}

/// The first moves about an unsettled chain, and whether a ko decides.
pub(super) fn deciding(chain: &ChainLife) -> Option<(ByColor<Option<Point>>, bool)> {
    match chain.finding {
        Finding::Unsettled { moves, ko, .. } => Some((moves, ko)),
        _ => None,
    }
}

/// `Black E6 kills, White E6 lives`
pub(super) fn decides(chain: &ChainLife, size: Size) -> String {
    let Some((moves, ko)) = deciding(chain) else {
        return String::new();
    };
    let verb = |by| if by == chain.color { "lives" } else { "kills" };
    let by = Color::BOTH.into_iter();
    let parts = by.filter_map(|by| Some(format!("{by} {} {}", moves[by]?.vertex(size), verb(by))));
    let parts: Vec<String> = parts.collect();
    match (parts.is_empty(), ko) {
        (true, true) => "a ko decides".to_owned(),
        (true, false) => "the first move decides".to_owned(),
        (false, true) => format!("{}; a ko decides", parts.join(", ")),
        (false, false) => parts.join(", "),
    }
}

/// Returns the results if all open and unsettled chains turn out for Black, and for White; `None` if there is none.
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

/// Returns the results if these chains live and if they are dead, while all others are as suggested.
fn either_way(life: &Life, chains: &[&ChainLife]) -> String {
    let none = PointSet::empty(life.standing().marks.size());
    let stones = { chains.iter() }.fold(none, |all, chain| all | chain.stones);
    let result = |status| Outcome::Counted(life.result_if(stones, status));
    let [lives, dies] = [Status::Alive, Status::Dead].map(result);
    if lives == dies {
        return format!("{lives} either way");
    }
    format!("{lives} if it lives, {dies} if it is dead")
}
