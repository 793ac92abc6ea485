//! The rows as data, a line for each: what `--format tsv` prints and `--rows` reads.

use std::collections::BTreeMap;

use crate::read::arguments::plain_number;
use crate::terminal::text::plain_line;

/// What was asked of a program under its rules, and what was wrong: cells by the names of their columns.
#[derive(Default)]
pub(super) struct Row {
    cells: BTreeMap<String, String>,
    /// The run of which it was made now.
    pub(super) place: Option<String>,
}

/// What questions are about.
pub(super) const PARTS: [&str; 3] = ["moves", "count", "dead"];

const TEXTS: [&str; 6] = ["program", "version", "released", "rules", "corpus", "date"];

/// The columns of a part: how many questions were answered, of those with the same answer under its rules, and how many of them
/// wrong or not at all.
pub(super) fn columns(part: &str) -> [String; 3] {
    ["asked", "of", "wrong"].map(|what| format!("{part} {what}"))
}

fn all_columns() -> impl Iterator<Item = String> {
    let texts = TEXTS.iter().map(|name| (*name).to_owned());
    texts.chain(PARTS.iter().flat_map(|part| columns(part)))
}

fn number(text: &str) -> Option<usize> {
    plain_number::<u32>(text)?.try_into().ok()
}

impl Row {
    pub(super) fn get(&self, column: &str) -> &str {
        self.cells.get(column).map_or("", String::as_str)
    }

    pub(super) fn put(&mut self, column: &str, cell: String) {
        self.cells.insert(column.to_owned(), cell);
    }

    /// The numbers in the columns of a part. They were numbers when they were read.
    pub(super) fn part(&self, part: &str) -> [usize; 3] {
        columns(part).map(|column| number(self.get(&column)).unwrap_or(0))
    }

    /// The numbers of right answers, of all questions, and of wrong answers.
    pub(super) fn total(&self) -> [usize; 3] {
        let parts = PARTS.map(|part| self.part(part));
        let [asked, of, wrong] = [0, 1, 2].map(|at| parts.iter().map(|part| part[at]).sum());
        [usize::saturating_sub(asked, wrong), of, wrong]
    }

    fn key(&self) -> [&str; 2] {
        ["program", "rules"].map(|column| self.get(column))
    }

    /// The later the version of the corpus, the newer; then the day decides.
    fn age(&self) -> (Vec<Option<usize>>, &str) {
        let version = self.get("corpus").split('.').map(number);
        (version.collect(), self.get("date"))
    }

    fn name(&self) -> String {
        let standing = || format!("the row of {}", self.get("date"));
        self.place.clone().unwrap_or_else(standing)
    }
}

/// All rows, and the names of the columns that gokata does not know, which are kept.
#[derive(Default)]
pub(super) struct Rows {
    pub(super) rows: Vec<Row>,
    others: Vec<String>,
}

impl Rows {
    /// Reads what [`Rows::tsv`] writes. Columns are known by their names.
    ///
    /// # Errors
    /// What is wrong, after the number of the line.
    pub(super) fn parse(text: &str) -> Result<Rows, String> {
        let mut lines = (1..).zip(text.lines());
        let heading = lines.next().map_or("", |(_, line)| line);
        let heading: Vec<String> = heading.split('\t').map(str::to_owned).collect();
        if let Some(name) = all_columns().find(|name| !heading.contains(name)) {
            let how = "`gokata scoreboard --format tsv` writes what is read here";
            return Err(format!("1: no column `{name}`; {how}"));
        }
        let mut rows = Rows::default();
        for (line, cells) in lines.filter(|(_, line)| !line.is_empty()) {
            let cells = cells.split('\t').map(str::to_owned);
            let row = Row {
                cells: heading.iter().cloned().zip(cells).collect(),
                place: None,
            };
            let is_none = |column: &String| number(row.get(column)).is_none();
            if let Some(name) = PARTS.iter().flat_map(|part| columns(part)).find(is_none) {
                return Err(format!("{line}: `{name}` is no number"));
            }
            if rows.rows.iter().any(|first| first.key() == row.key()) {
                return Err(format!(
                    "{line}: another row has this program and these rules"
                ));
            }
            rows.rows.push(row);
        }
        let is_other = |name: &String| all_columns().all(|own| own != *name);
        rows.others = heading.into_iter().filter(is_other).collect();
        Ok(rows)
    }

    pub(super) fn tsv(&self) -> String {
        let columns: Vec<String> = all_columns().chain(self.others.iter().cloned()).collect();
        let line = |row: &Row| {
            let cells = columns.iter().map(|column| plain_line(row.get(column)));
            cells.collect::<Vec<_>>().join("\t") + "\n"
        };
        let rows = self.rows.iter().map(line);
        columns.join("\t") + "\n" + &rows.collect::<String>()
    }

    /// Adds a row, in the place of an older one of the same program and rules. Returns what there is to say of it.
    pub(super) fn add(&mut self, mut row: Row) -> Option<String> {
        let Some(old) = self.rows.iter_mut().find(|it| it.key() == row.key()) else {
            self.rows.push(row);
            return None;
        };
        let why = "is of the same program and rules, and not older";
        if row.age() < old.age() {
            return Some(format!("{} is left out: {} {why}", row.name(), old.name()));
        }
        // What was written by hand is kept.
        for name in &self.others {
            row.put(name, old.get(name).to_owned());
        }
        if row.get("released").is_empty() && row.get("version") == old.get("version") {
            row.put("released", old.get("released").to_owned());
        }
        let said = format!("{} is left out: {} {why}", old.name(), row.name());
        let is_from_run = std::mem::replace(old, row).place.is_some();
        is_from_run.then_some(said)
    }

    /// A question that was never asked counts no more than a wrong answer; then the fewer are wrong, the better.
    pub(super) fn sort(&mut self) {
        self.rows.sort_by(|a, b| {
            let ([right, of, wrong], [b_right, b_of, b_wrong]) = (a.total(), b.total());
            // By right / of, without rounding.
            let shares = (b_right * of.max(1)).cmp(&(right * b_of.max(1)));
            shares.then((wrong, a.key()).cmp(&(b_wrong, b.key())))
        });
    }
}
