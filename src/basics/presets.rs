//! The presets: the named sets of rules, and what other programs call them. One table holds all of it.

use std::fmt;
use std::str::FromStr;

use super::rule_values::{HandicapBonus, KoRule, Komi, LastPass, Scoring, Suicide, Tax};
use super::rules::Rules;
use super::text::ParseError;

struct Row {
    /// The preset's name, then the other names that are parsed. `KataGo` has the same names (`kata-set-rules`).
    names: &'static [&'static str],
    rules: Rules,
    /// The name in game records (`RU`), if it is not ours.
    ru: Option<&'static str>,
    /// True if other programs know that name: rules that differ only in how a seki counts get it, too.
    is_standard: bool,
    /// Names that only game records have.
    also_in_ru: &'static [&'static str],
    /// The name in the command `kgs-rules`.
    kgs: Option<&'static str>,
    /// True if the players agree on dead stones after they have passed.
    marks_dead: bool,
}

/// The columns that a row does not name.
const USUAL: Row = Row {
    names: &[],
    rules: Rules::KATA,
    ru: None,
    is_standard: false,
    also_in_ru: &[],
    kgs: None,
    marks_dead: true,
};

/// Defines [`Preset`] by its table.
macro_rules! presets {
    ($($(#[$doc:meta])* $preset:ident = { $($column:ident: $value:expr),+ };)+) => {
        /// The named sets of rules. The parser also accepts names that other programs use (`jp`, `cn`, `nz`, …).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
        #[non_exhaustive]
        pub enum Preset { $($(#[$doc])* $preset,)+ }

        impl Preset {
            /// Every preset, in the order of declaration.
            pub const ALL: &[Preset] = &[$(Preset::$preset),+];

            const fn row(self) -> Row {
                match self { $(Preset::$preset => Row { $($column: $value,)+ ..USUAL }),+ }
            }
        }
    };
}

const AREA: Rules = Rules::KATA.with_komi(Komi { halves: 15 });
const TERRITORY: Rules = Rules::KATA
    .with_scoring(Scoring::Territory)
    .with_tax(Tax::Seki)
    .with_komi(Komi { halves: 13 });
const SEVEN: Komi = Komi { halves: 14 };
const CHINESE: Rules = AREA.with_handicap_bonus(HandicapBonus::Each);
const AGA: Rules = AREA
    .with_ko(KoRule::Situational)
    .with_handicap_bonus(HandicapBonus::AllButOne);
const TROMP_TAYLOR: Rules = AREA
    .with_ko(KoRule::Positional)
    .with_suicide(Suicide::MultiStone);

// Of several presets with the same rules, game records get the first.
//
// "Chinese" means simple ko to `KataGo` and in game records, and positional superko on KGS: "Chinese rules use the simpler
// positional superko, while AGA and NZ use situational superko" (its author, computer-go, 13 August 2005). The command
// `kgs-rules chinese` names the rules of that server: `KataGo` reads it as its `chinese-kgs`, and so does our engine. So
// `chinese-kgs` alone has that name here. A controller that sends it for simple ko has to say what the engine plays by.
presets! {
    /// The kata's six rules: simple ko, no suicide. The default.
    #[default]
    Kata = { names: &["kata"] };
    /// Situational superko, as in the book *Deep Learning and the Game of Go*.
    Dlgo = { names: &["dlgo"], rules: AREA.with_ko(KoRule::Situational) };
    /// Territory scoring, komi 6.5.
    Japanese = { names: &["japanese", "jp", "jpn"], rules: TERRITORY, kgs: Some("japanese"),
        ru: Some("Japanese"), is_standard: true, also_in_ru: &["japan", "日本", "日", "일본"] };
    /// The same rules as Japanese.
    Korean = { names: &["korean", "kr"], rules: TERRITORY, also_in_ru: &["korea", "韩国", "韓国", "韓國", "한국"] };
    /// Area scoring with simple ko, as it is played in practice.
    Chinese = { names: &["chinese", "cn", "zh"], rules: CHINESE,
        ru: Some("Chinese"), is_standard: true, also_in_ru: &["china", "中国", "中國", "中", "중국"] };
    /// What the OGS server calls Chinese: positional superko.
    ChineseOgs = { names: &["chinese-ogs"], rules: CHINESE.with_ko(KoRule::Positional) };
    /// What the KGS server calls Chinese: positional superko.
    ChineseKgs = { names: &["chinese-kgs"], rules: CHINESE.with_ko(KoRule::Positional), kgs: Some("chinese") };
    /// American, British and French: situational superko.
    Aga = { names: &["aga", "bga", "french"], rules: AGA.with_last_pass(LastPass::White), kgs: Some("aga"),
        ru: Some("AGA"), is_standard: true, also_in_ru: &["american", "usa", "british", "france"] };
    /// AGA with the button and komi 7.
    AgaButton = { names: &["aga-button"], rules: AGA.with_button(true).with_komi(SEVEN) };
    /// Situational superko, suicide of several stones, komi 7.
    NewZealand = { names: &["new-zealand", "nz"], kgs: Some("new_zealand"), ru: Some("NZ"), is_standard: true,
        rules: TROMP_TAYLOR.with_ko(KoRule::Situational).with_komi(SEVEN) };
    /// Positional superko, suicide of several stones.
    TrompTaylor = { names: &["tromp-taylor", "tt"], rules: TROMP_TAYLOR, ru: Some("Tromp-Taylor"), marks_dead: false };
    /// Positional superko instead of Ing's own ko rule, which gokata does not have.
    Ing = { names: &["ing", "goe"], rules: TROMP_TAYLOR };
    /// Imitates stone scoring, where only stones count: area scoring with a tax of two points for each group.
    StoneScoring = { names: &["stone-scoring", "ancient-area"], rules: AREA.with_tax(Tax::All) };
}

impl Preset {
    /// The preset's name.
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// The preset's name, then the other names that are parsed.
    pub const fn names(self) -> &'static [&'static str] {
        self.row().names
    }

    /// The preset's rules.
    pub const fn rules(self) -> Rules {
        self.row().rules
    }

    pub(crate) fn ru(self) -> &'static str {
        self.row().ru.unwrap_or(self.name())
    }

    /// The presets whose name in game records other programs know.
    pub(crate) fn standard() -> impl Iterator<Item = Preset> {
        let presets = Preset::ALL.iter().copied();
        presets.filter(|preset| preset.row().is_standard)
    }

    pub(crate) fn kgs(self) -> Option<&'static str> {
        self.row().kgs
    }

    pub(crate) fn marks_dead(self) -> bool {
        self.row().marks_dead
    }

    /// Finds a preset by one of its names in any spelling: `new-zealand`, `New_Zealand`, `newzealand`. `is_ru`: also by the
    /// names that only game records have.
    pub(crate) fn spelled(name: &str, is_ru: bool) -> Option<Preset> {
        let letters = |name: &str| name.to_lowercase().replace(['-', '_', ' '], "");
        let wanted = letters(name);
        let mut presets = Preset::ALL.iter().copied();
        presets.find(|preset| {
            let row = preset.row();
            let also = row.also_in_ru.iter().filter(|_| is_ru);
            let mut known = row.names.iter().chain(also);
            known.any(|known| letters(known) == wanted)
        })
    }
}

impl FromStr for Preset {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Preset, ParseError> {
        let mut presets = Preset::ALL.iter().copied();
        let found = presets.find(|preset| preset.names().contains(&text));
        found.ok_or_else(|| {
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

impl Preset {
    /// Returns the preset from which the fewest keys of these rules differ.
    pub(crate) fn nearest(rules: Rules) -> Preset {
        let presets = Preset::ALL.iter().copied();
        let nearest = presets.min_by_key(|preset| rules.changes(*preset).count());
        nearest.unwrap_or_default()
    }
}

impl Rules {
    /// Returns the keys whose values differ from the preset's, with their values, in the order of [`Rules::KEYS`]. White's
    /// last pass is among them wherever it may be paid, because a saved game that does not name it is an older one.
    pub fn changes(self, preset: Preset) -> impl Iterator<Item = (&'static str, String)> {
        let is_paid = self.pass_stones() && self.last_pass() == LastPass::White;
        let pairs = self.pairs().zip(preset.rules().pairs());
        pairs.filter_map(move |(pair, usual)| {
            (pair != usual || is_paid && pair.0 == "last-pass").then_some(pair)
        })
    }

    /// The rules that a saved game names by this text: before there was the key `last-pass`, no name implied it.
    pub(crate) fn as_saved(self, text: &str) -> Rules {
        if self.pass_stones() && !text.contains("last-pass") {
            return self.with_last_pass(LastPass::Any);
        }
        self
    }
}
