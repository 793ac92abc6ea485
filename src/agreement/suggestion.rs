//! A suggestion of all marks: what a player may ask for instead of marking group after group.

use crate::basics::{ByColor, Point, PointSet};
use crate::scoring::{Finding, Life, Status};

/// Suggested marks, made by a search for life and death: [`Life`]. Each list has one stone of each chain.
///
/// ```
/// use gokata::agreement::Suggestion;
/// use gokata::scoring::Standing;
/// use gokata::{BoardRecord, Point};
///
/// let board: BoardRecord = "x\n-x-xo-o-\nxxxxoooo\n--xxoo--\n-o-xo-x-\n".parse()?;
/// let suggestion = Suggestion::from(&Standing::from(&board).life());
/// assert_eq!(suggestion.dead, [(3, 6), (3, 1)].map(Point::from));
/// assert_eq!(suggestion.open, []);
/// # Ok::<(), gokata::TextError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Suggestion {
    /// The dead chains. All others are marked alive.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub dead: Vec<Point>,
    /// The chains in seki. The territory of their groups is marked neutral, if the terms of the game have such marks; rules with
    /// a tax exclude it in any case.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub seki: Vec<Point>,
    /// The points that Black and White must fill in their territory before the end ([`Life::teire`]). They are marked neutral, so
    /// that the players see what resumed play would cost.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "no_points"))]
    pub teire: ByColor<Vec<Point>>,
    /// The chains about which the suggestion is only a guess, the unsettled ones included: the players should look at them.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub open: Vec<Point>,
    /// Those of them about which the first move decides, or a ko: the game is most likely not finished.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub unsettled: Vec<Point>,
    /// The likely chains that the players should look at, too: see [`Finding::is_doubtful`].
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub doubtful: Vec<Point>,
    /// The chains whose status is proven.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub proven: Vec<Point>,
}

#[cfg(feature = "serde")]
fn no_points(points: &ByColor<Vec<Point>>) -> bool {
    points.iter().all(|(_, points)| points.is_empty())
}

/// How sure a suggestion is of the marks that it set. Chains that are neither proven nor open are likely.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Suggested {
    /// The points that Black and White must still fill in their territory.
    pub teire: ByColor<PointSet>,
    /// The stones of proven chains.
    pub proven: PointSet,
    /// The stones of open chains, and of unsettled ones.
    pub open: PointSet,
    /// The stones of unsettled chains.
    pub unsettled: PointSet,
    /// The stones of likely chains that the players should look at.
    pub doubtful: PointSet,
}

impl From<&Life> for Suggestion {
    fn from(life: &Life) -> Suggestion {
        let one_of_each = |holds: &dyn Fn(&Finding) -> bool| {
            let chains = life.chains().iter();
            let chains = chains.filter(|chain| holds(&chain.finding));
            chains.filter_map(|chain| chain.stones.nth(0)).collect()
        };
        Suggestion {
            dead: one_of_each(&|finding| finding.better_guess() == Status::Dead),
            seki: one_of_each(&|finding| finding.better_guess() == Status::Seki),
            teire: life.teire().map(|points| points.list()),
            open: one_of_each(&|finding| finding.status().is_none()),
            unsettled: one_of_each(&|it| matches!(it, Finding::Unsettled { .. })),
            doubtful: one_of_each(&|it| it.is_doubtful() && it.status().is_some()),
            proven: one_of_each(&Finding::is_proven),
        }
    }
}
