//! Commands about the rules and the komi, in the terms of `KataGo` and KGS.

use super::arguments::{Arguments, number};
use super::response::{Done, Refusal};
use super::session::Session;
use crate::basics::{Komi, Preset, Rules, katago};

pub(super) fn komi(session: &mut Session, arguments: Arguments<'_>) -> Done {
    let [points] = arguments.exactly()?;
    let halves = number(points)? * 2.0;
    let halves = (-300..=300).find(|whole| (f64::from(*whole) - halves).abs() < f64::EPSILON);
    let komi = halves.and_then(Komi::from_halves);
    let komi = komi.ok_or(Refusal::SyntaxError)?;
    session.set_rules(session.rules().with_komi(komi));
    Ok(())
}

pub(super) fn get_komi(session: &mut Session) -> String {
    session.rules().komi().to_string()
}

/// `kata-get-rules`: the rules as a JSON object, in `KataGo`'s terms where it has them.
pub(super) fn kata_get_rules(session: &mut Session) -> String {
    katago::json(session.rules())
}

/// `kata-set-rules RULES`: a preset's name in any spelling, or a JSON object.
pub(super) fn kata_set_rules(session: &mut Session, arguments: Arguments<'_>) -> Done {
    let text = arguments.0;
    let rules = if text.starts_with('{') {
        object(text).and_then(|pairs| katago::rules(&pairs))
    } else {
        Preset::spelled(text, false).map(Preset::rules)
    };
    set_all_but_komi(session, rules)
}

/// `kata-set-rule KEY VALUE`.
pub(super) fn kata_set_rule(session: &mut Session, arguments: Arguments<'_>) -> Done {
    let [key, value] = arguments.exactly()?;
    let mut rules = session.rules();
    let is_set = katago::set(&mut rules, key, value);
    set_all_but_komi(session, is_set.map(|()| rules))
}

/// `kgs-rules chinese|aga|japanese|new_zealand`.
pub(super) fn kgs_rules(session: &mut Session, arguments: Arguments<'_>) -> Done {
    let [name] = arguments.exactly()?;
    let name = name.to_ascii_lowercase();
    let mut presets = Preset::ALL.iter();
    let preset = presets.find(|preset| preset.kgs() == Some(&name));
    set_all_but_komi(session, preset.map(|preset| preset.rules()))
}

/// Sets the rules but keeps the komi, which has its own command.
fn set_all_but_komi(session: &mut Session, rules: Option<Rules>) -> Done {
    let komi = session.rules().komi();
    let rules = rules.ok_or(Refusal::SyntaxError)?;
    session.set_rules(rules.with_komi(komi));
    Ok(())
}

/// Parses a flat JSON object of booleans and strings without escapes into keys and values.
fn object(text: &str) -> Option<Vec<(&str, &str)>> {
    let mut rest = text.strip_prefix('{')?.trim_start();
    let mut fields = Vec::new();
    if let Some(end) = rest.strip_prefix('}') {
        return end.is_empty().then_some(fields);
    }
    loop {
        let (key, after) = string(rest)?;
        rest = after.trim_start().strip_prefix(':')?.trim_start();
        let (value, after) = string(rest).or_else(|| boolean(rest))?;
        fields.push((key, value));
        rest = after.trim_start();
        if let Some(more) = rest.strip_prefix(',') {
            rest = more.trim_start();
        } else {
            return (rest == "}").then_some(fields);
        }
    }
}

fn string(text: &str) -> Option<(&str, &str)> {
    let (string, rest) = text.strip_prefix('"')?.split_once('"')?;
    (!string.contains('\\')).then_some((string, rest))
}

fn boolean(text: &str) -> Option<(&str, &str)> {
    let mut values = ["true", "false"].into_iter();
    values.find_map(|value| Some((value, text.strip_prefix(value)?)))
}
