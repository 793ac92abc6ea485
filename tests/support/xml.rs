//! Reads XML without comments, declarations of types and processing instructions, and panics where it is not well formed.

pub(crate) struct Element {
    pub(crate) name: String,
    attributes: Vec<(String, String)>,
    pub(crate) text: String,
    pub(crate) children: Vec<Element>,
}

impl Element {
    pub(crate) fn attribute(&self, name: &str) -> &str {
        let mut attributes = self.attributes.iter();
        let found = attributes.find(|(other, _)| other == name);
        &found
            .unwrap_or_else(|| panic!("no {name} in {}", self.name))
            .1
    }

    pub(crate) fn child(&self, name: &str) -> Option<&Element> {
        self.children.iter().find(|child| child.name == name)
    }

    pub(crate) fn count(&self, name: &str) -> usize {
        let below = self.children.iter().map(|child| child.count(name));
        usize::from(self.name == name) + below.sum::<usize>()
    }
}

/// Reads a document, which begins with a declaration.
pub(crate) fn parse(document: &str) -> Element {
    let is_allowed = |c: char| matches!(c, '\t' | '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    let forbidden = document.chars().find(|c| !is_allowed(*c));
    assert_eq!(forbidden, None, "XML 1.0 forbids it");
    let (declaration, mut rest) = document.split_once("?>").expect("a declaration");
    assert!(
        declaration.starts_with("<?xml version=\"1.0\" "),
        "{declaration}"
    );
    rest = rest.trim_start();
    let root = element(&mut rest);
    assert_eq!(rest.trim(), "", "after the root");
    root
}

fn element(rest: &mut &str) -> Element {
    let (tag, after) = rest.split_once('>').expect("the end of a tag");
    *rest = after;
    let tag = tag.strip_prefix('<').expect("a tag");
    let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '-';
    assert!(!name.is_empty() && name.chars().all(is_letter), "{name}");
    let mut found = Element {
        name: name.to_owned(),
        attributes: Vec::new(),
        text: String::new(),
        children: Vec::new(),
    };
    while !attributes.trim().is_empty() {
        let (name, after) = attributes.split_once("=\"").expect("an attribute");
        let (value, after) = after.split_once('"').expect("the end of its value");
        let name = name.trim().to_owned();
        assert!(
            found.attributes.iter().all(|(other, _)| *other != name),
            "{name} twice"
        );
        found.attributes.push((name, unescaped(value)));
        attributes = after;
    }
    loop {
        let (text, after) = rest.split_at(rest.find('<').expect("an end tag"));
        found.text += &unescaped(text);
        *rest = after;
        let Some(end) = rest.strip_prefix("</") else {
            found.children.push(element(rest));
            continue;
        };
        let (end, after) = end.split_once('>').expect("the end of a tag");
        assert_eq!(end, name);
        *rest = after;
        return found;
    }
}

fn unescaped(text: &str) -> String {
    assert!(!text.contains(['<', '>', '"']), "{text}");
    let mut parts = text.split('&');
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (entity, after) = part.split_once(';').expect("the end of an entity");
        all.push(match entity {
            "lt" => '<',
            "gt" => '>',
            "amp" => '&',
            "quot" => '"',
            "#10" => '\n',
            "#9" => '\t',
            other => panic!("an unknown entity: {other}"),
        });
        all += after;
    }
    all
}
