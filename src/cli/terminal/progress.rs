//! Progress bars, shown on a terminal only.

use indicatif::{ProgressBar, ProgressStyle};

pub(crate) fn bar(steps: usize, template: &str) -> ProgressBar {
    styled(ProgressBar::new(steps as u64), template)
}

/// Creates a progress bar for work of unknown length.
pub(crate) fn counter(template: &str) -> ProgressBar {
    styled(ProgressBar::new_spinner(), template)
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
