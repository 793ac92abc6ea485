//! The option `--rules`.

pub(crate) use gokata::GivenRules;
use gokata::{HandicapBonus, KoRule, LastPass, Preset, Rules, Scoring, Suicide, Tax};

use crate::terminal::error::CommandError;

/// Parses rules, in upper or lower case.
pub(crate) fn rules(text: &str) -> Result<GivenRules, CommandError> {
    text.parse::<GivenRules>().map_err(CommandError::other)
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
fn names<T: ToString>(values: &[T]) -> String {
    let names: Vec<String> = values.iter().map(T::to_string).collect();
    names.join("|")
}

/// Returns the long help text: as [`help`], with the values of the keys.
pub(crate) fn long_help(what: &str) -> String {
    let values = [
        ("ko", names(KoRule::ALL)),
        ("suicide", names(Suicide::ALL)),
        ("scoring", names(Scoring::ALL)),
        ("tax", names(Tax::ALL)),
        ("komi", "a multiple of 0.5".to_owned()),
        ("button", "yes|no".to_owned()),
        ("handicap-bonus", names(HandicapBonus::ALL)),
        ("pass-stones", "yes|no".to_owned()),
        ("last-pass", names(LastPass::ALL)),
    ];
    let values = values.map(|(key, values)| format!("\n  {key}={values}"));
    format!(
        "{}\n\nThe values of the keys:{}",
        help(what),
        values.concat()
    )
}
