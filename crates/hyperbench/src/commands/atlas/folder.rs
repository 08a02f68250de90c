//! The folder of an atlas: a file of results for each build on each platform, why others have none, and which
//! functions make steps. All but the results is in folders of its own inside.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::super::fleet::Gathered;
use crate::error::render;
use crate::exit::Exit;
use analysis::atlas::{Atlas, Explained, Step};
use ground::Trouble;
use results::{Document, Store, disarm, read};
use system::input;
use system::output::tell;

/// Where it has why builds have no results, and what explains steps.
const FAILURES: &str = "failures";
const EXPLAINED: &str = "explained";

/// What results are called until they are whole.
const PART: &str = "part";

/// Bytes of a small file of its own, at most.
const SMALL: u64 = 1 << 20;

/// Remarks that are made one by one.
const SHOWN: usize = 10;

/// Such a folder.
pub(super) struct Folder {
    path: PathBuf,
}

/// Why a build has no results on a platform.
#[derive(Serialize, Deserialize)]
pub(super) struct Failure {
    pub(super) platform: String,
    pub(super) build: String,
    pub(super) why: String,
}

impl Folder {
    /// The one at `path`, made where nothing is there.
    pub(super) fn new(path: &Path) -> Result<Self, Trouble> {
        fs::create_dir_all(path).map_err(|error| unusable(path, &error))?;
        Ok(Self { path: path.to_owned() })
    }

    /// Where the results of `build` on `platform` are, and where they are until they are whole.
    pub(super) fn cell(&self, platform: &str, build: &str) -> (PathBuf, PathBuf) {
        let whole = self.path.join(format!("{}.json", name(&[platform, build])));
        (whole.clone(), whole.with_extension(PART))
    }

    /// The file of it that is called `name`.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The results of `build` on `platform`, whole; `None` where there are none.
    pub(super) fn results(&self, platform: &str, build: &str) -> Option<Document> {
        read(&self.cell(platform, build).0).ok().filter(|document| document.complete)
    }

    /// Keeps `why` there are no results; they have come where there is no reason.
    pub(super) fn note(
        &self,
        platform: &str,
        build: &str,
        why: Option<&str>,
    ) -> Result<(), Trouble> {
        let path = self.path.join(FAILURES).join(format!("{}.json", name(&[platform, build])));
        let Some(why) = why else {
            return match fs::remove_file(&path) {
                Err(error) if path.exists() => Err(unusable(&path, &error)),
                _ => Ok(()),
            };
        };
        let [platform, build, why] = [platform, build, why].map(str::to_owned);
        self.write(&path, &Failure { platform, build, why })
    }

    /// Keeps what explains a step.
    pub(super) fn keep(&self, step: &Step, explained: &Explained) -> Result<(), Trouble> {
        let parts = [&*step.platform, &step.benchmark, &step.from, &step.to];
        self.write(&self.path.join(EXPLAINED).join(format!("{}.json", name(&parts))), explained)
    }

    fn write(&self, path: &Path, what: &impl Serialize) -> Result<(), Trouble> {
        let folder = path.parent().unwrap_or(&self.path);
        fs::create_dir_all(folder).map_err(|error| unusable(folder, &error))?;
        let text = serde_json::to_string_pretty(what).map_err(std::io::Error::from)?;
        Store::new(path)?.write_text(&(text + "\n"))
    }

    /// What explains steps.
    pub(super) fn explained(&self) -> Vec<Explained> {
        small(&self.path.join(EXPLAINED))
    }

    /// All of it as an atlas; what could not be used is said, and what that means for the exit code returned.
    ///
    /// # Errors
    /// When nothing is of use.
    pub(super) fn atlas(&self) -> Result<(Atlas, Exit), Trouble> {
        let (mut results, mut remarks, mut exit) = (Vec::new(), Vec::new(), Exit::Success);
        for path in Gathered::files(std::slice::from_ref(&self.path))? {
            match read(&path) {
                Ok(document) => {
                    let file = path.file_name().unwrap_or_default().to_string_lossy();
                    results.push((file.into_owned(), without_samples(document)));
                }
                Err(error) => {
                    remarks.push(render(&error));
                    exit = Exit::Incomplete;
                }
            }
        }
        let (mut atlas, left_out) = Atlas::of(&results);
        remarks.extend(left_out);
        for Failure { platform, build, why } in small(&self.path.join(FAILURES)) {
            atlas.fail(&platform, &build, &why);
        }
        atlas.explain(&self.explained());
        remarks.iter().take(SHOWN).for_each(tell);
        if remarks.len() > SHOWN {
            tell(format_args!("and {} more", remarks.len() - SHOWN));
        }
        match atlas.columns.is_empty() {
            true => Err(Trouble::usage(
                format!("{} has no results of builds of Linux", self.path.display()),
                "measure some: hyperbench atlas FOLDER --measure",
            )),
            false => Ok((atlas, exit)),
        }
    }
}

/// What of `document` the atlas takes: not the megabyte of samples that each has.
fn without_samples(mut document: Document) -> Document {
    let boots = document.platforms.iter_mut().flat_map(|run| &mut run.boots);
    boots.for_each(|boot| boot.benchmarks.clear());
    document
}

/// All that the small files in `folder` hold; one that is damaged is none.
fn small<T: DeserializeOwned>(folder: &Path) -> Vec<T> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut paths: Vec<_> =
        entries.filter(|path| path.extension() == Some(OsStr::new("json"))).collect();
    paths.sort();
    let one = |path: &PathBuf| {
        let mut bytes = input::read_once(path, SMALL).ok()?;
        disarm(&mut bytes);
        serde_json::from_slice(&bytes).ok()
    };
    paths.iter().filter_map(one).collect()
}

/// `parts` as the name of a file: what is no letter, digit, dot, plus or dash of theirs is an underline.
fn name(parts: &[&str]) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || ".+-".contains(c) { c } else { '_' };
    let parts: Vec<String> = parts.iter().map(|part| part.chars().map(plain).collect()).collect();
    parts.join("--")
}

fn unusable(path: &Path, error: &std::io::Error) -> Trouble {
    Trouble::output(
        format!("{} cannot be used: {error}", path.display()),
        "name a folder that may be written to",
    )
}
