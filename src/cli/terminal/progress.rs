//! Progress bars on standard error, if that is a terminal. They never reach standard output, a pipe or a file.

use indicatif::{ProgressBar, ProgressStyle};

pub(crate) fn bar(steps: usize, template: &str) -> ProgressBar {
    styled(ProgressBar::new(steps as u64), template)
}

/// Creates a progress bar for work of unknown length.
pub(crate) fn counter(template: &str) -> ProgressBar {
    styled(ProgressBar::new_spinner(), template)
}

/// Returns the bar, or with `--quiet` one that is never shown.
pub(crate) fn unless(quiet: bool, bar: ProgressBar) -> ProgressBar {
    if quiet { ProgressBar::hidden() } else { bar }
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
