//! Names and e-mail addresses of players, checked before they are used.

use std::fmt;

use lettre::Address;

use super::errors::FieldError;
use gokata::is_unseen;

/// A player's name: 1 to 40 characters, none of them invisible or a control character, no space at either end.
///
/// Joiners are allowed, because names in Persian and several scripts of India contain them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name(String);

impl Name {
    const LONGEST: usize = 40;

    /// Where `mails` go out to strangers, a name is refused that mail programs would make a link of.
    pub(super) fn new(text: &str, mails: bool) -> Result<Name, FieldError> {
        let text = text.trim();
        let lower = text.to_lowercase();
        if mails && (lower.contains("://") || lower.contains("www.")) {
            return Err(FieldError::AddressAsName);
        }
        let is_joiner = |c| matches!(c, '\u{200c}' | '\u{200d}');
        if let Some(bad) = text.chars().find(|c| is_unseen(*c) && !is_joiner(*c)) {
            return Err(FieldError::InvisibleCharacter(bad));
        }
        // A name must show something; names that look alike are distinguished by the color.
        if text.chars().all(|c| is_joiner(c) || c.is_whitespace()) {
            return Err(FieldError::EmptyName);
        }
        let (length, most) = (text.chars().count(), Name::LONGEST);
        if length > most {
            return Err(FieldError::LongName { length, most });
        }
        Ok(Name(text.to_owned()))
    }

    /// A name that was checked before it was stored.
    pub(super) fn stored(text: &str) -> Name {
        Name(text.to_owned())
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One e-mail address, at most 254 characters of ASCII, at a domain of the internet. None begins with a hyphen, which
/// programs that send mails may take for an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Email(Address);

impl Email {
    const LONGEST: usize = 254;

    pub(super) fn new(text: &str) -> Result<Email, FieldError> {
        let text = text.trim();
        let plain = text.is_ascii()
            && !text.contains(|c: char| c.is_ascii_control() || ",;<>\" ".contains(c));
        let address: Option<Address> = text.parse().ok();
        let is_public = |address: &Address| {
            let top = address.domain().rsplit_once('.').map(|(_, top)| top);
            top.is_some_and(|top| top.starts_with(|c: char| c.is_ascii_alphabetic()))
        };
        let address = address
            .filter(|_| plain && text.len() <= Email::LONGEST && !text.starts_with('-'))
            .filter(is_public);
        address.map(Email).ok_or(FieldError::Email)
    }

    /// The mailbox that the address most probably belongs to: without capitals and without what follows a plus sign.
    pub(super) fn mailbox(&self) -> String {
        let address = self.0.to_string().to_lowercase();
        let (user, host) = address.rsplit_once('@').unwrap_or((&address, ""));
        format!("{}@{host}", user.split('+').next().unwrap_or_default())
    }

    pub(super) fn address(&self) -> &Address {
        &self.0
    }
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test may panic

    use super::*;

    #[test]
    fn addresses_of_one_mailbox_are_recognized() {
        for same in [
            "ann@example.org",
            "Ann@Example.ORG",
            "ann+go@example.org",
            "ANN+a+b@example.org",
        ] {
            assert_eq!(Email::new(same).unwrap().mailbox(), "ann@example.org");
        }
        for other in ["bob@example.org", "ann@example.com", "a.nn@example.org"] {
            assert_ne!(Email::new(other).unwrap().mailbox(), "ann@example.org");
        }
    }
}
