//! The rules of a game as data, and their names. Does not check moves.

use std::fmt;
use std::str::FromStr;

use super::rule_values::{HandicapBonus, KoRule, Komi, RulesError, Scoring, Suicide, Tax};

/// A complete set of rules: repetition, suicide, and how the game is counted.
///
/// Parsed from `PRESET` or `PRESET,key=value,…`. `Display` writes the resolved ko, suicide, scoring and komi instead of
/// a preset's name, because the same name means different rules on different servers. Its output can be parsed.
///
/// ```
/// use gokata::{KoRule, Rules, Suicide};
///
/// let rules: Rules = "new-zealand,ko=positional".parse()?;
/// assert_eq!((rules.ko, rules.suicide), (KoRule::Positional, Suicide::MultiStone));
/// assert_eq!(rules.to_string(), "ko=positional suicide=multi-stone scoring=area komi=7");
/// # Ok::<(), gokata::RulesError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rules {
    /// The repetitions that are forbidden.
    pub ko: KoRule,
    /// Whether a player may leave their own stones without a liberty.
    pub suicide: Suicide,
    /// Which points count.
    pub scoring: Scoring,
    /// The territory that does not count.
    pub tax: Tax,
    /// Points given to White for moving second.
    pub komi: Komi,
    /// Whether the first player who passes takes the button: half a point under area scoring. That pass is not one of
    /// the two that end the game, and from then on ko and superko ignore the boards before it.
    ///
    /// Bill Spight, who proposed the button: "Taking the button lifts any restriction on taking a ko or superko"
    /// (Sensei's Library, "Button Go"). `KataGo` does the same.
    pub button: bool,
    /// The points White gets for Black's handicap stones under area scoring.
    pub handicap_bonus: HandicapBonus,
    /// Whether every pass gives the opponent a prisoner.
    pub pass_stones: bool,
}

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
        // The other presets list only the fields that differ.
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
        let area = Rules {
            komi: Komi { halves: 15 },
            ..kata
        };
        let territory = Rules {
            scoring: Scoring::Territory,
            tax: Tax::Seki,
            komi: Komi { halves: 13 },
            ..kata
        };
        let aga = Rules {
            ko: KoRule::Situational,
            handicap_bonus: HandicapBonus::AllButOne,
            ..area
        };
        let tromp_taylor = Rules {
            ko: KoRule::Positional,
            suicide: Suicide::MultiStone,
            ..area
        };
        match self {
            Preset::Kata => kata,
            Preset::Dlgo => Rules {
                ko: KoRule::Situational,
                ..area
            },
            Preset::Japanese | Preset::Korean => territory,
            Preset::Chinese => Rules {
                handicap_bonus: HandicapBonus::Each,
                ..area
            },
            Preset::ChineseOgs | Preset::ChineseKgs => Rules {
                ko: KoRule::Positional,
                handicap_bonus: HandicapBonus::Each,
                ..area
            },
            Preset::Aga => aga,
            Preset::AgaButton => Rules {
                button: true,
                komi: Komi { halves: 14 },
                ..aga
            },
            Preset::NewZealand => Rules {
                ko: KoRule::Situational,
                komi: Komi { halves: 14 },
                ..tromp_taylor
            },
            Preset::TrompTaylor | Preset::Ing => tromp_taylor,
            Preset::StoneScoring => Rules {
                tax: Tax::All,
                ..area
            },
        }
    }
}

impl FromStr for Preset {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Preset, RulesError> {
        Preset::ALL
            .iter()
            .copied()
            .find(|preset| preset.names().contains(&text))
            .ok_or_else(|| {
                let names: Vec<&str> = Preset::ALL.iter().map(|preset| preset.name()).collect();
                let names = names.join(", ");
                RulesError::new(text, format_args!("is no name of rules; there are {names}"))
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
    /// The keys of [`Rules::set`], in the order in which they are written.
    pub const KEYS: [&str; 8] = [
        "ko",
        "suicide",
        "scoring",
        "tax",
        "komi",
        "button",
        "handicap-bonus",
        "pass-stones",
    ];

    /// The keys that `Display` always writes.
    const ALWAYS_SHOWN: [&str; 4] = ["ko", "suicide", "scoring", "komi"];

    /// Sets the field named `key`: `set("ko", "positional")`.
    ///
    /// # Errors
    /// [`RulesError`] for an unknown key or value; the rules are then unchanged.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), RulesError> {
        let named = |RulesError(problem)| RulesError(format!("{key}: {problem}"));
        match key {
            "ko" => self.ko = value.parse().map_err(named)?,
            "suicide" => self.suicide = value.parse().map_err(named)?,
            "scoring" => self.scoring = value.parse().map_err(named)?,
            "tax" => self.tax = value.parse().map_err(named)?,
            "komi" => self.komi = value.parse().map_err(named)?,
            "button" => self.button = yes_or_no(value).map_err(named)?,
            "handicap-bonus" => self.handicap_bonus = value.parse().map_err(named)?,
            "pass-stones" => self.pass_stones = yes_or_no(value).map_err(named)?,
            _ => {
                let keys = Rules::KEYS.join(", ");
                return Err(RulesError::new(
                    key,
                    format_args!("is no key; there are {keys}"),
                ));
            }
        }
        Ok(())
    }

    /// The value of every key, in the order of [`Rules::KEYS`].
    pub fn values(self) -> [String; 8] {
        let word = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
        [
            self.ko.to_string(),
            self.suicide.to_string(),
            self.scoring.to_string(),
            self.tax.to_string(),
            self.komi.to_string(),
            word(self.button),
            self.handicap_bonus.to_string(),
            word(self.pass_stones),
        ]
    }

    /// Returns the keys whose values differ from the preset's, with their values, in the order of [`Rules::KEYS`].
    pub fn changes(self, preset: Preset) -> impl Iterator<Item = (&'static str, String)> {
        let values = self.values().into_iter().zip(preset.rules().values());
        let keys = Rules::KEYS.into_iter().zip(values);
        keys.filter_map(|(key, (value, usual))| (value != usual).then_some((key, value)))
    }
}

fn yes_or_no(value: &str) -> Result<bool, RulesError> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(RulesError::new(value, "is none of: yes, no")),
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    /// Parses `PRESET` or `PRESET,key=value,…`, each key at most once; spaces may replace the commas. Without a
    /// preset, the keys must include ko, suicide, scoring and komi, as in the output of `Display`.
    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let words = text.split([',', ' ']).filter(|word| !word.is_empty());
        let first = words.clone().next().unwrap_or_default();
        let keys = words.clone().map(|word| word.split('=').next());
        let is_given = |key: &&str| keys.clone().any(|given| given == Some(*key));
        let has_preset = !first.contains('=') || !Rules::ALWAYS_SHOWN.iter().all(is_given);
        let mut rules = if has_preset {
            first.parse::<Preset>()?.rules()
        } else {
            Rules::default()
        };
        let mut seen = Vec::new();
        for word in words.skip(usize::from(has_preset)) {
            let pair = word.split_once('=');
            let (key, value) = pair.ok_or_else(|| RulesError::new(word, "is not key=value"))?;
            rules.set(key, value)?;
            if seen.contains(&key) {
                return Err(RulesError(format!("{key} is given twice")));
            }
            seen.push(key);
        }
        Ok(rules)
    }
}

impl fmt::Display for Rules {
    /// Writes ko, suicide, scoring and komi, and every other value that differs from the kata's rules.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Preset::Kata.rules().values();
        let mut words = Vec::new();
        for ((key, value), usual) in Rules::KEYS.iter().zip(self.values()).zip(usual) {
            if Rules::ALWAYS_SHOWN.contains(key) || value != usual {
                words.push(format!("{key}={value}"));
            }
        }
        f.write_str(&words.join(" "))
    }
}
