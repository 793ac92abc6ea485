//! Progress bars, shown on a terminal only.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar of `steps` steps, drawn with this template.
pub(crate) fn bar(steps: usize, template: &str) -> ProgressBar {
    styled(ProgressBar::new(steps as u64), template)
}

/// A counter for work of unknown length, drawn with this template.
pub(crate) fn counter(template: &str) -> ProgressBar {
    styled(ProgressBar::new_spinner(), template)
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
