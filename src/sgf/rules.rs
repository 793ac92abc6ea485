//! The rules in a game record: their name (`RU`), and a comment with all of them where the name says only nearly all.

use super::property::Value;
use crate::basics::{Preset, Rules, Tax, katago};

/// Begins the comment that gives the rules in our words.
const EXACT_RULES: &str = "Exact rules: ";

/// Returns the rules of such a comment.
pub(super) fn exact_rules(comment: Value<'_>) -> Option<Rules> {
    let words = comment.text.trim().strip_prefix(EXACT_RULES)?;
    words.trim().parse().ok()
}

/// True if the rules differ at most in how a seki counts, and in the komi, which a record gives by itself.
pub(super) fn is_near(rules: Rules, named: Rules) -> bool {
    let only_seki = rules.tax() != Tax::All && named.tax() != Tax::All;
    only_seki && rules.with_tax(named.tax()).with_komi(named.komi()) == named
}

/// What may follow the name of rules.
const ENDINGS: [&str; 8] = [
    "-rules",
    "-rule",
    "规则",
    "規則",
    "規約",
    "ルール",
    "규칙",
    "룰",
];

/// Parses the name of rules, as this library and other programs write it; keys may follow after a comma.
pub(super) fn rules_named(text: &str) -> Option<Rules> {
    let ours = || text.parse().ok();
    if let Some(rules) = ours().or_else(|| katago::joined(text)) {
        return Some(rules);
    }
    let small = text.to_lowercase();
    let (named, keys) = small.split_once(',').unwrap_or((&small, ""));
    let usual = named.trim().replace([' ', '_', '/'], "-");
    let short = ENDINGS.iter().find_map(|end| usual.strip_suffix(end));
    let preset = Preset::spelled(short.unwrap_or(&usual), true)?;
    format!("{preset},{keys}").parse().ok()
}

/// Returns the preset from which the rules differ least, and the differences. Ignores the komi, which has its own
/// property. If rules of the standard are near enough, returns their name, and the comment with all of them.
pub(super) fn rules_name(rules: Rules) -> (String, Option<String>) {
    let changes = |preset: Preset| {
        let changes = rules.changes(preset).filter(|(key, _)| *key != "komi");
        let changes = changes.map(|(key, value)| format!(",{key}={value}"));
        changes.collect::<Vec<_>>()
    };
    let words = |preset: Preset| preset.name().to_owned() + &changes(preset).concat();
    let presets = Preset::ALL.iter().copied();
    let nearest = presets.min_by_key(|preset| changes(*preset).len());
    let nearest = nearest.unwrap_or_default();
    if changes(nearest).is_empty() {
        return (nearest.ru().to_owned(), None);
    }
    match Preset::standard().find(|preset| is_near(rules, preset.rules())) {
        Some(near) => (
            near.ru().to_owned(),
            Some(EXACT_RULES.to_owned() + &words(near)),
        ),
        None => (words(nearest), None),
    }
}
