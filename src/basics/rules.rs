//! The rules of a game as data, and their names. No move is judged here.

use std::fmt;
use std::str::FromStr;

use super::text::quoted;

/// A complete set of rules: repetition, suicide, and how the game is counted.
///
/// Parsed from `PRESET` or `PRESET,key=value,…`. `Display` writes the resolved ko, suicide, scoring and komi instead of
/// a preset's name, because such names mean different rules in different places; what it writes can be parsed, too.
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
    /// What is counted.
    pub scoring: Scoring,
    /// The territory that does not count.
    pub tax: Tax,
    /// Points given to White for moving second.
    pub komi: Komi,
    /// Half a point for the first player who passes. That pass is not one of the two that end the game.
    pub button: bool,
    /// The points White gets for Black's handicap stones under area scoring.
    pub handicap_bonus: HandicapBonus,
    /// Whether every pass gives the opponent a prisoner.
    pub pass_stones: bool,
}

/// The boards, or boards with a side to play, that may not be repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum KoRule {
    /// The board as it was before the opponent's last turn (the kata's rule 6).
    #[default]
    Simple,
    /// Any earlier board.
    Positional,
    /// Any earlier board with the same side to play. A pass makes such a pair, too.
    Situational,
    /// Any board that the same player made earlier by playing a stone.
    NaturalSituational,
}

/// Whether a player may leave their own stones without a liberty, so that they are taken off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Suicide {
    /// Never (the kata's rule 4).
    #[default]
    Forbidden,
    /// Two stones or more at once.
    MultiStone,
    /// Also a single stone, which leaves the board as it was.
    Allowed,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Scoring {
    /// Living stones and surrounded points.
    #[default]
    Area,
    /// Surrounded points and prisoners.
    Territory,
}

/// The territory that does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Tax {
    /// All territory counts.
    #[default]
    None,
    /// Territory in a seki does not count.
    Seki,
    /// Territory in a seki does not count, nor do two points of every living group.
    All,
}

/// The points White gets for Black's handicap stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum HandicapBonus {
    /// Nothing.
    #[default]
    Zero,
    /// One point for each stone but the first.
    AllButOne,
    /// One point for each stone.
    Each,
}

/// Points given to White, in halves, from -150 to 150.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Komi {
    halves: i16,
}

impl Komi {
    /// A komi in half-points: `from_halves(15)` is 7.5. `None` beyond 150 points either way.
    pub fn from_halves(halves: i16) -> Option<Komi> {
        (-300..=300).contains(&halves).then_some(Komi { halves })
    }

    /// The komi in half-points: 15 for 7.5.
    pub fn halves(self) -> i16 {
        self.halves
    }
}

impl FromStr for Komi {
    type Err = RulesError;

    /// `7`, `6.5`, `6.0`, `-0.5`: whole or half, -150 to 150.
    fn from_str(text: &str) -> Result<Komi, RulesError> {
        let read = || {
            let unsigned = text.strip_prefix('-').unwrap_or(text);
            let (whole, half) = match unsigned.split_once('.') {
                None => (unsigned, 0),
                Some((whole, "0")) => (whole, 0),
                Some((whole, "5")) => (whole, 1),
                Some(_) => return None,
            };
            let plain = (1..=3).contains(&whole.len()) && whole.bytes().all(|b| b.is_ascii_digit());
            let canonical = whole == "0" || !whole.starts_with('0');
            let halves = whole.parse::<i16>().ok().filter(|_| plain && canonical)? * 2 + half;
            match (text.starts_with('-'), halves) {
                (true, 0) => None,
                (true, _) => Komi::from_halves(-halves),
                (false, _) => Komi::from_halves(halves),
            }
        };
        read().ok_or_else(|| {
            RulesError(format!(
                "{} is not written as 7, 6.5 or -0.5, from -150 to 150",
                quoted(text)
            ))
        })
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.halves < 0 { "-" } else { "" };
        let half = if self.halves % 2 == 0 { "" } else { ".5" };
        write!(f, "{sign}{}{half}", (self.halves / 2).abs())
    }
}

/// Implements the names of an enum, `Display` and `FromStr`.
macro_rules! words {
    ($type:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        impl $type {
            /// Every value, in the order of declaration.
            pub const ALL: &[$type] = &[$($type::$variant),+];

            /// The value's name in fixtures and on the command line.
            pub const fn name(self) -> &'static str {
                match self { $($type::$variant => $word),+ }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $type {
            type Err = RulesError;

            fn from_str(text: &str) -> Result<$type, RulesError> {
                Self::ALL.iter().copied().find(|value| value.name() == text).ok_or_else(|| {
                    RulesError(format!("{} is none of: {}", quoted(text), [$($word),+].join(", ")))
                })
            }
        }
    };
}

words!(KoRule {
    Simple = "simple",
    Positional = "positional",
    Situational = "situational",
    NaturalSituational = "natural-situational",
});
words!(Suicide { Forbidden = "forbidden", MultiStone = "multi-stone", Allowed = "allowed" });
words!(Scoring { Area = "area", Territory = "territory" });
words!(Tax { None = "none", Seki = "seki", All = "all" });
words!(HandicapBonus { Zero = "0", AllButOne = "n-1", Each = "n" });

/// The named sets of rules. Names that other programs use are parsed, too (`jp`, `cn`, `nz`, …).
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
    /// As Japanese.
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
    /// Stones only: area scoring with a tax of two points for each group.
    StoneScoring,
}

impl Preset {
    /// Every preset, in the order of the documentation.
    pub const ALL: &[Preset] = &[
        Preset::Kata,
        Preset::Dlgo,
        Preset::Japanese,
        Preset::Korean,
        Preset::Chinese,
        Preset::ChineseOgs,
        Preset::ChineseKgs,
        Preset::Aga,
        Preset::AgaButton,
        Preset::NewZealand,
        Preset::TrompTaylor,
        Preset::Ing,
        Preset::StoneScoring,
    ];

    /// The preset's name.
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// The preset's name, then the other names that are parsed.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Preset::Kata => &["kata"],
            Preset::Dlgo => &["dlgo"],
            Preset::Japanese => &["japanese", "jp", "jpn"],
            Preset::Korean => &["korean", "kr"],
            Preset::Chinese => &["chinese", "cn", "zh"],
            Preset::ChineseOgs => &["chinese-ogs"],
            Preset::ChineseKgs => &["chinese-kgs"],
            Preset::Aga => &["aga", "bga", "french"],
            Preset::AgaButton => &["aga-button"],
            Preset::NewZealand => &["new-zealand", "nz"],
            Preset::TrompTaylor => &["tromp-taylor", "tt"],
            Preset::Ing => &["ing", "goe"],
            Preset::StoneScoring => &["stone-scoring", "ancient-area"],
        }
    }

    /// The preset's rules.
    pub fn rules(self) -> Rules {
        // Each of the others names the fields in which it differs.
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
                RulesError(format!(
                    "{} is no name of rules; there are {}",
                    quoted(text),
                    names.join(", ")
                ))
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

    /// Changes the field that `key` names: `set("ko", "positional")`.
    ///
    /// # Errors
    /// [`RulesError`] for an unknown key or value; the rules are then unchanged.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), RulesError> {
        let mut change = || {
            match key {
                "ko" => self.ko = value.parse()?,
                "suicide" => self.suicide = value.parse()?,
                "scoring" => self.scoring = value.parse()?,
                "tax" => self.tax = value.parse()?,
                "komi" => self.komi = value.parse()?,
                "button" => self.button = yes_or_no(value)?,
                "handicap-bonus" => self.handicap_bonus = value.parse()?,
                "pass-stones" => self.pass_stones = yes_or_no(value)?,
                _ => return Ok(false),
            }
            Ok(true)
        };
        match change() {
            Ok(true) => Ok(()),
            Ok(false) => {
                let keys = Rules::KEYS.join(", ");
                Err(RulesError(format!(
                    "{} is no key; there are {keys}",
                    quoted(key)
                )))
            }
            Err(RulesError(fault)) => Err(RulesError(format!("{key}: {fault}"))),
        }
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

    /// The keys whose values differ from a preset's, each with its value, in the order of [`Rules::KEYS`].
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
        _ => Err(RulesError(format!("{} is none of: yes, no", quoted(value)))),
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    /// `PRESET` or `PRESET,key=value,…`, each key at most once; spaces may replace the commas. Or what `Display`
    /// writes: no preset, but at least ko, suicide, scoring and komi.
    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let words = text.split([',', ' ']).filter(|word| !word.is_empty());
        let first = words.clone().next().unwrap_or_default();
        let is_given = |key: &&str| {
            words
                .clone()
                .any(|word| word.split('=').next() == Some(*key))
        };
        let (mut rules, preset_words) =
            if Rules::ALWAYS_SHOWN.iter().all(is_given) && first.contains('=') {
                (Rules::default(), 0)
            } else {
                (first.parse::<Preset>()?.rules(), 1)
            };
        let mut seen = Vec::new();
        for word in words.skip(preset_words) {
            let (key, value) = word
                .split_once('=')
                .ok_or_else(|| RulesError(format!("{} is not key=value", quoted(word))))?;
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
    /// The resolved ko, suicide, scoring and komi, and every other value that differs from the kata's rules.
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

/// An unknown preset, key or value. `Display` quotes it and lists the known ones.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RulesError(String);

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RulesError {}
