//! Times several pieces of work in turns, so that other load on the machine affects all of them alike.

// An `f64` is exact enough for times.
#![allow(clippy::cast_precision_loss)]

use std::hint::black_box;
use std::time::Duration;

use gokata::Random;

/// Nanoseconds per unit of work.
#[derive(Clone, Copy)]
pub(crate) struct Timing {
    pub(crate) median: f64,
    /// What load on the machine affects least.
    pub(crate) least: f64,
}

/// Work to time. Returns the number of units done.
pub(crate) type Work<'a> = &'a mut dyn FnMut() -> usize;

/// The time since some moment.
pub(crate) type Clock = fn() -> Duration;

/// Times each piece of work once per turn, in an order that is drawn anew. Repeats short work for about 30 ms per turn.
pub(crate) fn time<const N: usize>(
    turns: usize,
    clock: Clock,
    mut works: [Work; N],
) -> [Timing; N] {
    let once = |work: Work| {
        let start = clock();
        let units = black_box(work());
        (units, clock().saturating_sub(start))
    };
    let repeats = works.each_mut().map(|work| {
        let took = once(*work).1;
        let wanted = Duration::from_millis(30).as_nanos() / took.as_nanos().max(1);
        usize::try_from(wanted).unwrap_or(0).max(1)
    });
    let mut times = [const { Vec::new() }; N];
    let mut order: [usize; N] = std::array::from_fn(|nth| nth);
    let mut random = Random::new(1);
    for _ in 0..turns {
        for last in (1..N).rev() {
            order.swap(last, random.below(last + 1));
        }
        for nth in order {
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
            least: times[0],
        }
    })
}

/// The processor time of this thread: other programs on the machine have less effect on it.
#[cfg(unix)]
pub(crate) fn processor_time() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or_else(|_| elapsed(), Duration::from)
}

#[cfg(not(unix))]
pub(crate) fn processor_time() -> Duration {
    elapsed()
}

/// The time on the clock, since this function was first called.
pub(crate) fn elapsed() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// Names the machine and, where the system tells it, how many programs want to run.
pub(crate) fn machine() -> String {
    let cpus = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpus
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or(std::env::consts::ARCH, |(_, model)| model);
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().filter(|load| !load.is_empty());
    let load = load.map_or(String::new(), |load| format!(", load {load}"));
    format!("{model}, processors: {processors}{load}")
}

/// Writes the median and the least time: `35.12 ns (34.91)`.
impl std::fmt::Display for Timing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (unit, divisor) = if self.median < 1000.0 {
            ("ns", 1.0)
        } else {
            ("µs", 1000.0)
        };
        let [median, least] = [self.median, self.least].map(|time| time / divisor);
        f.pad(&format!("{median:.2} {unit} ({least:.2})"))
    }
}
