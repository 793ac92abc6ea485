//! The rows as data, a line for each: what `--format tsv` prints and `--rows` reads.

use std::collections::BTreeMap;

use crate::read::arguments::plain_number;
use crate::terminal::text::plain_line;

/// What was asked of a program under its rules, and what was wrong: cells by the names of their columns.
#[derive(Clone, Default)]
pub(super) struct Row {
    pub(super) cells: BTreeMap<String, String>,
    /// The run of which it was made now.
    pub(super) place: Option<String>,
}

/// Numbers of questions about moves, the count, or dead stones.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Part {
    pub(super) asked: usize,
    /// How many have the same answer under its rules.
    pub(super) of: usize,
    /// Wrong answers, and questions without an answer.
    pub(super) wrong: usize,
}

pub(super) const PARTS: [&str; 3] = ["moves", "count", "dead"];

const TEXTS: [&str; 6] = ["program", "version", "released", "rules", "corpus", "date"];

impl Row {
    pub(super) fn get(&self, column: &str) -> &str {
        self.cells.get(column).map_or("", String::as_str)
    }

    pub(super) fn put(&mut self, column: &str, cell: impl ToString) {
        self.cells.insert(column.to_owned(), cell.to_string());
    }

    pub(super) fn part(&self, about: &str) -> Part {
        // It has been a number when it was read.
        let number = |column: &str| number(self.get(column)).unwrap_or(0);
        let [asked, of, wrong] = columns(about).map(|column| number(&column));
        Part { asked, of, wrong }
    }

    pub(super) fn put_part(&mut self, about: &str, part: Part) {
        let numbers = [part.asked, part.of, part.wrong];
        for (column, number) in columns(about).iter().zip(numbers) {
            self.put(column, number);
        }
    }

    /// The numbers of right answers, of all questions, and of wrong answers.
    pub(super) fn total(&self) -> [usize; 3] {
        let parts = PARTS.map(|about| self.part(about));
        let sum = |of: fn(&Part) -> usize| parts.iter().map(of).sum();
        [
            sum(|it| it.asked.saturating_sub(it.wrong)),
            sum(|it| it.of),
            sum(|it| it.wrong),
        ]
    }

    fn key(&self) -> [&str; 2] {
        ["program", "rules"].map(|column| self.get(column))
    }

    /// The later the version of the corpus, the newer; then the day decides.
    fn age(&self) -> (Vec<Option<usize>>, &str) {
        (
            self.get("corpus").split('.').map(number).collect(),
            self.get("date"),
        )
    }
}

/// The columns of a part.
fn columns(about: &str) -> [String; 3] {
    ["asked", "of", "wrong"].map(|what| format!("{about} {what}"))
}

fn number(text: &str) -> Option<usize> {
    plain_number::<u32>(text)?.try_into().ok()
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
        if let Some(name) = own_columns().find(|name| !heading.contains(name)) {
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
            if let Some(name) = PARTS.iter().flat_map(|it| columns(it)).find(is_none) {
                return Err(format!("{line}: `{name}` is no number"));
            }
            if rows.rows.iter().any(|first| first.key() == row.key()) {
                return Err(format!(
                    "{line}: another row has this program and these rules"
                ));
            }
            rows.rows.push(row);
        }
        let is_other = |name: &String| own_columns().all(|own| own != *name);
        rows.others = heading.into_iter().filter(is_other).collect();
        Ok(rows)
    }

    pub(super) fn tsv(&self) -> String {
        let columns: Vec<String> = own_columns().chain(self.others.iter().cloned()).collect();
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
        let place = |row: &Row| {
            row.place
                .clone()
                .unwrap_or(format!("the row of {}", row.get("date")))
        };
        let is_older = row.age() < old.age();
        let (used, left) = if is_older {
            (&*old, &row)
        } else {
            (&row, &*old)
        };
        let said = format!(
            "{} is left out: {} is of the same program and rules, and newer",
            place(left),
            place(used)
        );
        let said = (is_older || old.place.is_some()).then_some(said);
        if !is_older {
            // What was written by hand is kept.
            for name in &self.others {
                row.put(name, old.get(name));
            }
            if row.get("released").is_empty() && row.get("version") == old.get("version") {
                row.put("released", old.get("released"));
            }
            *old = row;
        }
        said
    }

    /// A question that was never asked counts no more than a wrong answer; then the fewer are wrong, the better.
    pub(super) fn sort(&mut self) {
        self.rows.sort_by(|a, b| {
            let ([right, of, wrong], [right_of_b, of_b, wrong_of_b]) = (a.total(), b.total());
            // By right / of, without rounding.
            let shares = (right_of_b * of.max(1)).cmp(&(right * of_b.max(1)));
            shares
                .then(wrong.cmp(&wrong_of_b))
                .then_with(|| a.key().cmp(&b.key()))
        });
    }
}

fn own_columns() -> impl Iterator<Item = String> {
    let texts = TEXTS.iter().map(|name| (*name).to_owned());
    texts.chain(PARTS.iter().flat_map(|about| columns(about)))
}
