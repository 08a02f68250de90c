//! `hyperbench fleet`: many results at once.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::FleetArgs;
use crate::error::{Failure, UsageError, render};
use crate::exit::Exit;
use results::fleet::Fleet;
use results::{ReadError, read};
use system::interrupt::Interrupt;
use system::output::tell;

/// Files that are complained about one by one.
const SHOWN: usize = 10;

/// Reads one file after the other, keeps of each what is compared, and prints what came out.
pub(super) fn fleet(args: &FleetArgs) -> Result<Exit, Failure> {
    let interrupt = Interrupt::catch()?;
    let mut fleet = Fleet::default();
    let mut remarks: Vec<String> = Vec::new();
    let (mut used, mut unusable, mut last) = (0usize, 0usize, None);
    for path in files(&args.paths)? {
        if interrupt.is_requested() {
            return Err(Failure::Interrupted);
        }
        match read(&path) {
            Ok(document) if fleet.add(&path.display().to_string(), &document) => used += 1,
            Ok(_) => remarks.push(format!("{} is a copy: not counted again", path.display())),
            Err(error) => {
                unusable += 1;
                remarks.push(render(&error));
                last = Some(error);
            }
        }
    }
    if used == 0 {
        return Err(last.map_or_else(|| nothing(&args.paths).into(), Failure::from));
    }
    reports::fleet_overview(
        &fleet.overview(&args.by, args.threshold),
        args.printed.format(),
        &mut io::stdout().lock(),
    )?;
    remarks.iter().take(SHOWN).for_each(tell);
    if remarks.len() > SHOWN {
        tell(format_args!("and {} files more that are not counted", remarks.len() - SHOWN));
    }
    Ok(if unusable == 0 { Exit::Success } else { Exit::Incomplete })
}

/// The files, and those in the folders whose names end in `.json`, by their names.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, ReadError> {
    let mut all = Vec::new();
    for path in paths {
        if path.is_dir() {
            all.extend(in_folder(path).map_err(|source| ReadError::Unreadable {
                path: path.display().to_string(),
                source,
            })?);
        } else {
            all.push(path.clone());
        }
    }
    Ok(all)
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

fn nothing(paths: &[PathBuf]) -> UsageError {
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    UsageError::NoResults { paths: names.join(", ") }
}
