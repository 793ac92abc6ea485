//! The option `--rules`.

pub(crate) use gokata::GivenRules;
use gokata::{HandicapBonus, KoRule, Preset, Rules, Scoring, Suicide, Tax};

use crate::terminal::error::CommandError;

/// Parses rules, in upper or lower case.
pub(crate) fn rules(text: &str) -> Result<GivenRules, CommandError> {
    text.parse()
        .map_err(|error: gokata::ParseError| CommandError::other(error))
}

/// The first sentences about the rules of a position, or of a game record.
pub(crate) const USUAL: &str = "The rules: a name, key=value changes, or both: `aga`, `ko=positional` or \
    `kata,ko=positional,komi=6.5`. By default, and where only changes are given, those that the file names, else \
    the kata's.";

/// Returns the help text of an option that takes rules: its first sentence, then the names and the keys.
pub(crate) fn help(what: &str) -> String {
    let names: Vec<&str> = Preset::ALL.iter().map(|preset| preset.name()).collect();
    let (names, keys) = (names.join(", "), Rules::KEYS.join(", "));
    format!("{what} Names: {names}. Keys: {keys}.")
}

/// Returns the names of values, with `|` between them.
fn names<T: Copy>(values: &[T], name: impl Fn(T) -> &'static str) -> String {
    let names: Vec<&str> = values.iter().map(|value| name(*value)).collect();
    names.join("|")
}

/// Returns the long help text: as [`help`], with the values of the keys.
pub(crate) fn long_help(what: &str) -> String {
    let values = [
        ("ko", names(KoRule::ALL, KoRule::name)),
        ("suicide", names(Suicide::ALL, Suicide::name)),
        ("scoring", names(Scoring::ALL, Scoring::name)),
        ("tax", names(Tax::ALL, Tax::name)),
        ("komi", "a multiple of 0.5".to_owned()),
        ("button", "yes|no".to_owned()),
        (
            "handicap-bonus",
            names(HandicapBonus::ALL, HandicapBonus::name),
        ),
        ("pass-stones", "yes|no".to_owned()),
    ];
    let values = values.map(|(key, values)| format!("  {key}={values}"));
    format!(
        "{}\n\nThe values of the keys:\n{}",
        help(what),
        values.join("\n")
    )
}
