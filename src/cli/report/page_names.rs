//! Names of files: safe on every system and in a URL, and each of them once.

use std::collections::HashSet;

/// The longest name, without numbers and ending.
const LONGEST: usize = 60;

/// The names given so far.
#[derive(Default)]
pub(super) struct PageNames {
    given: HashSet<String>,
}

impl PageNames {
    /// Returns a name made of a text: small letters, digits and `-`. If it has been given before, a number follows.
    pub(super) fn next(&mut self, text: &str) -> String {
        let plain = slug(text);
        let mut name = plain.clone();
        let mut number = 2;
        while !self.given.insert(name.clone()) {
            name = format!("{plain}-{number}");
            number += 1;
        }
        name
    }
}

fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.chars() {
        if slug.len() >= LONGEST {
            break;
        }
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() {
        "program".to_owned()
    } else {
        slug.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_different() {
        let mut names = PageNames::default();
        for (text, name) in [
            ("tenuki 0.3.1 positional", "tenuki-0-3-1-positional"),
            ("Tenuki 0.3.1 positional", "tenuki-0-3-1-positional-2"),
            ("../../etc/passwd", "etc-passwd"),
            ("<script>alert(1)</script>", "script-alert-1-script"),
            ("\u{202e}\u{0}", "program"),
            ("囲碁", "program-2"),
            ("program 2", "program-2-2"),
        ] {
            assert_eq!(names.next(text), name);
        }
        assert_eq!(names.next(&"n".repeat(10_000)).len(), LONGEST);
    }
}
