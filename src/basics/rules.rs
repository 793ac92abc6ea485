//! The rules of a game as data, and their names. Does not check moves.

use std::fmt;
use std::str::FromStr;

use super::rule_values::{HandicapBonus, KoRule, Komi, Scoring, Suicide, Tax};
use super::text::ParseError;

/// Defines [`Rules`] by the list of its keys, each with its field, getter and `with_…`.
macro_rules! rules {
    (
        $(#[$meta:meta])*
        pub struct Rules { $($(#[$doc:meta])* $field:ident, $with:ident: $type:ty = $key:literal,)+ }
    ) => {
        $(#[$meta])*
        pub struct Rules { $($field: $type,)+ }

        impl Rules {
            /// The keys of [`Rules::set`], in the order in which they are written.
            pub const KEYS: &[&str] = &[$($key),+];

            $(
                $(#[$doc])*
                pub const fn $field(self) -> $type {
                    self.$field
                }

                #[doc = concat!("The same rules with this `", $key, "`.")]
                #[must_use]
                pub const fn $with(self, $field: $type) -> Rules {
                    Rules { $field, ..self }
                }
            )+

            /// Sets the value of a key: `set("ko", "positional")`.
            ///
            /// # Errors
            /// [`ParseError`] for an unknown key or value; the rules are then unchanged.
            pub fn set(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
                let named = |ParseError(problem)| ParseError(format!("{key}: {problem}"));
                match key {
                    $($key => self.$field = RuleValue::parse(value).map_err(named)?,)+
                    _ => {
                        let keys = Rules::KEYS.join(", ");
                        let problem = format_args!("is no key; there are {keys}");
                        return Err(ParseError::new(key, problem));
                    }
                }
                Ok(())
            }

            /// Every key with its value, in the order of [`Rules::KEYS`].
            pub fn pairs(self) -> impl Iterator<Item = (&'static str, String)> {
                [$(($key, RuleValue::name(self.$field))),+].into_iter()
            }
        }
    };
}

rules! {
    /// A complete set of rules: repetition, suicide, and how the game is counted.
    ///
    /// Parsed from `PRESET` or `PRESET,key=value,…`. `Display` writes the resolved ko, suicide, scoring and komi instead of
    /// a preset's name, because the same name means different rules on different servers. Its output can be parsed.
    ///
    /// ```
    /// use gokata::{KoRule, Rules, Suicide};
    ///
    /// let rules: Rules = "new-zealand,ko=positional".parse()?;
    /// assert_eq!((rules.ko(), rules.suicide()), (KoRule::Positional, Suicide::MultiStone));
    /// let allowed = rules.with_suicide(Suicide::Allowed);
    /// assert_eq!(allowed.to_string(), "ko=positional suicide=allowed scoring=area komi=7");
    /// # Ok::<(), gokata::ParseError>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub struct Rules {
        /// The repetitions that are forbidden.
        ko, with_ko: KoRule = "ko",
        /// Whether a player may leave their own stones without a liberty.
        suicide, with_suicide: Suicide = "suicide",
        /// Which points count.
        scoring, with_scoring: Scoring = "scoring",
        /// The territory that does not count.
        tax, with_tax: Tax = "tax",
        /// Points given to White for moving second.
        komi, with_komi: Komi = "komi",
        /// Whether the first player who passes takes the button: half a point under area scoring. That pass is not one of
        /// the two that end the game, and from then on ko and superko ignore the boards before it.
        ///
        /// Bill Spight, who proposed the button: "Taking the button lifts any restriction on taking a ko or superko"
        /// (Sensei's Library, "Button Go"). `KataGo` does the same.
        button, with_button: bool = "button",
        /// The points White gets for Black's handicap stones under area scoring.
        handicap_bonus, with_handicap_bonus: HandicapBonus = "handicap-bonus",
        /// Whether every pass gives the opponent a prisoner.
        pass_stones, with_pass_stones: bool = "pass-stones",
    }
}

/// The value of a key as text.
trait RuleValue: Sized {
    fn parse(text: &str) -> Result<Self, ParseError>;
    fn name(self) -> String;
}

impl RuleValue for bool {
    fn parse(text: &str) -> Result<bool, ParseError> {
        match text {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err(ParseError::new(text, "is none of: yes, no")),
        }
    }

    fn name(self) -> String {
        if self { "yes" } else { "no" }.to_owned()
    }
}

macro_rules! rule_values {
    ($($type:ident)+) => {$(
        impl RuleValue for $type {
            fn parse(text: &str) -> Result<$type, ParseError> {
                text.parse()
            }

            fn name(self) -> String {
                self.to_string()
            }
        }
    )+};
}

rule_values!(KoRule Suicide Scoring Tax Komi HandicapBonus);

/// The named sets of rules. The parser also accepts names that other programs use (`jp`, `cn`, `nz`, …).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[non_exhaustive]
pub enum Preset {
    /// The kata's six rules: simple ko, no suicide. The default.
    #[default]
    Kata,
    /// Situational superko, as in the book *Deep Learning and the Game of Go*.
    Dlgo,
    /// Territory scoring, komi 6.5.
    Japanese,
    /// The same rules as Japanese.
    Korean,
    /// Area scoring with simple ko, as it is played in practice.
    Chinese,
    /// What the OGS server calls Chinese: positional superko.
    ChineseOgs,
    /// What the KGS server calls Chinese: positional superko.
    ChineseKgs,
    /// American, British and French: situational superko.
    Aga,
    /// AGA with the button and komi 7.
    AgaButton,
    /// Situational superko, suicide of several stones, komi 7.
    NewZealand,
    /// Positional superko, suicide of several stones.
    TrompTaylor,
    /// Positional superko instead of Ing's own ko rule, which gokata does not have.
    Ing,
    /// Imitates stone scoring, where only stones count: area scoring with a tax of two points for each group.
    StoneScoring,
}

/// Defines the list of the presets and their names.
macro_rules! presets {
    ($($preset:ident = [$($name:literal),+],)+) => {
        impl Preset {
            /// Every preset, in the order of declaration.
            pub const ALL: &[Preset] = &[$(Preset::$preset),+];

            /// The preset's name, then the other names that are parsed.
            pub const fn names(self) -> &'static [&'static str] {
                match self { $(Preset::$preset => &[$($name),+]),+ }
            }
        }
    };
}

presets! {
    Kata = ["kata"],
    Dlgo = ["dlgo"],
    Japanese = ["japanese", "jp", "jpn"],
    Korean = ["korean", "kr"],
    Chinese = ["chinese", "cn", "zh"],
    ChineseOgs = ["chinese-ogs"],
    ChineseKgs = ["chinese-kgs"],
    Aga = ["aga", "bga", "french"],
    AgaButton = ["aga-button"],
    NewZealand = ["new-zealand", "nz"],
    TrompTaylor = ["tromp-taylor", "tt"],
    Ing = ["ing", "goe"],
    StoneScoring = ["stone-scoring", "ancient-area"],
}

impl Preset {
    /// The preset's name.
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// The preset's rules.
    pub fn rules(self) -> Rules {
        let kata = Rules {
            ko: KoRule::Simple,
            suicide: Suicide::Forbidden,
            scoring: Scoring::Area,
            tax: Tax::None,
            komi: Komi { halves: 0 },
            button: false,
            handicap_bonus: HandicapBonus::Zero,
            pass_stones: false,
        };
        // The other presets list only the values that differ.
        let komi = |halves| Komi { halves };
        let area = kata.with_komi(komi(15));
        let aga = area
            .with_ko(KoRule::Situational)
            .with_handicap_bonus(HandicapBonus::AllButOne);
        let chinese = area.with_handicap_bonus(HandicapBonus::Each);
        let tromp_taylor = area
            .with_ko(KoRule::Positional)
            .with_suicide(Suicide::MultiStone);
        match self {
            Preset::Kata => kata,
            Preset::Dlgo => area.with_ko(KoRule::Situational),
            Preset::Japanese | Preset::Korean => kata
                .with_scoring(Scoring::Territory)
                .with_tax(Tax::Seki)
                .with_komi(komi(13)),
            Preset::Chinese => chinese,
            Preset::ChineseOgs | Preset::ChineseKgs => chinese.with_ko(KoRule::Positional),
            Preset::Aga => aga,
            Preset::AgaButton => aga.with_button(true).with_komi(komi(14)),
            Preset::NewZealand => tromp_taylor
                .with_ko(KoRule::Situational)
                .with_komi(komi(14)),
            Preset::TrompTaylor | Preset::Ing => tromp_taylor,
            Preset::StoneScoring => area.with_tax(Tax::All),
        }
    }
}

impl FromStr for Preset {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Preset, ParseError> {
        Preset::ALL
            .iter()
            .copied()
            .find(|preset| preset.names().contains(&text))
            .ok_or_else(|| {
                let names: Vec<&str> = Preset::ALL.iter().map(|preset| preset.name()).collect();
                let names = names.join(", ");
                ParseError::new(text, format_args!("is no name of rules; there are {names}"))
            })
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Default for Rules {
    /// The kata's rules.
    fn default() -> Rules {
        Preset::Kata.rules()
    }
}

impl Rules {
    /// The keys that `Display` always writes.
    const ALWAYS_SHOWN: [&str; 4] = ["ko", "suicide", "scoring", "komi"];

    /// Returns the keys whose values differ from the preset's, with their values, in the order of [`Rules::KEYS`].
    pub fn changes(self, preset: Preset) -> impl Iterator<Item = (&'static str, String)> {
        let pairs = self.pairs().zip(preset.rules().pairs());
        pairs.filter_map(|(pair, usual)| (pair != usual).then_some(pair))
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

impl fmt::Display for Rules {
    /// Writes ko, suicide, scoring and komi, and every other value that differs from the kata's rules.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        for ((key, value), (_, usual)) in self.pairs().zip(Preset::Kata.rules().pairs()) {
            if Rules::ALWAYS_SHOWN.contains(&key) || value != usual {
                words.push(format!("{key}={value}"));
            }
        }
        f.write_str(&words.join(" "))
    }
}
