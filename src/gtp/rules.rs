//! Commands about the rules and the komi, in the terms of `KataGo` and KGS.

use super::arguments::{Arguments, number};
use super::refusal::{Done, Refusal};
use super::session::Session;
use crate::basics::{Komi, Preset, Rules, Scoring, Suicide, Tax};

/// `komi POINTS`.
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
    let rules = session.rules();
    let suicide = match rules.suicide() {
        Suicide::Forbidden => "false",
        Suicide::MultiStone => "true",
        Suicide::Allowed => "\"ALLOWED\"",
    };
    let pass_stones = if rules.pass_stones() {
        ",\"passStones\":true"
    } else {
        ""
    };
    format!(
        "{{\"hasButton\":{},\"ko\":\"{}\",\"scoring\":\"{}\",\"suicide\":{suicide},\"tax\":\"{}\",\"whiteHandicapBonus\":\"{}\"{pass_stones}}}",
        rules.button(),
        capital(rules.ko().name()),
        capital(rules.scoring().name()),
        capital(rules.tax().name()),
        rules.handicap_bonus().name().to_ascii_uppercase(),
    )
}

/// Converts `natural-situational` to `NATURAL_SITUATIONAL`.
fn capital(name: &str) -> String {
    name.to_ascii_uppercase().replace('-', "_")
}

/// `kata-set-rules RULES`: a preset's name, or a JSON object. Missing keys default to the Tromp-Taylor rules, except the
/// tax: as in `KataGo`, the default under territory scoring is not to count eyes in seki.
pub(super) fn kata_set_rules(session: &mut Session, arguments: Arguments<'_>) -> Done {
    let text = arguments.0;
    let rules = if text.starts_with('{') {
        let mut rules = Preset::TrompTaylor.rules();
        let mut seen = Vec::new();
        for (key, value) in object(text).ok_or(Refusal::SyntaxError)? {
            if seen.contains(&key) {
                return Err(Refusal::SyntaxError);
            }
            set(&mut rules, key, value)?;
            seen.push(key);
        }
        if rules.scoring() == Scoring::Territory && !seen.contains(&"tax") {
            rules = rules.with_tax(Tax::Seki);
        }
        rules
    } else {
        preset(text)?
    };
    set_all_but_komi(session, rules);
    Ok(())
}

/// `kata-set-rule KEY VALUE`.
pub(super) fn kata_set_rule(session: &mut Session, arguments: Arguments<'_>) -> Done {
    let [key, value] = arguments.exactly()?;
    let mut rules = session.rules();
    set(&mut rules, key, value)?;
    set_all_but_komi(session, rules);
    Ok(())
}

/// `kgs-rules chinese|aga|japanese|new_zealand`.
pub(super) fn kgs_rules(session: &mut Session, arguments: Arguments<'_>) -> Done {
    let [name] = arguments.exactly()?;
    let rules = match name.to_ascii_lowercase().as_str() {
        "chinese" => Preset::ChineseKgs.rules(),
        name @ ("aga" | "japanese" | "new_zealand") => preset(name)?,
        _ => return Err(Refusal::SyntaxError),
    };
    set_all_but_komi(session, rules);
    Ok(())
}

/// Finds a preset by any of its names, in any spelling: `new-zealand`, `New_Zealand`, `newzealand`.
fn preset(name: &str) -> Result<Rules, Refusal> {
    let letters = |name: &str| name.to_ascii_lowercase().replace(['-', '_', ' '], "");
    let is_known = |known: &str| letters(known) == letters(name);
    let mut presets = Preset::ALL.iter();
    let preset = presets.find(|preset| preset.names().iter().any(|known| is_known(known)));
    preset
        .map(|preset| preset.rules())
        .ok_or(Refusal::SyntaxError)
}

/// Sets the rules but keeps the komi, which has its own command.
fn set_all_but_komi(session: &mut Session, rules: Rules) {
    let komi = session.rules().komi();
    session.set_rules(rules.with_komi(komi));
}

/// Sets one rule by `KataGo`'s key for it.
fn set(rules: &mut Rules, key: &str, value: &str) -> Result<(), Refusal> {
    // Converts `NATURAL_SITUATIONAL` to `natural-situational`.
    let value = value.to_ascii_lowercase().replace('_', "-");
    let boolean = || match value.as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(Refusal::SyntaxError),
    };
    let mut set = |key: &str| rules.set(key, &value).map_err(|_| Refusal::SyntaxError);
    match key {
        "ko" | "scoring" | "tax" => set(key)?,
        "score" => set("scoring")?,
        "whiteHandicapBonus" => set("handicap-bonus")?,
        "suicide" => {
            *rules = rules.with_suicide(match value.as_str() {
                "allowed" => Suicide::Allowed,
                _ if boolean()? => Suicide::MultiStone,
                _ => Suicide::Forbidden,
            });
        }
        "hasButton" => *rules = rules.with_button(boolean()?),
        "passStones" => *rules = rules.with_pass_stones(boolean()?),
        "friendlyPassOk" => drop(boolean()?),
        _ => return Err(Refusal::SyntaxError),
    }
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
