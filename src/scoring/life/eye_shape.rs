//! The shape of a small eye space, and what a stone inside it can do.

/// The most stones that may be sacrificed inside an eye space: a space of more points makes two eyes in any case.
const MOST: usize = 6;

/// Some places, and their number. If there are more than matter, only the first ones.
#[derive(Clone, Copy, Default)]
pub(super) struct EyeShape {
    places: [u16; MOST],
    pub(super) count: usize,
}

impl EyeShape {
    pub(super) fn push(&mut self, place: u16) {
        if let Some(next) = self.places.get_mut(self.count) {
            *next = place;
        }
        self.count += 1;
    }

    /// True if an eye space of this shape makes only one eye, or can be kept from making two. `stride` is the distance from
    /// a row to the next.
    pub(super) fn can_be_killed(&self, stride: usize) -> bool {
        let Some(degrees) = self.degrees(stride) else {
            return false;
        };
        let most = degrees.iter().max().copied().unwrap_or(0);
        let twos = degrees.iter().filter(|degree| **degree == 2).count();
        match self.count {
            0..=3 => true,
            // Three in a pyramid around one, or a square.
            4 => most == 3 || twos == 4,
            // A cross, or the bulky five.
            5 => most == 4 || (most == 3 && twos == 3),
            // The rabbity six.
            _ => most == 4 && twos == 3,
        }
    }

    /// The point that keeps an eye space of this shape from becoming two eyes.
    pub(super) fn vital_place(&self, stride: usize) -> Option<u16> {
        if self.count < 3 || !self.can_be_killed(stride) {
            return None;
        }
        let degrees = self.degrees(stride)?;
        let most = degrees.iter().max()?;
        let vital = degrees.iter().position(|degree| degree == most)?;
        Some(self.places[vital])
    }

    /// For each place, the number of its neighbors within the shape; `None` if there are more places than matter.
    fn degrees(&self, stride: usize) -> Option<[usize; MOST]> {
        let places = self.places.get(..self.count)?;
        let mut degrees = [0; MOST];
        for (place, degree) in places.iter().zip(&mut degrees) {
            let is_beside = |other: &&u16| [1, stride].contains(&other.abs_diff(*place).into());
            *degree = places.iter().filter(is_beside).count();
        }
        Some(degrees)
    }
}
