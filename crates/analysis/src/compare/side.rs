//! One side of a comparison: a platform of a results file, or published figures.

use std::path::Path;

use super::Source;
use crate::reference;
use ground::Trouble;
use results::{Document, PlatformRun, read};

/// One side of a comparison.
#[derive(Debug, Clone)]
pub struct Side {
    /// What it was called.
    pub name: String,
    /// Everything about its run but the platforms.
    pub about: Document,
    /// The platform.
    pub run: PlatformRun,
}

impl Side {
    /// What `name` stands for: `FILE`, where it has one platform, `FILE:PLATFORM`, or published
    /// figures.
    ///
    /// # Errors
    /// When there is nothing of that name, or more than one thing.
    pub fn find(name: &str) -> Result<Self, Trouble> {
        if Path::new(name).exists() {
            return Self::of(read(Path::new(name))?, name, None);
        }
        let colons = name.match_indices(':').map(|(at, _)| (&name[..at], &name[at + 1..]));
        for (file, label) in colons {
            if Path::new(file).is_file() {
                return Self::of(read(Path::new(file))?, file, Some(label));
            }
        }
        match reference::find(name) {
            Some(document) => Self::of(document, name, None),
            None => Err(Trouble::usage(
                format!("there is no file {name:?}, nor are there published figures of that name"),
                format!(
                    "name a results file, FILE:PLATFORM for one platform of it, or one of: {references}",
                    references = reference::names().join(", ")
                ),
            )),
        }
    }

    /// The platform called `label` of `document`, which `file` has brought; without a label its
    /// only one.
    ///
    /// # Errors
    /// When there is no such platform, or no label and not exactly one.
    pub fn of(mut document: Document, file: &str, label: Option<&str>) -> Result<Self, Trouble> {
        let mut runs = std::mem::take(&mut document.platforms);
        let labels: Vec<_> = runs.iter().map(|run| run.label.clone()).collect();
        let (file, known) = (file.to_owned(), labels.join(", "));
        let at = match label {
            Some(label) => labels.iter().position(|l| l == label).ok_or_else(|| {
                Trouble::usage(
                    format!("{file} has no platform {label:?}"),
                    format!("it has: {known}"),
                )
            })?,
            None if runs.len() == 1 => 0,
            None => {
                return Err(Trouble::usage(
                    format!(
                        "{file} has {count} platforms; one has to be chosen",
                        count = runs.len()
                    ),
                    format!("write {file}:PLATFORM with one of: {known}"),
                ));
            }
        };
        let name = label.map_or_else(|| file.clone(), |label| format!("{file}:{label}"));
        Ok(Self { name, about: document, run: runs.swap_remove(at) })
    }

    /// Whether both come from one run, in which the platforms took turns.
    pub(super) fn took_turns_with(&self, other: &Self) -> bool {
        let run = |side: &Self| (side.about.started.clone(), side.about.tool.command.clone());
        !self.about.started.is_empty() && run(self) == run(other)
    }

    pub(super) fn source(&self) -> Source {
        Source {
            name: self.name.clone(),
            platform: self.run.label.clone(),
            version: self.run.version.clone(),
            started: self.about.started.clone(),
            boots: self.run.boots.iter().map(|boot| boot.round).max().unwrap_or_default(),
        }
    }
}
