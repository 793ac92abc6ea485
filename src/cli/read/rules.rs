//! The option `--rules`.

use std::fmt;

use gokata::{HandicapBonus, KoRule, ParseError, Preset, Rules, Scoring, Suicide, Tax};

/// Rules as an option gives them: a name with changes, all rules, or changes to the usual rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GivenRules {
    /// The name, if there is one.
    pub(crate) preset: Option<Preset>,
    /// The rules; for changes without a name, those of the kata with these changes.
    rules: Rules,
    /// Which of [`Rules::KEYS`] are given: with a name, all.
    is_given: [bool; Rules::KEYS.len()],
    /// Which of them are given by themselves.
    is_named: [bool; Rules::KEYS.len()],
}

impl GivenRules {
    /// What a program's own rules say, as keys with values: what is given, but for the count of the kata, which has none.
    pub(crate) fn bound(self) -> impl Iterator<Item = (&'static str, String)> {
        let is_kata = self.preset == Some(Preset::Kata);
        let named = self.rules.pairs().zip(self.is_named);
        let named: Vec<&str> = named
            .filter_map(|((key, _), is)| is.then_some(key))
            .collect();
        let of_moves = |key: &str| ["ko", "suicide", "button"].contains(&key);
        self.given()
            .filter(move |(key, _)| !is_kata || of_moves(key) || named.contains(key))
    }

    /// The keys that are given, with their values.
    fn given(self) -> impl Iterator<Item = (&'static str, String)> {
        let pairs = self.rules.pairs().zip(self.is_given);
        pairs.filter_map(|(pair, is_given)| is_given.then_some(pair))
    }

    /// Returns the rules. Changes without a name apply to `usual`.
    pub(crate) fn over(self, usual: Rules) -> Rules {
        let mut rules = usual;
        for (key, value) in self.given() {
            // These values have been parsed before.
            let _ = rules.set(key, &value);
        }
        rules
    }

    /// True if one of these keys is given, or a name.
    pub(crate) fn has_any_of(self, keys: &[&str]) -> bool {
        self.given().any(|(key, _)| keys.contains(&key))
    }

    /// Returns the rules. Changes without a name apply to the kata's rules.
    pub(crate) fn over_kata(self) -> Rules {
        self.rules
    }
}

/// The rules as the value of the option, with full names.
impl fmt::Display for GivenRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs: Vec<_> = match self.preset {
            Some(preset) => self.rules.changes(preset).collect(),
            None => self.given().collect(),
        };
        let name = self.preset.map(|preset| preset.name().to_owned());
        let pairs = pairs.iter().map(|(key, value)| format!("{key}={value}"));
        let words: Vec<String> = name.into_iter().chain(pairs).collect();
        f.write_str(&words.join(","))
    }
}

/// Parses rules, in upper or lower case.
pub(crate) fn rules(text: &str) -> Result<GivenRules, String> {
    let text = text.to_ascii_lowercase();
    let words = || text.split([',', ' ']).filter(|word| !word.is_empty());
    let first = words().next().unwrap_or_default();
    let has = |key| words().any(|word| word.split('=').next() == Some(key));
    let (rules, is_given) = match text.parse() {
        Err(_) if first.contains('=') => {
            let over_kata: Result<_, ParseError> = format!("{},{text}", Preset::Kata).parse();
            (over_kata, std::array::from_fn(|at| has(Rules::KEYS[at])))
        }
        whole => (whole, [true; Rules::KEYS.len()]),
    };
    Ok(GivenRules {
        preset: first.parse().ok(),
        rules: rules.map_err(|error| error.to_string())?,
        is_given,
        is_named: std::array::from_fn(|at| has(Rules::KEYS[at])),
    })
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
