//! Which source file imports from which, found by reading the text of `src/`.
//!
//! An import counts for the file that defines the name: a re-export (`pub use child::Name`) is followed to the
//! child. Comments, strings and test-only code are ignored.

#![allow(clippy::unwrap_used)] // a test may panic

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Maps each file to the files that it imports from. Names are relative to `src/`, with `/` as separator.
pub(crate) type Imports = BTreeMap<String, BTreeSet<String>>;

/// Every file below `src/` by its name, such as `fast/log.rs`.
#[derive(Clone)]
pub(crate) struct Sources {
    /// The code without comments, string contents and unit tests, by file name.
    pub(crate) code: BTreeMap<String, String>,
    pages: BTreeMap<String, Page>,
}

impl Sources {
    /// Reads all files except `build.rs`, the dojo kit and modules that are compiled only for tests.
    pub(crate) fn read() -> Sources {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut sources = BTreeMap::new();
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    let is_kit = path.strip_prefix(&root) == Ok(Path::new("dojo"));
                    folders.extend((!is_kit).then_some(path));
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let name = path.strip_prefix(&root).unwrap().to_str().unwrap();
                    let text = fs::read_to_string(&path).unwrap();
                    sources.insert(name.replace('\\', "/"), code(&text));
                }
            }
        }
        sources.remove("build.rs");
        let tests: Vec<String> = sources
            .iter()
            .flat_map(|(file, code)| test_modules(file, code))
            .collect();
        sources.retain(|file, _| !tests.contains(file));
        let pages = sources
            .iter()
            .map(|(file, code)| (file.clone(), Page::of(code)))
            .collect();
        Sources {
            code: sources,
            pages,
        }
    }

    /// Adds an import of `path` to `file`, so that a test can check that it is found.
    pub(crate) fn plant(&mut self, file: &str, path: &str) {
        let path: Vec<String> = parts(path).collect();
        self.pages
            .get_mut(file)
            .unwrap()
            .uses
            .push((path.concat(), path));
    }

    /// Returns all imports, re-exports included.
    pub(crate) fn all(&self) -> Imports {
        self.imports(true)
    }

    /// Returns the imports that files need for their own code: all but re-exports.
    pub(crate) fn own(&self) -> Imports {
        self.imports(false)
    }

    fn imports(&self, with_reexports: bool) -> Imports {
        let mut imports = Imports::new();
        for (file, page) in &self.pages {
            let found = imports.entry(file.clone()).or_default();
            let passed_on = page.reexports.iter().filter(|_| with_reexports);
            for (_, path) in page.uses.iter().chain(passed_on) {
                found.extend(self.defined_in(file, path, 0));
            }
            for path in &page.paths {
                let first = path[0].as_str();
                let known = ["crate", "super", "self"].contains(&first)
                    || self.child(file, first).is_some();
                let alias = page.uses.iter().find(|(name, _)| name == first);
                if let Some((_, target)) = alias {
                    let whole: Vec<String> = target.iter().chain(&path[1..]).cloned().collect();
                    found.extend(self.defined_in(file, &whole, 0));
                } else if known {
                    found.extend(self.defined_in(file, path, 0));
                }
            }
            found.remove(file);
        }
        imports
    }

    /// Returns the file that defines the item which `path` names in `file`; `None` if it is from another crate.
    fn defined_in(&self, file: &str, path: &[String], depth: usize) -> Option<String> {
        assert!(depth < 20, "{file}: {path:?} is re-exported in a circle");
        let mut at = match path.first()?.as_str() {
            "gokata" if file.starts_with("cli/") => "lib.rs".to_owned(),
            "crate" => root_of(file).to_owned(),
            "self" => file.to_owned(),
            "super" => self.parent(file),
            first => self.child(file, first)?,
        };
        let mut rest = &path[1..];
        while let Some((next, after)) = rest.split_first() {
            if next == "super" {
                at = self.parent(&at);
            } else if let Some(child) = self.child(&at, next) {
                at = child;
            } else {
                let page = &self.pages[&at];
                let passed_on = page
                    .reexports
                    .iter()
                    .chain(&page.uses)
                    .find(|(name, _)| name == next);
                return match passed_on {
                    Some((_, path)) => {
                        let whole: Vec<String> = path.iter().chain(after).cloned().collect();
                        self.defined_in(&at, &whole, depth + 1)
                    }
                    None => Some(at),
                };
            }
            rest = after;
        }
        Some(at)
    }

    fn child(&self, file: &str, name: &str) -> Option<String> {
        let folder = match file {
            "lib.rs" => String::new(),
            "cli/main.rs" => "cli/".to_owned(),
            _ => match file.strip_suffix("mod.rs") {
                Some(folder) => folder.to_owned(),
                None => file.strip_suffix(".rs")?.to_owned() + "/",
            },
        };
        [
            format!("{folder}{name}.rs"),
            format!("{folder}{name}/mod.rs"),
        ]
        .into_iter()
        .find(|file| self.code.contains_key(file))
    }

    fn parent(&self, file: &str) -> String {
        let inside = file.strip_suffix("/mod.rs").unwrap_or(file);
        let folder = inside.rsplit_once('/').map_or("", |(folder, _)| folder);
        let page = format!("{folder}/mod.rs");
        if self.code.contains_key(&page) {
            page
        } else {
            root_of(file).to_owned()
        }
    }
}

/// Returns each group of files that import each other, directly or through other files.
pub(crate) fn cycles(imports: &Imports) -> Vec<BTreeSet<String>> {
    let reach = |from: &String| {
        let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(file) = open.pop() {
            open.extend(
                imports[file]
                    .iter()
                    .filter(|next| reached.insert((*next).clone())),
            );
        }
        reached
    };
    let reached: BTreeMap<&String, BTreeSet<String>> =
        imports.keys().map(|file| (file, reach(file))).collect();
    let group = |(file, beyond): (&&String, &BTreeSet<String>)| {
        let members = beyond.iter().filter(|other| reached[other].contains(*file));
        members.cloned().collect::<BTreeSet<String>>()
    };
    let groups: BTreeSet<BTreeSet<String>> = reached
        .iter()
        .map(group)
        .filter(|group| !group.is_empty())
        .collect();
    groups.into_iter().collect()
}

fn root_of(file: &str) -> &'static str {
    if file.starts_with("cli/") {
        "cli/main.rs"
    } else {
        "lib.rs"
    }
}

/// The imports and paths of one file. An import is the name used in the file, and the parts of the path.
#[derive(Clone)]
struct Page {
    uses: Vec<(String, Vec<String>)>,
    reexports: Vec<(String, Vec<String>)>,
    /// Paths in the code, such as `super::words::side`.
    paths: Vec<Vec<String>>,
}

impl Page {
    fn of(code: &str) -> Page {
        let mut page = Page {
            uses: Vec::new(),
            reexports: Vec::new(),
            paths: Vec::new(),
        };
        let mut rest = code.to_owned();
        while let Some((start, public)) = next_use(&rest) {
            let begin = start + rest[start..].find("use ").unwrap() + 4;
            let end = begin + rest[begin..].find(';').unwrap();
            let tree: String = rest[begin..end]
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ");
            assert!(!tree.contains('*'), "name what is imported: use {tree}");
            expand(
                &[],
                &tree,
                if public {
                    &mut page.reexports
                } else {
                    &mut page.uses
                },
            );
            rest.replace_range(start..=end, "");
        }
        // Drops the imports that an inline module takes from its own file.
        page.uses
            .retain(|(name, path)| path[..] != ["self", name.as_str()]);
        page.paths = paths(&rest);
        page
    }
}

/// Returns the offset of the next import, and whether it is public.
fn next_use(code: &str) -> Option<(usize, bool)> {
    let mut at = 0;
    for line in code.split_inclusive('\n') {
        let trimmed = line.trim_start();
        let start = at + line.len() - trimmed.len();
        if trimmed.starts_with("use ") {
            return Some((start, false));
        }
        if trimmed.starts_with("pub")
            && trimmed.split_whitespace().take(3).any(|word| word == "use")
        {
            return Some((start, true));
        }
        at += line.len();
    }
    None
}

/// Adds the names of an import: `a::{b, c::d as e}` gives `b` for `a::b`, and `e` for `a::c::d`.
fn expand(before: &[String], tree: &str, names: &mut Vec<(String, Vec<String>)>) {
    let tree = tree.trim();
    if let Some((head, list)) = tree.split_once('{') {
        let before: Vec<String> = before.iter().cloned().chain(parts(head)).collect();
        let list = list.trim().strip_suffix('}').unwrap();
        let mut depth = 0;
        let items = list.split(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            c == ',' && depth == 0
        });
        items
            .filter(|item| !item.trim().is_empty())
            .for_each(|item| expand(&before, item, names));
    } else {
        let (path, alias) = tree.split_once(" as ").unwrap_or((tree, ""));
        let mut whole: Vec<String> = before.iter().cloned().chain(parts(path)).collect();
        if whole.len() > 1 && whole.last().is_some_and(|last| last == "self") {
            whole.pop();
        }
        let name = if alias.is_empty() {
            whole.last().unwrap().clone()
        } else {
            alias.trim().to_owned()
        };
        names.push((name, whole));
    }
}

fn parts(path: &str) -> impl Iterator<Item = String> {
    path.split("::")
        .map(|part| part.trim().to_owned())
        .filter(|part| !part.is_empty())
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns every path such as `a::b::c` in the code, split into its parts.
fn paths(code: &str) -> Vec<Vec<String>> {
    let chains = code.split(|c: char| !is_word(c) && c != ':');
    let chains = chains.map(|chain| parts(chain).collect::<Vec<_>>());
    chains.filter(|chain| chain.len() > 1).collect()
}

/// Removes comments, string contents and unit tests. In inline modules, replaces `super::` with `self::`, because
/// their code is treated as part of the file.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let mut code = without_strings(text);
    let mut at = 0;
    while let Some(found) = code[at..].find("\nmod ") {
        let start = at + found + 1;
        let line_end = start + code[start..].find('\n').unwrap_or(code.len() - start);
        at = line_end;
        if code[start..line_end].ends_with('{') {
            let end = line_end + code[line_end..].find("\n}").unwrap();
            let inside = code[line_end..end].replace("super::", "self::");
            code.replace_range(line_end..end, &inside);
        }
    }
    code
}

/// Removes `//` comments, and string and character literals with their quotes.
fn without_strings(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if c == '"' {
            string_end(rest)
        } else if let Some(raw) = rest.strip_prefix("r#\"") {
            4 + raw.find("\"#").unwrap() + 1
        } else if c == '\'' {
            char_end(rest)
        } else {
            code.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        };
        rest = &rest[skipped..];
    }
    code
}

fn string_end(text: &str) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

/// Returns the length of a character literal such as `'\n'`, or 1 for the `'` of a lifetime.
fn char_end(text: &str) -> usize {
    let mut inside = text[1..].chars();
    match (inside.next(), inside.next()) {
        (Some('\\'), _) => 3 + text[3..].find('\'').map_or(0, |at| at + 1),
        (Some(c), Some('\'')) => 2 + c.len_utf8(),
        _ => 1,
    }
}

/// Returns the files of modules that are compiled only for tests.
fn test_modules(file: &str, code: &str) -> Vec<String> {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let lines: Vec<&str> = code.lines().collect();
    let pairs = lines.windows(2).filter(|pair| pair[0] == "#[cfg(test)]");
    let names = pairs.filter_map(|pair| pair[1].strip_prefix("mod ")?.strip_suffix(';'));
    names.map(|name| format!("{folder}/{name}.rs")).collect()
}
