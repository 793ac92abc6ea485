//! The option `--rules`.

use std::fmt;

use gokata::{HandicapBonus, KoRule, Preset, Rules, RulesError, Scoring, Suicide, Tax};

/// Rules as an option gives them: a name with changes, all rules, or changes to the usual rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GivenRules {
    /// The name, if there is one.
    pub(crate) preset: Option<Preset>,
    /// The rules; for changes without a name, those of the kata with these changes.
    rules: Rules,
    /// For changes without a name: which of [`Rules::KEYS`] are given.
    changed: Option<[bool; Rules::KEYS.len()]>,
}

impl GivenRules {
    /// Returns the rules. Changes without a name apply to `usual`.
    pub(crate) fn over(self, usual: Rules) -> Rules {
        let Some(changed) = self.changed else {
            return self.rules;
        };
        let mut rules = usual;
        let given = Rules::KEYS.into_iter().zip(self.rules.values());
        for ((key, value), _) in given.zip(changed).filter(|(_, is_given)| *is_given) {
            // These values have been parsed before.
            let _ = rules.set(key, &value);
        }
        rules
    }

    /// True if the value says which of these moves are legal: it has a name, or one of these keys.
    pub(crate) fn has_any_of(self, keys: &[&str]) -> bool {
        let is_given = |changed: [bool; Rules::KEYS.len()]| {
            let mut given = Rules::KEYS.iter().zip(changed);
            given.any(|(key, is_given)| is_given && keys.contains(key))
        };
        self.changed.is_none_or(is_given)
    }

    /// Returns the rules. Changes without a name apply to the kata's rules.
    pub(crate) fn over_kata(self) -> Rules {
        self.rules
    }
}

/// The rules as the value of the option, with full names.
impl fmt::Display for GivenRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pair = |(key, value): (&'static str, String)| format!("{key}={value}");
        let pairs = Rules::KEYS.into_iter().zip(self.rules.values());
        let words: Vec<String> = match (self.preset, self.changed) {
            (Some(preset), _) => {
                let changes = self.rules.changes(preset).map(pair);
                [preset.name().to_owned()]
                    .into_iter()
                    .chain(changes)
                    .collect()
            }
            (None, Some(changed)) => {
                let given = pairs.zip(changed).filter(|(_, is_given)| *is_given);
                given.map(|(given, _)| pair(given)).collect()
            }
            (None, None) => pairs.map(pair).collect(),
        };
        f.write_str(&words.join(","))
    }
}

/// Parses rules, in upper or lower case.
pub(crate) fn rules(text: &str) -> Result<GivenRules, String> {
    parse(&text.to_ascii_lowercase()).map_err(|error| error.to_string())
}

fn parse(text: &str) -> Result<GivenRules, RulesError> {
    let words = || text.split([',', ' ']).filter(|word| !word.is_empty());
    let keys = || words().map(|word| word.split('=').next().unwrap_or(word));
    let first = words().next().unwrap_or_default();
    let given = |rules| GivenRules {
        preset: first.parse().ok(),
        rules,
        changed: None,
    };
    match text.parse() {
        Ok(rules) => Ok(given(rules)),
        Err(_) if first.contains('=') => Ok(GivenRules {
            changed: Some(Rules::KEYS.map(|key| keys().any(|given| given == key))),
            ..given(format!("{},{text}", Preset::Kata).parse()?)
        }),
        Err(error) => Err(error),
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_without_a_name_keep_the_other_rules() {
        let japanese = Preset::Japanese.rules();
        let given = rules("KO=situational, komi=5").expect("rules");
        let expected = "japanese,ko=situational,komi=5".parse().expect("rules");
        assert_eq!(given.over(japanese), expected);
        assert_eq!(
            given.over_kata(),
            "kata,ko=situational,komi=5".parse().expect("rules")
        );
        assert_eq!(given.preset, None);
        let named = rules("aga,komi=5").expect("rules");
        assert_eq!(named.over(japanese), "aga,komi=5".parse().expect("rules"));
        assert_eq!(named.preset, Some(Preset::Aga));
        let complete = rules(&Preset::Aga.rules().to_string()).expect("rules");
        assert_eq!(complete.over(japanese), complete.over_kata());
        // As the option of another command, they are the same rules.
        for given in [given, named, complete] {
            let again = rules(&given.to_string()).expect("rules");
            assert_eq!(again.over(japanese), given.over(japanese), "{given}");
            assert_eq!(
                again.over(Preset::Ing.rules()),
                given.over(Preset::Ing.rules()),
                "{given}"
            );
        }
        assert_eq!(given.to_string(), "ko=situational,komi=5");
        assert_eq!(named.to_string(), "aga,komi=5");
    }
}
