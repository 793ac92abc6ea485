//! Tables in the text of a test.

/// The rows of a table of three columns.
pub(crate) fn rows(table: &str) -> impl Iterator<Item = [&str; 3]> {
    table.trim_matches('\n').lines().map(|line| {
        let cells: Vec<&str> = line.split(" | ").collect();
        cells.try_into().expect("three cells")
    })
}
