//! `hyperbench fleet`: many results at once.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::files::Page;
use crate::cli::FleetArgs;
use crate::error::render;
use crate::exit::Exit;
use analysis::fleet::Fleet;
use ground::Trouble;
use results::read;
use system::interrupt::Interrupt;
use system::output::{stdout, tell};

/// Files that are complained about one by one.
const SHOWN: usize = 10;

/// Results of many files, of each only what is compared.
pub(super) struct Gathered {
    pub(super) fleet: Fleet,
    /// What is to be said of files that are not counted.
    remarks: Vec<String>,
    /// How many could not be used.
    unusable: usize,
}

/// Reads one file after the other and prints what they look like together.
pub(super) fn fleet(args: &FleetArgs) -> Result<Exit, Trouble> {
    let page = args.page.as_deref().map(|path| Page::new(path, &args.paths)).transpose()?;
    let gathered = Gathered::from(&args.paths)?;
    let overview = gathered.fleet.overview(&args.by, args.threshold);
    reports::fleet_overview(&overview, args.printed.format(), &mut stdout())?;
    let exit = gathered.remark();
    page.map_or(Ok(()), |page| page.write(&reports::page::fleet_page(&overview)))?;
    Ok(exit)
}

impl Gathered {
    /// Reads the files and folders at `paths`.
    ///
    /// # Errors
    /// When none of them is of use.
    pub(super) fn from(paths: &[PathBuf]) -> Result<Self, Trouble> {
        let interrupt = Interrupt::catch()?;
        let mut gathered = Self { fleet: Fleet::default(), remarks: Vec::new(), unusable: 0 };
        let (mut used, mut last) = (false, None);
        for path in Self::files(paths)? {
            if interrupt.is_requested() {
                return Err(Trouble::interrupted());
            }
            match read(&path) {
                Ok(document) if gathered.fleet.add(&path.display().to_string(), &document) => {
                    used = true;
                }
                Ok(_) => {
                    let copy = format!("{} is a copy: not counted again", path.display());
                    gathered.remarks.push(copy);
                }
                Err(error) => {
                    gathered.unusable += 1;
                    gathered.remarks.push(render(&error));
                    last = Some(error);
                }
            }
        }
        if used {
            return Ok(gathered);
        }
        Err(last.unwrap_or_else(|| nothing(paths)))
    }

    /// The files, and those in the folders whose names end in `.json`, by their names.
    pub(super) fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Trouble> {
        let mut all = Vec::new();
        for path in paths {
            if path.is_dir() {
                all.extend(in_folder(path).map_err(|source| {
                    Trouble::usage(
                        format!(
                            "cannot read the results file {path}: {source}",
                            path = path.display()
                        ),
                        "give it a file that `hyperbench run -o FILE` has written",
                    )
                })?);
            } else {
                all.push(path.clone());
            }
        }
        Ok(all)
    }

    /// Says which files are not counted, and why; returns what that means for the exit code.
    pub(super) fn remark(&self) -> Exit {
        self.remarks.iter().take(SHOWN).for_each(tell);
        if self.remarks.len() > SHOWN {
            let more = self.remarks.len() - SHOWN;
            tell(format_args!("and {more} files more that are not counted"));
        }
        if self.unusable == 0 { Exit::Success } else { Exit::Incomplete }
    }
}

fn in_folder(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension() == Some(OsStr::new("json")) && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn nothing(paths: &[PathBuf]) -> Trouble {
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    Trouble::usage(
        format!("there are no results in {paths}", paths = names.join(", ")),
        "name files that `hyperbench run -o FILE` has written, or a folder of them",
    )
}
