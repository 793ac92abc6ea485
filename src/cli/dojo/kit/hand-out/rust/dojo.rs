//! The runner: asks the function in kata.rs what stands in ../steps. Nothing to change here.

use std::panic::{catch_unwind, set_hook, take_hook, AssertUnwindSafe};
use std::{env, fs, io, io::Write, process, slice, sync::Mutex, time::SystemTime};

#[allow(unused)]
mod kata;

#[derive(Clone, Copy, Debug)]
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

/// Returns what the function says, or else the message of its panic.
fn ask(mv: Move, record: Vec<Board>) -> Result<bool, String> {
    static PANIC: Mutex<String> = Mutex::new(String::new());
    set_hook(Box::new(|info| *PANIC.lock().unwrap() = format!("{info}\n")));
    show(".");
    let answer = catch_unwind(AssertUnwindSafe(|| kata::is_legal_move(mv, record)));
    drop(take_hook());
    answer.map_err(|_| PANIC.lock().unwrap().clone())
}

fn show(text: &str) {
    print!("{text}");
    io::stdout().flush().ok();
}

fn load(name: &str) -> String {
    fs::read_to_string(name).unwrap_or_default().trim().to_owned()
}

fn save(name: &str, text: &str) -> bool {
    fs::write(name, text).is_ok()
}

fn log(before: &str, step: usize, light: &str) -> bool {
    save("lights.log", format!("{before}\n{} {step} {light}\n", time()).trim_start())
}

/// Remembers that this step is green; returns whether both files can be written.
fn finished(before: &str, step: usize) -> bool {
    let logged = log(before, step, "green");
    save("progress", &format!("{}\n", step + 1)) && logged
}

/// Local time, which only the system's own command tells; without it, UTC.
fn time() -> String {
    if let Ok(date) = process::Command::new("date").arg("+%H:%M:%S").output() {
        return String::from_utf8_lossy(&date.stdout).trim().to_owned();
    }
    let s = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs());
    format!("{:02}:{:02}:{:02}", s / 3600 % 24, s / 60 % 60, s % 60)
}

/// Asks step after step, up to a wrong answer. Returns whether the light is green.
fn run(steps: &[Step], reached: usize, before: &str) -> bool {
    let stopped = load("last-question");
    let (mut step, mut saved, mut right, mut first_wrong) = (0, true, 0, None);
    while step < steps.len() && first_wrong.is_none() {
        step += 1;
        if step > reached {
            saved = finished(before, step - 1); // at once: a question of this step may end the program
        }
        if step > 1 {
            show(" ");
        }
        right = 0;
        for (number, q) in (1..).zip(&steps[step - 1].questions) {
            let question = format!("{step} {number}");
            if stopped == question {
                let light = format!("  AMBER  The last run stopped at this question of step {step}. It is asked again:");
                println!("\n\n{}\n{light}\n", q.screen);
            }
            save("last-question", &(question + "\n"));
            let answer = ask(q.mv, q.record.clone());
            if answer == Ok(q.legal) {
                right += 1;
            } else {
                show("!");
                first_wrong.get_or_insert((&q.screen, answer));
            }
        }
    }
    println!();
    save("last-question", "");

    let done = step > reached || first_wrong.is_none();
    let (light, said, panic) = match &first_wrong {
        _ if done => ("green", "", ""),
        Some((_, Err(panic))) => ("amber", "nothing: it stopped, see above", panic.as_str()),
        Some((_, Ok(true))) => ("red", "legal", ""),
        _ => ("red", "not legal", ""),
    };
    let shown = if done && first_wrong.is_some() { step - 1 } else { step };
    if first_wrong.is_none() {
        step += 1;
        saved = finished(before, shown);
    } else if !done {
        saved = log(before, shown, light);
    }
    if !saved {
        println!("\n  (cannot write progress and lights.log here)");
    }

    let (count, title) = (steps.len(), &steps[shown - 1].title);
    let bar = "#".repeat(step - 1) + &".".repeat(count + 1 - step);
    println!("{panic}\n  [{bar}]  step {shown} of {count}: {title}\n");
    match first_wrong {
        Some((screen, _)) if !done => {
            let (word, asked) = (light.to_uppercase(), steps[step - 1].questions.len());
            let hint = match step {
                _ if step < reached => " This step was GREEN before. Mend it first.".to_owned(),
                1..=7 => format!(" Stuck? ../hints/{step}-1.txt"),
                _ => String::new(),
            };
            println!("{screen}\n  you said:   {said}\n\n  {word}  {right} of {asked} right.{hint}\n");
        }
        Some(_) => println!("  GREEN  Done! Change places. Then run it again for step {step}.\n"),
        None => {
            let more = if count == 7 { " More: move ../bonus/8-everything.txt into ../steps/." } else { "" };
            println!("  GREEN  Done! That was the last step.{more}\n");
        }
    }
    done
}

fn main() {
    let target = env::current_exe().unwrap_or_default().join("../../..");
    env::set_current_dir(env::var_os("CARGO_MANIFEST_DIR").map_or(target, Into::into)).ok();
    let reached = load("progress").parse::<u16>().map_or(1, |step| step.max(1).into());
    let before = load("lights.log");
    log(&before, reached, "amber");
    let green = match read_steps() {
        Ok(steps) => run(&steps, reached, &before),
        Err(sentence) => {
            println!("\n  {sentence}\n");
            false
        }
    };
    process::exit((!green).into());
}
