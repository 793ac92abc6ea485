//! Rules in the words of `KataGo`: as JSON, and as game records join keys and values (`RU`).

use super::presets::Preset;
use super::rule_values::{Komi, LastPass, Scoring, Suicide, Tax};
use super::rules::Rules;

/// Returns the rules as a JSON object. What `KataGo` cannot express has values of our own.
pub(crate) fn json(rules: Rules) -> String {
    let capitals = |name: &str| name.to_ascii_uppercase().replace('-', "_");
    let suicide = match rules.suicide() {
        Suicide::Forbidden => "false",
        Suicide::MultiStone => "true",
        Suicide::Allowed => "\"ALLOWED\"",
    };
    let pass_stones = match (rules.pass_stones(), rules.last_pass()) {
        (false, _) => "",
        (true, LastPass::Any) => ",\"passStones\":true",
        (true, LastPass::White) => ",\"passStones\":true,\"lastPass\":\"WHITE\"",
    };
    format!(
        "{{\"hasButton\":{},\"ko\":\"{}\",\"scoring\":\"{}\",\"suicide\":{suicide},\"tax\":\"{}\",\"whiteHandicapBonus\":\"{}\"{pass_stones}}}",
        rules.button(),
        capitals(rules.ko().name()),
        capitals(rules.scoring().name()),
        capitals(rules.tax().name()),
        rules.handicap_bonus().name().to_ascii_uppercase(),
    )
}

/// Sets one rule by `KataGo`'s key for it. `None` if the key or the value is unknown.
pub(crate) fn set(rules: &mut Rules, key: &str, value: &str) -> Option<()> {
    let value = value.to_ascii_lowercase().replace('_', "-");
    let (key, value) = match (key, value.as_str()) {
        ("ko" | "scoring" | "tax", value) => (key, value),
        ("score", value) => ("scoring", value),
        ("whiteHandicapBonus", value) => ("handicap-bonus", value),
        ("suicide", "false") => (key, "forbidden"),
        ("suicide", "true") => (key, "multi-stone"),
        ("suicide", "allowed") => (key, "allowed"),
        ("hasButton", "false") => ("button", "no"),
        ("hasButton", "true") => ("button", "yes"),
        ("passStones", "false") => ("pass-stones", "no"),
        ("passStones", "true") => ("pass-stones", "yes"),
        ("lastPass", value) => ("last-pass", value),
        // This is about when a pass ends a game of `KataGo` itself.
        ("friendlyPassOk", "false" | "true") => return Some(()),
        _ => return None,
    };
    rules.set(key, value).ok()
}

/// Returns the rules with these values, each key at most once. Missing keys default to the Tromp-Taylor rules, except the
/// tax: as in `KataGo`, the default under territory scoring is not to count eyes in seki.
pub(crate) fn rules(pairs: &[(&str, &str)]) -> Option<Rules> {
    let mut rules = Preset::TrompTaylor.rules();
    for (at, (key, value)) in pairs.iter().enumerate() {
        if pairs[..at].iter().any(|(earlier, _)| earlier == key) {
            return None;
        }
        set(&mut rules, key, value)?;
    }
    let names_tax = pairs.iter().any(|(key, _)| *key == "tax");
    if rules.scoring() == Scoring::Territory && !names_tax {
        rules = rules.with_tax(Tax::Seki);
    }
    Some(rules)
}

/// Parses `koPOSITIONALscoreAREAtaxNONEsui1`, as `KataGo` writes rules in game records. Older versions leave out the tax;
/// the button, White's points for the handicap, `fpok1` and the komi may follow. Spight's ko rule is not among those of
/// this library.
pub(crate) fn joined(text: &str) -> Option<Rules> {
    let text = text.trim();
    let (mut rest, komi) = match text.split_once("komi") {
        Some((rest, komi)) => (rest, Some(komi.parse::<Komi>().ok()?)),
        None => (text, None),
    };
    let mut pairs = Vec::new();
    while !rest.is_empty() {
        let (key, after) = rest.split_at(rest.find(|c: char| !c.is_ascii_lowercase())?);
        let end = after.find(|c: char| c.is_ascii_lowercase());
        let (value, after) = after.split_at(end.unwrap_or(after.len()));
        let truth = match value {
            "0" => "false",
            "1" => "true",
            _ => "",
        };
        pairs.push(match key {
            "ko" | "tax" => (key, value),
            "score" => ("scoring", value),
            "whb" => ("whiteHandicapBonus", value),
            "sui" => ("suicide", truth),
            "button" => ("hasButton", truth),
            "fpok" => ("friendlyPassOk", truth),
            _ => return None,
        });
        rest = after;
    }
    let has = |key| pairs.iter().any(|(given, _)| *given == key);
    let is_whole = ["ko", "scoring", "suicide"].into_iter().all(has);
    let rules = rules(&pairs).filter(|_| is_whole)?;
    Some(rules.with_komi(komi.unwrap_or(rules.komi())))
}
