//! Commands about the rules and the komi, in the words of other programs.

use super::answer::{Refusal, Reply};
use super::arguments::{Arguments, number};
use super::engine::Engine;
use crate::basics::{Komi, Preset, Rules, Scoring, Suicide, Tax};

/// `komi POINTS`.
pub(super) fn komi(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let [points] = arguments.exactly()?;
    let halves = number(points)? * 2.0;
    let halves = (-300..=300).find(|whole| (f64::from(*whole) - halves).abs() < f64::EPSILON);
    let mut rules = engine.record().rules();
    rules.komi = halves
        .and_then(Komi::from_halves)
        .ok_or(Refusal::SyntaxError)?;
    engine.game.set_rules(rules);
    Ok(String::new())
}

pub(super) fn get_komi(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    arguments.none()?;
    Ok(engine.record().rules().komi.to_string())
}

/// The rules as a JSON object, in the words of `KataGo` as far as it has any.
pub(super) fn kata_get_rules(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    arguments.none()?;
    let rules = engine.record().rules();
    let suicide = match rules.suicide {
        Suicide::Forbidden => "false",
        Suicide::MultiStone => "true",
        Suicide::Allowed => "\"ALLOWED\"",
    };
    let pass_stones = if rules.pass_stones {
        ",\"passStones\":true"
    } else {
        ""
    };
    Ok(format!(
        "{{\"hasButton\":{},\"ko\":\"{}\",\"scoring\":\"{}\",\"suicide\":{suicide},\"tax\":\"{}\",\"whiteHandicapBonus\":\"{}\"{pass_stones}}}",
        rules.button,
        capital(rules.ko.name()),
        capital(rules.scoring.name()),
        capital(rules.tax.name()),
        rules.handicap_bonus.name().to_ascii_uppercase(),
    ))
}

/// `natural-situational` is `NATURAL_SITUATIONAL` there.
fn capital(name: &str) -> String {
    name.to_ascii_uppercase().replace('-', "_")
}

/// And back.
fn small(word: &str) -> String {
    word.to_ascii_lowercase().replace('_', "-")
}

/// `kata-set-rules RULES`: a preset's name, or a JSON object. What this does not name is as in Tromp-Taylor's rules, but for
/// the tax: as in `KataGo`, territory is counted without eyes in seki unless something else is said.
pub(super) fn kata_set_rules(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let text = arguments.0.trim_matches(' ');
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
        if rules.scoring == Scoring::Territory && !seen.contains(&"tax") {
            rules.tax = Tax::Seki;
        }
        rules
    } else {
        preset(text)?
    };
    under(engine, rules);
    Ok(String::new())
}

/// `kata-set-rule KEY VALUE`.
pub(super) fn kata_set_rule(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let [key, value] = arguments.exactly()?;
    let mut rules = engine.record().rules();
    set(&mut rules, key, value)?;
    under(engine, rules);
    Ok(String::new())
}

/// `kgs-rules chinese|aga|japanese|new_zealand`.
pub(super) fn kgs_rules(engine: &mut Engine, arguments: Arguments<'_>) -> Reply {
    let [name] = arguments.exactly()?;
    let rules = match name.to_ascii_lowercase().as_str() {
        "chinese" => Preset::ChineseKgs.rules(),
        name @ ("aga" | "japanese" | "new_zealand") => preset(name)?,
        _ => return Err(Refusal::SyntaxError),
    };
    under(engine, rules);
    Ok(String::new())
}

/// `new-zealand`, `New_Zealand`, `newzealand`: they are written in every way.
fn preset(name: &str) -> Result<Rules, Refusal> {
    let letters = |name: &str| name.to_ascii_lowercase().replace(['-', '_', ' '], "");
    let is_it = |preset: &&Preset| {
        preset
            .names()
            .iter()
            .any(|known| letters(known) == letters(name))
    };
    let preset = Preset::ALL.iter().find(is_it).ok_or(Refusal::SyntaxError)?;
    Ok(preset.rules())
}

/// Other rules; the komi stays, which has a command of its own.
fn under(engine: &mut Engine, rules: Rules) {
    let komi = engine.record().rules().komi;
    engine.game.set_rules(Rules { komi, ..rules });
}

/// Changes one field, by its name in `KataGo`.
fn set(rules: &mut Rules, key: &str, value: &str) -> Result<(), Refusal> {
    let value = small(value);
    let truth = || match value.as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(Refusal::SyntaxError),
    };
    match key {
        "ko" | "scoring" | "tax" => rules.set(key, &value).map_err(|_| Refusal::SyntaxError)?,
        "score" => set(rules, "scoring", &value)?,
        "whiteHandicapBonus" => rules
            .set("handicap-bonus", &value)
            .map_err(|_| Refusal::SyntaxError)?,
        "suicide" if value == Suicide::Allowed.name() => rules.suicide = Suicide::Allowed,
        "suicide" => {
            rules.suicide = if truth()? {
                Suicide::MultiStone
            } else {
                Suicide::Forbidden
            }
        }
        "hasButton" => rules.button = truth()?,
        "passStones" => rules.pass_stones = truth()?,
        "friendlyPassOk" => drop(truth()?),
        _ => return Err(Refusal::SyntaxError),
    }
    Ok(())
}

/// The keys and values of a JSON object of words and truth values; words are without escapes.
fn object(text: &str) -> Option<Vec<(&str, &str)>> {
    let mut rest = text.strip_prefix('{')?.trim_start();
    let mut fields = Vec::new();
    if let Some(end) = rest.strip_prefix('}') {
        return end.is_empty().then_some(fields);
    }
    loop {
        let (key, after) = word(rest)?;
        rest = after.trim_start().strip_prefix(':')?.trim_start();
        let (value, after) = word(rest).or_else(|| truth_value(rest))?;
        fields.push((key, value));
        rest = after.trim_start();
        if let Some(more) = rest.strip_prefix(',') {
            rest = more.trim_start();
        } else {
            return (rest == "}").then_some(fields);
        }
    }
}

fn word(text: &str) -> Option<(&str, &str)> {
    let (word, rest) = text.strip_prefix('"')?.split_once('"')?;
    (!word.contains('\\')).then_some((word, rest))
}

fn truth_value(text: &str) -> Option<(&str, &str)> {
    let values = ["true", "false"].into_iter();
    let mut found = values.filter_map(|value| Some((value, text.strip_prefix(value)?)));
    found.next()
}
