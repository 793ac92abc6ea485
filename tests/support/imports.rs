//! Which module of a crate imports which, read from the text of its files, as rustfmt formats them.
//!
//! An import counts for the module that defines the name: a re-export (`pub use child::Name`) is followed to the child.
//! Comments and unit tests are ignored.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::corpus::ROOT;

/// The modules that each module imports. A module is named by its path, such as `crate::fast::log`.
pub(crate) type Imports = BTreeMap<String, BTreeSet<String>>;

/// All modules of a crate, by path, without those that are compiled only for tests.
pub(crate) struct Crate(pub(crate) BTreeMap<String, Module>);

/// A file of a crate.
pub(crate) struct Module {
    /// The text without comments and unit tests. In inline modules `super::` is replaced by `self::`, because they count
    /// as part of the file.
    pub(crate) code: String,
    /// The number of lines, comments and unit tests included.
    pub(crate) lines: usize,
    uses: Vec<Use>,
    /// Paths in the code, such as `super::words::side`.
    paths: BTreeSet<String>,
}

struct Use {
    is_public: bool,
    name: String,
    path: String,
}

impl Crate {
    /// Reads the crate whose root is this file in `src/`, without the crates and other programs below.
    pub(crate) fn read(root: &str) -> Crate {
        let root = Path::new(ROOT).join("src").join(root);
        let mut modules = BTreeMap::new();
        let mut test_modules = Vec::new();
        let mut folders = vec![(root.parent().unwrap().to_owned(), "crate".to_owned())];
        while let Some((folder, parent)) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.file_stem().unwrap().to_str().unwrap();
                let module = format!("{parent}::{name}");
                if path.is_dir() && !path.join("Cargo.toml").exists() && name != "kit" {
                    folders.push((path, module));
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let is_parent = name == "mod" || path == root;
                    let module = if is_parent { parent.clone() } else { module };
                    let text = fs::read_to_string(&path).unwrap();
                    let tests = only_for_tests(&text).map(|name| format!("{module}::{name}"));
                    test_modules.extend(tests);
                    modules.insert(module, Module::of(&text));
                }
            }
        }
        modules.remove("crate::build");
        modules.retain(|module, _| !test_modules.iter().any(|test| is_inside(module, test)));
        Crate(modules)
    }

    /// Adds an import to a module, so that a test can see that it is found.
    pub(crate) fn plant(&mut self, module: &str, import: &str) {
        let planted = self.0.get_mut(module).unwrap();
        *planted = Module::of(&format!("{}\nuse {import};\n", planted.code));
    }

    /// Returns the imports of each module.
    pub(crate) fn imports(&self, with_reexports: bool) -> Imports {
        let names = self.0.keys();
        let imports = names.map(|name| (name.clone(), self.imports_of(name, with_reexports)));
        imports.collect()
    }

    /// Returns the imports of one module; re-exports only on demand, because the module's own code does not need them.
    pub(crate) fn imports_of(&self, name: &str, with_reexports: bool) -> BTreeSet<String> {
        let module = &self.0[name];
        let uses = module.uses.iter();
        let uses = uses.filter(|item| with_reexports || !item.is_public);
        let uses = uses.filter_map(|item| self.absolute(name, &item.path));
        let paths = module.paths.iter().filter_map(|path| {
            let (first, rest) = path.split_once("::")?;
            let alias = module.uses.iter().find(|item| item.name == first);
            let path = alias.map_or(path.clone(), |item| format!("{}::{rest}", item.path));
            self.absolute(name, &path)
        });
        let found = uses.chain(paths).map(|path| self.defined_in(&path));
        found.filter(|other| other != name).collect()
    }

    /// Returns a path in a module as a path from the crate's root; `None` if it begins with another crate.
    fn absolute(&self, module: &str, path: &str) -> Option<String> {
        let (first, rest) = path.split_once("::").unwrap_or((path, ""));
        let child = format!("{module}::{first}");
        match first {
            "crate" => Some(path.to_owned()),
            "self" => Some(format!("{module}::{rest}")),
            "super" if rest.starts_with("super::") => self.absolute(parent(module), rest),
            "super" => Some(format!("{}::{rest}", parent(module))),
            _ if self.0.contains_key(&child) => Some(format!("{module}::{path}")),
            _ => None,
        }
    }

    /// Returns the module that defines what this absolute path names.
    fn defined_in(&self, path: &str) -> String {
        let mut module = "crate".to_owned();
        let mut parts = path.split("::").skip(1);
        while let Some(part) = parts.next() {
            let child = format!("{module}::{part}");
            if self.0.contains_key(&child) {
                module = child;
                continue;
            }
            let imported = self.0[&module].uses.iter().find(|item| item.name == part);
            let elsewhere = imported.and_then(|item| self.absolute(&module, &item.path));
            let Some(mut path) = elsewhere else { break };
            parts.for_each(|part| path = format!("{path}::{part}"));
            return self.defined_in(&path);
        }
        module
    }
}

/// Returns the modules on cycles of imports, and those on a way from one cycle to another.
pub(crate) fn cyclic(mut imports: Imports) -> Vec<String> {
    loop {
        let imported: BTreeSet<String> = imports.values().flatten().cloned().collect();
        let before = imports.len();
        imports.retain(|module, others| !others.is_empty() && imported.contains(module));
        if imports.len() == before {
            return imports.into_keys().collect();
        }
        let left: BTreeSet<String> = imports.keys().cloned().collect();
        for others in imports.values_mut() {
            others.retain(|other| left.contains(other));
        }
    }
}

/// Returns the imports of the modules directly below the root.
pub(crate) fn outer(imports: &Imports) -> Imports {
    let mut outer = Imports::new();
    for (module, others) in imports {
        let module = outermost(module);
        let others = others.iter().map(|other| outermost(other).to_owned());
        let known = outer.entry(module.to_owned()).or_default();
        known.extend(others.filter(|other| other != module));
    }
    outer
}

/// Returns the name of the module directly below the root that this module belongs to; `crate` is that of the root.
pub(crate) fn outermost(module: &str) -> &str {
    module.split("::").nth(1).unwrap_or("crate")
}

/// True if a module is this one, or a module inside of it.
pub(crate) fn is_inside(module: &str, outer: &str) -> bool {
    let rest = module.strip_prefix(outer);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

fn parent(module: &str) -> &str {
    module.rsplit_once("::").unwrap().0
}

/// Returns the names of the modules, declared in this text, that are compiled only for tests.
fn only_for_tests(text: &str) -> impl Iterator<Item = &str> {
    let items = text.split("#[cfg(test)]\n").skip(1);
    items.filter_map(|item| {
        let (declaration, _) = item.split_once(";\n")?;
        declaration
            .trim_start_matches("pub(super) ")
            .strip_prefix("mod ")
    })
}

impl Module {
    fn of(text: &str) -> Module {
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let is_comment = |line: &&str| line.trim_start().starts_with("//");
        let mut is_inline = false;
        let mut lines = Vec::new();
        for line in code.lines().filter(|line| !is_comment(line)) {
            let line = line.split(" // ").next().unwrap();
            is_inline = line.starts_with("mod ") && line.ends_with('{') || is_inline && line != "}";
            lines.push(if is_inline {
                line.replace("super::", "self::")
            } else {
                line.to_owned()
            });
        }
        let (mut uses, mut paths) = (Vec::new(), BTreeSet::new());
        let mut rest = lines.iter();
        while let Some(line) = rest.next() {
            let item = line.trim_start();
            let public = item.split_once(' ');
            let public = public.filter(|(first, _)| first.starts_with("pub"));
            if let Some(tree) = public.map_or(item, |(_, item)| item).strip_prefix("use ") {
                let mut tree = tree.to_owned();
                while !tree.ends_with(';') {
                    tree.push_str(rest.next().unwrap().trim());
                }
                // The names that another crate's attributes and macros need.
                if ["pyo3::prelude::*;", "wasm_bindgen::prelude::*;"].contains(&&*tree) {
                    continue;
                }
                assert!(!tree.contains('*'), "name what is imported: use {tree}");
                expand(public.is_some(), "", tree.trim_end_matches(';'), &mut uses);
            } else {
                let words = line.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
                paths.extend(words.filter(|word| word.contains("::")).map(str::to_owned));
            }
        }
        Module {
            code: lines.join("\n"),
            lines: text.lines().count(),
            uses,
            paths,
        }
    }
}

/// Adds the names of an import: `a::{b, c::d as e}` gives `b` for `a::b`, and `e` for `a::c::d`.
fn expand(is_public: bool, before: &str, tree: &str, uses: &mut Vec<Use>) {
    if let Some((head, list)) = tree.split_once('{') {
        let mut depth = 0;
        let items = list.strip_suffix('}').unwrap().split(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            c == ',' && depth == 0
        });
        for item in items.map(str::trim).filter(|item| !item.is_empty()) {
            expand(is_public, &format!("{before}{head}"), item, uses);
        }
    } else {
        let (path, alias) = tree.split_once(" as ").unwrap_or((tree, ""));
        let path = format!("{before}{path}");
        let path = path.strip_suffix("::self").unwrap_or(&path).to_owned();
        let last = path.rsplit("::").next().unwrap();
        let name = if alias.is_empty() { last } else { alias }.to_owned();
        // An inline module imports from its own file.
        if path != format!("self::{name}") {
            uses.push(Use {
                is_public,
                name,
                path,
            });
        }
    }
}
