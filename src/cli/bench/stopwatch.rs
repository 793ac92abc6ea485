//! Times several pieces of work in turns, so that other load on the machine affects all of them alike.

// An `f64` is exact enough for times.
#![allow(clippy::cast_precision_loss)]

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Nanoseconds per unit of work.
#[derive(Clone, Copy)]
pub(crate) struct Timing {
    pub(crate) median: f64,
    pub(crate) min: f64,
    pub(crate) max: f64,
}

/// Work to time. Returns the number of units done.
pub(crate) type Work<'a> = &'a mut dyn FnMut() -> usize;

/// Times each piece of work once per turn. Repeats short work for about 30 ms per turn.
pub(crate) fn time<const N: usize>(turns: usize, mut works: [Work; N]) -> [Timing; N] {
    let repeats = works.each_mut().map(|work| {
        let took = once(*work).1;
        let wanted = Duration::from_millis(30).as_nanos() / took.as_nanos().max(1);
        usize::try_from(wanted).unwrap_or(0).max(1)
    });
    let mut times = [const { Vec::new() }; N];
    for _ in 0..turns {
        for nth in 0..N {
            let (mut units, mut took) = (0, Duration::ZERO);
            for _ in 0..repeats[nth] {
                let (done, time) = once(works[nth]);
                (units, took) = (units + done, took + time);
            }
            times[nth].push(took.as_nanos() as f64 / units.max(1) as f64);
        }
    }
    times.map(|mut times| {
        times.sort_unstable_by(f64::total_cmp);
        Timing {
            median: times[times.len() / 2],
            min: times[0],
            max: times[times.len() - 1],
        }
    })
}

fn once(work: Work) -> (usize, Duration) {
    let start = Instant::now();
    let units = black_box(work());
    (units, start.elapsed())
}

/// Writes the median, minimum and maximum: `35.1 ns (34.9..36.0)`.
impl std::fmt::Display for Timing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (unit, divisor) = if self.median < 1000.0 {
            ("ns", 1.0)
        } else {
            ("µs", 1000.0)
        };
        let show = |time: f64| {
            let time = time / divisor;
            let decimals = if time < 10.0 { 2 } else { 1 };
            format!("{time:.decimals$}")
        };
        let [median, min, max] = [self.median, self.min, self.max].map(show);
        f.pad(&format!("{median} {unit} ({min}..{max})"))
    }
}
