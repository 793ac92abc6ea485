//! The form that makes a game: what was typed, checked field by field.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use super::errors::FieldError;
use super::name::{Email, Name};
use gokata::BoardRecord;
use gokata::agreement::{ClaimTerms, Opening, Terms};
use gokata::handicap;
use gokata::{Color, Komi, Point, Preset, Rules, Setup, Size};

/// The fields of the form as they were typed. A missing or empty field has its usual value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Form {
    #[serde(deserialize_with = "typed")]
    pub size: String,
    /// `black`, `white` or `random`: the color of the player who makes the game.
    #[serde(deserialize_with = "typed")]
    pub color: String,
    #[serde(deserialize_with = "typed")]
    pub name: String,
    #[serde(deserialize_with = "typed")]
    pub email: String,
    #[serde(deserialize_with = "typed")]
    pub opponent_name: String,
    #[serde(deserialize_with = "typed")]
    pub opponent_email: String,
    /// 0, or 2 to 9 stones.
    #[serde(deserialize_with = "typed")]
    pub handicap: String,
    #[serde(deserialize_with = "typed")]
    pub komi: String,
    #[serde(deserialize_with = "typed")]
    pub rules: String,
    /// After how many days of silence a result may be claimed; 0 for never.
    #[serde(deserialize_with = "typed")]
    pub claim: String,
}

/// Reads a field: a text, or in JSON also a number.
fn typed<'de, D: Deserializer<'de>>(field: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Typed {
        Number(serde_json::Number),
        Text(String),
    }
    Typed::deserialize(field).map(|typed| match typed {
        Typed::Number(number) => number.to_string(),
        Typed::Text(text) => text,
    })
}

/// A game that a form asks for.
#[derive(Debug, Clone)]
pub(super) struct CheckedForm {
    pub opening: Opening,
    /// The color of the player who makes the game; `None` for a random one.
    pub color: Option<Color>,
    pub own: Person,
    pub opponent: Person,
}

/// A player, before colors are known.
#[derive(Debug, Clone)]
pub(super) struct Person {
    /// A player without a name is called by the color.
    pub name: Option<Name>,
    pub email: Option<Email>,
}

/// What the store keeps about how a game was made.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredForm {
    pub form: Form,
    /// The color of the player who made it: a repeated request gets the same, also by lot.
    pub own: Color,
}

/// What is wrong with a form, by the names of its fields.
pub(super) type FormErrors = BTreeMap<&'static str, FieldError>;

/// Rules unless others are asked for. Under a seki tax, one open neutral line makes all territory worthless, which
/// surprises most players; so neutral points are what the players mark as such.
pub(super) const USUAL_RULES: &str = "japanese,tax=none";
const USUAL_SIZE: &str = "19";
/// The komi with handicap stones, unless another is asked for.
const HANDICAP_KOMI: &str = "0.5";
/// Smaller boards are puzzles, not games.
const SMALLEST: usize = 5;
/// A claim needs this many reminders.
const REMINDERS: u32 = 3;
const MOST_DAYS: u64 = 365;
const DAY: u64 = 24 * 60 * 60;

impl Form {
    /// The fields by name.
    pub(super) fn fields(&self) -> [(&'static str, &String); 10] {
        [
            ("size", &self.size),
            ("color", &self.color),
            ("name", &self.name),
            ("email", &self.email),
            ("opponent_name", &self.opponent_name),
            ("opponent_email", &self.opponent_email),
            ("handicap", &self.handicap),
            ("komi", &self.komi),
            ("rules", &self.rules),
            ("claim", &self.claim),
        ]
    }

    /// What the form asks for; else what is wrong with each field. `mails` is true if names go into mails.
    pub(super) fn check(&self, mails: bool) -> Result<CheckedForm, FormErrors> {
        let mut errors = FormErrors::new();
        let size = note(&mut errors, "size", self.size());
        let color = note(&mut errors, "color", self.color());
        let rules = note(&mut errors, "rules", self.rules());
        let claims = note(&mut errors, "claim", self.claims());
        let komi = note(&mut errors, "komi", self.komi());
        let size_or_usual = size.unwrap_or_default();
        let stones = note(&mut errors, "handicap", self.handicap(size_or_usual));
        let own = [&*self.name, &self.email];
        let own = person(&mut errors, ["name", "email"], own, mails);
        let fields = ["opponent_name", "opponent_email"];
        let texts = [&*self.opponent_name, &self.opponent_email];
        let opponent = person(&mut errors, fields, texts, mails);
        let (
            Some(size),
            Some(color),
            Some((rules, mut terms)),
            Some(claims),
            Some(komi),
            Some(stones),
        ) = (size, color, rules, claims, komi, stones)
        else {
            return Err(errors);
        };
        if !errors.is_empty() {
            return Err(errors);
        }
        let usual = if stones.is_empty() {
            rules.komi()
        } else {
            handicap_komi()
        };
        terms.claims = claims;
        let record =
            record(size, stones).map_err(|error| FormErrors::from([("handicap", error)]))?;
        let record = record.with_rules(rules.with_komi(komi.unwrap_or(usual)));
        Ok(CheckedForm {
            opening: Opening { record, terms },
            color,
            own,
            opponent,
        })
    }

    fn size(&self) -> Result<Size, FieldError> {
        let size: Option<Size> = or(&self.size, USUAL_SIZE).parse().ok();
        let size = size.filter(|size| size.rows().min(size.cols()) >= SMALLEST);
        size.ok_or(FieldError::Size)
    }

    fn color(&self) -> Result<Option<Color>, FieldError> {
        match or(&self.color, "black").to_ascii_lowercase().as_str() {
            "black" | "b" => Ok(Some(Color::Black)),
            "white" | "w" => Ok(Some(Color::White)),
            "random" | "lot" => Ok(None),
            _ => Err(FieldError::Color),
        }
    }

    fn rules(&self) -> Result<(Rules, Terms), FieldError> {
        let text = or(&self.rules, USUAL_RULES);
        let rules: Rules = text.parse()?;
        let terms = text
            .parse::<Preset>()
            .map_or_else(|_| Terms::for_rules(rules), Terms::of);
        Ok((rules, terms))
    }

    fn claims(&self) -> Result<Option<ClaimTerms>, FieldError> {
        let days = or(&self.claim, "0").parse().ok();
        let days = days.filter(|days| *days <= MOST_DAYS);
        let most_days = MOST_DAYS;
        let days: u64 = days.ok_or(FieldError::Claim { most_days })?;
        Ok((days > 0).then_some(ClaimTerms {
            silence: days * DAY,
            reminders: REMINDERS,
        }))
    }

    /// `None` for the usual one.
    fn komi(&self) -> Result<Option<Komi>, FieldError> {
        let text = self.komi.trim();
        if text.is_empty() {
            return Ok(None);
        }
        Ok(Some(text.parse()?))
    }

    fn handicap(&self, size: Size) -> Result<Vec<Point>, FieldError> {
        let text = or(&self.handicap, "0");
        if text == "0" {
            return Ok(Vec::new());
        }
        let fixed = |stones| handicap::fixed(size, stones);
        text.parse().ok().and_then(fixed).ok_or_else(|| {
            let most = (2..=9).rev().find(|stones| fixed(*stones).is_some());
            most.map_or(FieldError::NoHandicap, |most| FieldError::Handicap { most })
        })
    }
}

fn handicap_komi() -> Komi {
    HANDICAP_KOMI.parse().unwrap_or_default()
}

/// What was typed, or the usual value if nothing was.
fn or<'a>(typed: &'a str, usual: &'a str) -> &'a str {
    let typed = typed.trim();
    if typed.is_empty() { usual } else { typed }
}

fn note<T>(
    errors: &mut FormErrors,
    field: &'static str,
    checked: Result<T, FieldError>,
) -> Option<T> {
    checked.map_err(|error| errors.insert(field, error)).ok()
}

fn person(
    errors: &mut FormErrors,
    fields: [&'static str; 2],
    texts: [&str; 2],
    mails: bool,
) -> Person {
    let [name, email] = texts.map(|text| Some(text).filter(|text| !text.trim().is_empty()));
    let [name_field, email_field] = fields;
    Person {
        name: name.and_then(|name| note(errors, name_field, Name::new(name, mails))),
        email: email.and_then(|email| note(errors, email_field, Email::new(email))),
    }
}

fn record(size: Size, handicap: Vec<Point>) -> Result<BoardRecord, FieldError> {
    if handicap.is_empty() {
        return Ok(BoardRecord::new(size));
    }
    let stones = handicap
        .into_iter()
        .map(|point| (point, Color::Black))
        .collect();
    let setup = Setup {
        size,
        stones,
        to_play: Color::White,
    };
    Ok(BoardRecord::try_from(&setup)?)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test may panic

    use pretty_assertions::assert_eq;

    use super::*;

    fn form(fields: &[(&str, &str)]) -> Form {
        serde_urlencoded::from_str(&serde_urlencoded::to_string(fields).unwrap()).unwrap()
    }

    #[test]
    fn an_empty_form_is_a_usual_game() {
        let checked = form(&[]).check(true).unwrap();
        let record = checked.opening.record;
        assert_eq!(record.size(), Size::default());
        assert_eq!(record.to_play(), Color::Black);
        let rules = "ko=simple suicide=forbidden scoring=territory komi=6.5";
        assert_eq!(record.rules().to_string(), rules);
        assert_eq!(checked.color, Some(Color::Black));
        assert_eq!(checked.opening.terms.claims, None);
    }

    #[test]
    fn fields_change_the_game() {
        let fields = [
            ("size", "9x13"),
            ("color", "random"),
            ("handicap", "2"),
            ("rules", "tromp-taylor"),
            ("claim", "30"),
        ];
        let checked = form(&fields).check(true).unwrap();
        let Opening { record, terms } = checked.opening;
        assert_eq!(record.board().stones().count(), 2);
        assert_eq!(record.to_play(), Color::White);
        assert_eq!(record.rules().komi().to_string(), "0.5");
        let (silence, reminders) = (30 * DAY, REMINDERS);
        let claims = Some(ClaimTerms { silence, reminders });
        let usual = Terms::of(Preset::TrompTaylor);
        assert_eq!(terms, Terms { claims, ..usual });
        let given = form(&[("handicap", "9"), ("komi", "-3.5"), ("color", "W")]).check(true);
        let given = given.unwrap();
        assert_eq!(given.opening.record.rules().komi().to_string(), "-3.5");
        assert_eq!(given.color, Some(Color::White));
    }

    #[test]
    fn every_wrong_field_has_its_sentence() {
        let bad = "size=4 size=26 size=x size=5x4 color=red handicap=1 handicap=10 handicap=-2 komi=6.25 komi=a \
                   rules=chess claim=-1 claim=366 name=a%0Ab email=a@b,c@d opponent_name=%E2%80%AE opponent_email=x \
                   email=ann email=@example.org email=a@b%0D%0ABcc:c@d.org email=a+b@c.org email=Ann<a@b.org> email=a@b%00.org \
                   email=a@localhost email=-a@example.org email=a@127.0.0.1 email=a@[127.0.0.1] email=a@b \
                   name=Prize:+https://evil.example opponent_name=WWW.evil.example";
        for pair in bad.split_whitespace() {
            let form: Form = serde_urlencoded::from_str(pair).unwrap();
            let errors = form.check(true).unwrap_err();
            let (field, _) = pair.split_once('=').unwrap();
            let fields: Vec<_> = errors.keys().collect();
            assert_eq!(fields, [&field], "{pair}: {errors:?}");
        }
        let long = format!("{}@example.org", "x".repeat(250));
        assert!(form(&[("email", &long)]).check(true).is_err());
        // Where no mail goes out, such a name is a name.
        let advertising = form(&[("name", "https://example.org")]);
        assert!(advertising.check(false).is_ok());
        let all = form(&[("size", "4"), ("rules", "chess"), ("name", "a\nb")]).check(true);
        assert_eq!(all.unwrap_err().len(), 3);
        let small = form(&[("size", "6"), ("handicap", "2")]).check(true);
        let why = small.unwrap_err()["handicap"].to_string();
        assert_eq!(why, "there are no handicap points on a board of this size");
    }
}
