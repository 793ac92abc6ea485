//! The rules of a game as data: keys and values. Does not check moves.

use std::fmt;

use super::rule_values::{HandicapBonus, KoRule, Komi, LastPass, Scoring, Suicide, Tax};
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
        /// Who hands over the last pass stone. No turn is added: the game ends as it does anyway.
        ///
        /// "White must make an additional pass if Black was the last to pass" (British Go Association, summary of the AGA
        /// rules, "White Passes Last"). So both have given up equally many stones, and territory gives the margin of area.
        last_pass, with_last_pass: LastPass = "last-pass",
    }
}

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

rule_values!(KoRule Suicide Scoring Tax Komi HandicapBonus LastPass);

impl Rules {
    /// The rules of the kata, from which those of the presets differ.
    pub(super) const KATA: Rules = Rules {
        ko: KoRule::Simple,
        suicide: Suicide::Forbidden,
        scoring: Scoring::Area,
        tax: Tax::None,
        komi: Komi { halves: 0 },
        button: false,
        handicap_bonus: HandicapBonus::Zero,
        pass_stones: false,
        last_pass: LastPass::Any,
    };

    /// The keys that `Display` always writes.
    pub(super) const ALWAYS_SHOWN: [&str; 4] = ["ko", "suicide", "scoring", "komi"];
}

impl Default for Rules {
    /// The kata's rules.
    fn default() -> Rules {
        Rules::KATA
    }
}

impl fmt::Display for Rules {
    /// Writes ko, suicide, scoring and komi, and every other value that differs from the kata's rules.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        for ((key, value), (_, usual)) in self.pairs().zip(Rules::KATA.pairs()) {
            if Rules::ALWAYS_SHOWN.contains(&key) || value != usual {
                words.push(format!("{key}={value}"));
            }
        }
        f.write_str(&words.join(" "))
    }
}
