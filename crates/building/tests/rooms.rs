//! Holds the order of the sources: no circle of modules within a crate, and crates that use only
//! those below them in the list of `Cargo.toml`.
//!
//! To its neighbours, a module is one with those within it. Tests may use what they like.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::iter::once;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};

/// A module or an item: its names from the crate's root, or from where it is named, on.
type Name = Vec<String>;

/// What a module names, and what it imports by which name.
#[derive(Default)]
struct Module {
    paths: BTreeSet<Name>,
    imports: BTreeMap<String, Name>,
}

impl Module {
    /// Reads the paths in `tokens`, before each of which `prefix` belongs.
    fn read(&mut self, tokens: TokenStream, prefix: &[String], mut import: bool) {
        let (mut path, mut colons, mut alias) = (prefix.to_vec(), 0, None);
        for token in tokens.into_iter().chain(";".parse::<TokenStream>().unwrap()) {
            let word = token.to_string();
            let goes_on = colons == 2;
            colons = if word == ":" { colons + 1 } else { 0 };
            match token {
                TokenTree::Punct(_) if word == ":" => {}
                TokenTree::Ident(_) if goes_on => path.push(word),
                TokenTree::Ident(_) if import && (word == "as" || alias.is_some()) => {
                    alias = Some(word);
                }
                TokenTree::Group(group) if goes_on => self.read(group.stream(), &path, import),
                TokenTree::Group(_) if path == ["tests"] => {}
                other => {
                    let whole = std::mem::replace(&mut path, prefix.to_vec());
                    if let (true, Some(last)) = (import, whole.last().cloned()) {
                        self.imports.insert(alias.take().unwrap_or(last), whole.clone());
                    }
                    self.paths.insert(whole);
                    import = word == "use" || (import && word != ";");
                    match other {
                        TokenTree::Ident(_) => path.push(word),
                        TokenTree::Group(group) => self.read(group.stream(), &[], false),
                        _ => {}
                    }
                }
            }
        }
    }
}

/// The modules of a crate.
#[derive(Default)]
struct Crate(BTreeMap<Name, Module>);

impl Crate {
    /// Adds what the file at `path` below the folder of sources says.
    fn add(&mut self, path: &str, text: &str) {
        let parts = path.trim_end_matches(".rs").split('/');
        let own = parts.filter(|part| !["lib", "main", "mod"].contains(part)).map(str::to_owned);
        let module = self.0.entry(own.collect()).or_default();
        module.read(text.parse().expect("Rust"), &[], false);
    }

    /// The module that has what `path` names in the module `at`.
    fn owner(&self, mut at: Name, path: &[String]) -> Name {
        for (number, part) in path.iter().enumerate() {
            let inner: Name = at.iter().chain(once(part)).cloned().collect();
            match part.as_str() {
                "crate" => at.clear(),
                "super" => drop(at.pop()),
                "self" => {}
                _ if self.0.contains_key(&inner) => at = inner,
                // What a module imports can be named as if it were its own.
                _ => {
                    return match self.0[&at].imports.get(part).filter(|_| number > 0) {
                        Some(name) => self.owner(at, name),
                        None => at,
                    };
                }
            }
        }
        at
    }

    /// Which module uses which, of those that are next to each other.
    fn uses(&self) -> BTreeSet<(Name, Name)> {
        let mut uses = BTreeSet::new();
        for (module, said) in &self.0 {
            for owner in said.paths.iter().map(|path| self.owner(module.clone(), path)) {
                let common = module.iter().zip(&owner).take_while(|(a, b)| a == b).count();
                if common < module.len().min(owner.len()) {
                    uses.insert((module[..=common].to_vec(), owner[..=common].to_vec()));
                }
            }
        }
        uses
    }

    /// The uses that are part of a circle: those that lead back to who uses.
    fn circles(&self) -> Vec<String> {
        let uses = self.uses();
        let leads_back = |(user, used): &&(Name, Name)| {
            let mut reached = BTreeSet::from([used]);
            let mut before = 0;
            while before < reached.len() {
                before = reached.len();
                let further = uses.iter().filter(|(from, _)| reached.contains(from));
                reached.extend(further.map(|(_, to)| to).collect::<Vec<_>>());
            }
            reached.contains(user)
        };
        let line = |(user, used): &(Name, Name)| user.join("::") + " uses " + &used.join("::");
        uses.iter().filter(leads_back).map(line).collect()
    }

    /// Adds all sources below `folder`, but those of tests.
    fn add_all(&mut self, root: &Path, folder: &Path) {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap();
            if path.is_dir() {
                self.add_all(root, &path);
            } else if path.extension() == Some("rs".as_ref()) && !name.ends_with("tests.rs") {
                self.add(name, &fs::read_to_string(&path).unwrap());
            }
        }
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn manifest(folder: &str) -> toml::Table {
    let path = repository().join(folder).join("Cargo.toml");
    fs::read_to_string(&path).unwrap().parse().unwrap()
}

/// The crates' folders, those at the top first.
fn crates() -> Vec<String> {
    let members = manifest("")["workspace"]["members"].clone();
    members.try_into().unwrap()
}

#[test]
fn no_modules_of_a_crate_use_each_other() {
    for folder in crates() {
        let sources = repository().join(&folder).join("src");
        let mut modules = Crate::default();
        modules.add_all(&sources, &sources);
        assert!(modules.0.len() > usize::from(!modules.uses().is_empty()), "{folder}");
        let circles = modules.circles();
        assert!(circles.is_empty(), "circles in {folder}:\n{}", circles.join("\n"));
    }
}

#[test]
fn crates_use_only_those_below_them() {
    let crates = crates();
    let place = |name: &str| crates.iter().position(|it| it.strip_prefix("crates/") == Some(name));
    let mut found = 0;
    for (at, folder) in crates.iter().enumerate() {
        let manifest = manifest(folder);
        for kind in ["dependencies", "build-dependencies"] {
            let used = manifest.get(kind).and_then(|list| list.as_table()).into_iter().flatten();
            for (used, below) in used.filter_map(|(used, _)| Some((used, place(used)?))) {
                assert!(below > at, "{folder} uses {used}, which is above it in Cargo.toml");
                found += 1;
            }
        }
    }
    assert!(found > crates.len(), "{found} uses");
}

/// Uses of one name that are the whole point of a crate: a list, and the cleaning of text of others.
const ONE_NAME: [(&str, &str); 2] = [("measuring", "lab"), ("system", "ground")];

/// The crates of ours that each uses.
fn uses_of_crates() -> BTreeMap<String, BTreeSet<String>> {
    let names: Vec<String> = crates().iter().map(|it| it.replace("crates/", "")).collect();
    let used = |name: &String| {
        let manifest = manifest(&format!("crates/{name}"));
        let list = manifest.get("dependencies").and_then(|list| list.as_table());
        let list = list.into_iter().flatten().map(|(used, _)| used.clone());
        (name.clone(), list.filter(|used| names.contains(used)).collect())
    };
    names.iter().map(used).collect()
}

/// Whether `from` reaches `to` by way of another crate.
fn goes_round(uses: &BTreeMap<String, BTreeSet<String>>, from: &str, to: &str) -> bool {
    let leads = |by: &String| by != to && (uses[by].contains(to) || goes_round(uses, by, to));
    uses[from].iter().any(leads)
}

/// Where one crate stands on another for a single name, that name is in the wrong room. What is
/// reached by way of another crate as well is no arrow of the picture in CONTRIBUTING.md.
#[test]
fn no_crate_stands_on_another_for_one_borrowed_name() {
    let uses = uses_of_crates();
    let mut narrow = Vec::new();
    for (name, all_used) in &uses {
        let sources = repository().join(format!("crates/{name}/src"));
        let mut modules = Crate::default();
        modules.add_all(&sources, &sources);
        for used in all_used.iter().filter(|used| !goes_round(&uses, name, used)) {
            let paths = modules.0.values().flat_map(|module| &module.paths);
            let paths = paths.filter(|path| path.len() > 1 && path[0] == *used);
            let borrowed: BTreeSet<_> = paths.collect();
            if borrowed.len() < 2 && !ONE_NAME.contains(&(name, used)) {
                narrow.push(format!("{name} uses only {borrowed:?} of {used}"));
            }
        }
    }
    assert!(narrow.is_empty(), "{}", narrow.join("\n"));
}

#[test]
fn a_circle_is_found_and_a_line_is_none() {
    let mut modules = Crate::default();
    modules.add("lib.rs", "mod a; mod b; mod c; pub use c::deep::Thing as It;");
    modules.add("a.rs", "fn f() { println!(\"{}\", crate::{Other, b::{G, g}}.2.max(g())); }");
    modules.add("b.rs", "use super::It; pub type G = u8; #[cfg(test)] mod tests { use crate::a; }");
    modules.add("c/mod.rs", "pub mod deep; pub struct Own; use deep::Thing;");
    modules.add("c/deep.rs", "use super::Own; pub struct Thing;");
    assert!(modules.circles().is_empty(), "{:?}", modules.circles());
    // By way of a name that the crate's root passes on.
    modules.add("c/deep.rs", "use crate::a::f;");
    assert_eq!(modules.circles(), ["a uses b", "b uses c", "c uses a"]);
}
