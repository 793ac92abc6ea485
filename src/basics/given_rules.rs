//! Rules as people give them: a name with changes, or changes alone.

use std::fmt;
use std::str::FromStr;

use super::presets::Preset;
use super::rules::Rules;
use super::text::ParseError;

/// Rules as an option or a program gives them: a name with changes, all rules, or changes to the usual rules.
///
/// ```
/// use gokata::{GivenRules, KoRule, Preset};
///
/// let given: GivenRules = "ko=positional komi=6.5".parse()?;
/// assert_eq!(given.to_string(), "ko=positional,komi=6.5");
/// assert_eq!(given.over(Preset::Japanese.rules()).ko(), KoRule::Positional);
/// # Ok::<(), gokata::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GivenRules {
    /// The name, if there is one.
    pub preset: Option<Preset>,
    /// The rules; for changes without a name, those of the kata with these changes.
    rules: Rules,
    /// Which of [`Rules::KEYS`] are given: with a name, all.
    is_given: [bool; Rules::KEYS.len()],
    /// Which of them are given by themselves.
    is_named: [bool; Rules::KEYS.len()],
}

impl GivenRules {
    /// What a program's own rules say, as keys with values: what is given, but for the count of the kata, which has none.
    pub fn bound(self) -> impl Iterator<Item = (&'static str, String)> {
        let is_kata = self.preset == Some(Preset::Kata);
        let of_moves = |key: &str| ["ko", "suicide", "button"].contains(&key);
        let pairs = self.rules.pairs().zip(self.is_given).zip(self.is_named);
        pairs.filter_map(move |((pair, is_given), is_named)| {
            let is_bound = !is_kata || of_moves(pair.0) || is_named;
            (is_given && is_bound).then_some(pair)
        })
    }

    fn given(self) -> impl Iterator<Item = (&'static str, String)> {
        let pairs = self.rules.pairs().zip(self.is_given);
        pairs.filter_map(|(pair, is_given)| is_given.then_some(pair))
    }

    /// Returns the rules. Changes without a name apply to `usual`.
    pub fn over(self, usual: Rules) -> Rules {
        let mut rules = usual;
        for (key, value) in self.given() {
            // These values have been parsed before.
            let _ = rules.set(key, &value);
        }
        rules
    }

    /// True if one of these keys is given, or a name.
    pub fn has_any_of(self, keys: &[&str]) -> bool {
        self.given().any(|(key, _)| keys.contains(&key))
    }

    /// Returns the rules. Changes without a name apply to the kata's rules.
    pub fn over_kata(self) -> Rules {
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

impl FromStr for GivenRules {
    type Err = ParseError;

    /// Parses rules, in upper or lower case, with commas or spaces between words.
    fn from_str(text: &str) -> Result<GivenRules, ParseError> {
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
            rules: rules?,
            is_given,
            is_named: std::array::from_fn(|at| has(Rules::KEYS[at])),
        })
    }
}

impl FromStr for Rules {
    type Err = ParseError;

    /// Parses `PRESET` or `PRESET,key=value,…`, each key at most once; spaces may replace the commas. Without a
    /// preset, the keys must include ko, suicide, scoring and komi, as in the output of `Display`.
    fn from_str(text: &str) -> Result<Rules, ParseError> {
        let words = text.split([',', ' ']).filter(|word| !word.is_empty());
        let first = words.clone().next().unwrap_or_default();
        let keys = words.clone().map(|word| word.split('=').next());
        let is_given = |key: &&str| keys.clone().any(|given| given == Some(*key));
        let has_preset = !first.contains('=');
        if !has_preset && !Rules::ALWAYS_SHOWN.iter().all(is_given) {
            let why = "is no name of rules: begin with one, such as kata, or give all of ko, suicide, scoring and komi";
            return Err(ParseError::new(first, why));
        }
        let mut rules = if has_preset {
            first.parse::<Preset>()?.rules()
        } else {
            Rules::default()
        };
        let mut seen = Vec::new();
        for word in words.skip(usize::from(has_preset)) {
            let pair = word.split_once('=');
            let (key, value) = pair.ok_or_else(|| ParseError::new(word, "is not key=value"))?;
            rules.set(key, value)?;
            if seen.contains(&key) {
                return Err(ParseError(format!("{key} is given twice")));
            }
            seen.push(key);
        }
        Ok(rules)
    }
}
