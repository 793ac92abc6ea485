//! The runner: asks the function in kata.rs what stands in ../steps. Nothing to change here.

use std::panic::{catch_unwind, set_hook, AssertUnwindSafe};
use std::{env, fs, io, io::Write, process, slice, sync::Mutex, time::SystemTime};

#[allow(unused)]
mod kata;

pub struct Move {
    pub color: char,
    pub row: i32,
    pub col: i32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    pub to_play: char,
    pub rows: Vec<Vec<char>>,
}

struct Question {
    screen: String,
    record: Vec<Board>,
    mv: Move,
    legal: bool,
}

struct Step {
    title: String,
    questions: Vec<Question>,
}

fn side(word: &str) -> Option<char> {
    word.parse().ok().filter(|side| "xo".contains(*side))
}

/// Reads one question. Without one, the line taken last does not fit.
fn read_question(lines: &mut slice::Iter<&str>) -> Option<Question> {
    let (mut screen, mut record) = (String::new(), Vec::new());
    let mut line = lines.next()?;
    while let Some(text) = line.strip_prefix('#') {
        screen += &(format!(" {text}").trim_end().to_owned() + "\n");
        line = lines.next()?;
    }
    line.strip_prefix("case ")?;
    lines.next()?.strip_prefix("rules ")?;
    let (height, width) = lines.next()?.strip_prefix("size ")?.split_once(' ')?;
    let (height, width): (usize, usize) = (height.parse().ok()?, width.parse().ok()?);
    let boards: usize = lines.next()?.strip_prefix("boards ")?.parse().ok()?;
    for _ in 0..boards {
        let to_play = side(lines.next()?)?;
        let mut rows = Vec::new();
        for _ in 0..height {
            let row: Vec<char> = lines.next()?.chars().collect();
            let fits = row.len() == width && row.iter().all(|sign| "xo-".contains(*sign));
            rows.push(fits.then_some(row)?);
        }
        record.push(Board { to_play, rows });
    }
    let mut words = lines.next()?.strip_prefix("move ")?.splitn(3, ' ');
    let (color, row, col) = (side(words.next()?)?, words.next()?, words.next()?);
    let mv = Move { color, row: row.parse().ok()?, col: col.parse().ok()? };
    lines.next().filter(|line| **line == "legal?")?;
    let answer = lines.next()?;
    let legal = *answer == "legal";
    let fits = legal || answer.starts_with("illegal ");
    let ends = fits && lines.next()?.is_empty();
    ends.then_some(Question { screen, record, mv, legal })
}

/// Reads all steps, or says in a sentence why not.
fn read_steps() -> Result<Vec<Step>, String> {
    let mut names = Vec::new();
    for entry in fs::read_dir("../steps").into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let number = name.split('-').next().unwrap_or_default().parse::<u32>();
        if let (Ok(number), true) = (number, name.ends_with(".txt")) {
            names.push((number, name));
        }
    }
    names.sort();
    let mut steps = Vec::new();
    for (number, name) in names {
        let text = fs::read_to_string(format!("../steps/{name}")).unwrap_or_default();
        let all: Vec<&str> = text.trim_end().lines().chain([""]).collect();
        let (mut lines, mut questions) = (all.iter(), Vec::new());
        while lines.len() > 0 {
            let Some(question) = read_question(&mut lines) else {
                let at = all.len() - lines.len();
                return Err(format!("steps/{name}, line {at}: this is not a line of a step file"));
            };
            questions.push(question);
        }
        let title = name.trim_end_matches(".txt").replacen(&format!("{number}-"), "", 1);
        steps.push(Step { title: title.replace('-', " "), questions });
    }
    match steps.len() {
        0 => Err("There is no folder steps with step files beside this one.".to_owned()),
        _ => Ok(steps),
    }
}

/// Asks one step. Returns how many answers are right, and the screen, answer and panic of the first wrong one.
fn ask(questions: Vec<Question>) -> (usize, Option<(String, Option<bool>, String)>) {
    static PANIC: Mutex<String> = Mutex::new(String::new());
    set_hook(Box::new(|info| *PANIC.lock().unwrap() = format!("{info}\n")));
    let (mut right, mut wrong) = (0, None);
    for Question { screen, record, mv, legal } in questions {
        print!(".");
        io::stdout().flush().ok();
        let answer = catch_unwind(AssertUnwindSafe(|| kata::is_legal_move(mv, record))).ok();
        if answer == Some(legal) {
            right += 1;
        } else if wrong.is_none() {
            wrong = Some((screen, answer, PANIC.lock().unwrap().clone()));
        }
    }
    (right, wrong)
}

/// Asks step after step, up to a wrong answer. Returns step, light, what is shown, and the new progress.
fn run(steps: Vec<Step>, progress: usize) -> (usize, &'static str, String, usize) {
    let count = steps.len();
    let show = |step: usize, done: usize, title: &str, rest: &str| {
        let bar = "#".repeat(done) + &".".repeat(count - done);
        format!("\n  [{bar}]  step {step} of {count}: {title}\n\n{rest}")
    };
    let mut before = String::new();
    for (step, Step { title, questions }) in (1..).zip(steps) {
        let asked = questions.len();
        if let (right, Some((screen, answer, panic))) = ask(questions) {
            if step > progress {
                let rest = format!("  GREEN  Done! Change places. Then run it again for step {step}.\n");
                return (step - 1, "green", show(step - 1, step - 1, &before, &rest), step);
            }
            let (light, said, above) = match answer {
                Some(true) => ("red", "legal", ""),
                Some(false) => ("red", "not legal", ""),
                None => ("amber", "nothing: it stopped, see above", panic.as_str()),
            };
            let (word, hint) = (light.to_uppercase(), format!(" Stuck? hints/{step}-1.txt"));
            let hint = if step > 7 { "" } else { &hint };
            let rest = format!("{screen}\n  you said:   {said}\n\n  {word}  {right} of {asked} right.{hint}\n");
            return (step, light, above.to_owned() + &show(step, step - 1, &title, &rest), progress);
        }
        before = title;
    }
    let bonus = " More: move bonus/8-everything.txt into steps/.";
    let more = if count == 7 { bonus } else { "" };
    let rest = format!("  GREEN  Done! That was the last step.{more}\n");
    (count, "green", show(count, count, &before, &rest), count + 1)
}

/// Local time, which only the system's own command tells; without it, UTC.
fn time() -> String {
    if let Ok(date) = process::Command::new("date").arg("+%H:%M:%S").output() {
        return String::from_utf8_lossy(&date.stdout).trim().to_owned();
    }
    let s = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs());
    format!("{:02}:{:02}:{:02}", s / 3600 % 24, s / 60 % 60, s % 60)
}

fn main() {
    let target = env::current_exe().unwrap_or_default().join("../../..");
    env::set_current_dir(env::var_os("CARGO_MANIFEST_DIR").map_or(target, Into::into)).ok();
    let progress = fs::read_to_string("progress").unwrap_or_default();
    let progress = progress.trim().parse::<u16>().map_or(1, |step| step.max(1).into());
    let (log, now) = (fs::read_to_string("lights.log").unwrap_or_default(), time());
    fs::write("lights.log", format!("{log}{now} {progress} amber\n")).ok();
    let (step, light, shown, next) = match read_steps() {
        Ok(steps) => {
            let end = run(steps, progress);
            println!();
            end
        }
        Err(sentence) => (progress, "amber", format!("\n  {sentence}\n"), progress),
    };
    let last = fs::write("lights.log", format!("{log}{now} {step} {light}\n"));
    let moved = if next == progress { Ok(()) } else { fs::write("progress", format!("{next}\n")) };
    if last.and(moved).is_err() {
        println!("\n  (cannot write progress and lights.log here)");
    }
    println!("{shown}");
    process::exit((light != "green").into());
}
