//! Reads results files: the only place that does, for every command.

use std::io::ErrorKind;
use std::path::Path;

use serde::Deserialize;

use super::document::{Document, SCHEMA_VERSION};
use super::{disarm, older};
use ground::Trouble;
use system::input;

/// The largest file that is read, in bytes. A hundred platforms with sixty benchmarks each take
/// some 200 MB.
const LARGEST: u64 = 1 << 30;

/// What recorded consoles, which are mistaken for results, have and results have not.
const CONSOLE_RECORD: &[u8] = b"@hb1 ";

/// Reads the results file at `path`, of whatever version.
///
/// Control characters in its texts come out as blanks or replacement characters: texts end up on
/// terminals.
///
/// # Errors
/// Says what is wrong with the file, where, and what to do.
pub fn read(path: &Path) -> Result<Document, Trouble> {
    read_up_to(LARGEST, path)
}

fn read_up_to(largest: u64, path: &Path) -> Result<Document, Trouble> {
    let name = path.display().to_string();
    let unreadable = |source: std::io::Error| {
        Trouble::usage(
            format!("cannot read the results file {name}: {source}"),
            "give it a file that `hyperbench run -o FILE` has written",
        )
    };
    let bytes = input::read_once(path, largest).map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => Trouble::usage(
            format!("the results file {name} is too large: {error}"),
            "measure fewer platforms at a time, each group into a file of its own",
        ),
        _ => unreadable(error),
    })?;
    parse(bytes, &name)
}

/// Reads a results file's content; `path` is what errors call it.
///
/// # Errors
/// As [`read`].
pub fn parse(mut bytes: Vec<u8>, path: &str) -> Result<Document, Trouble> {
    let is_console = !bytes.starts_with(b"{") && contains(&bytes, CONSOLE_RECORD);
    if is_console {
        return Err(Trouble::usage(
            format!("{path} is a recorded console, not a results file"),
            format!("turn it into one: hyperbench run --platform replay:{path} -o results.json"),
        ));
    }
    disarm(&mut bytes);
    let document: Result<Document, _> = from_json(&bytes, path);
    let version = match &document {
        Ok(document) => Some(document.schema_version.into()),
        // The version that it claims says more than what this one misses.
        Err(_) => from_json::<Versioned>(&bytes, path)?.schema_version,
    };
    match version {
        None => Err(Trouble::usage(
            format!("{path} is no results file: it has no schema_version"),
            "give it a file that `hyperbench run -o FILE` has written",
        )),
        Some(known) if (1..=u64::from(SCHEMA_VERSION)).contains(&known) => {
            document.map(older::brought_up_to_date)
        }
        Some(version) => Err(Trouble::usage(
            format!(
                "the results file {path} has schema_version {version}; this hyperbench reads 1 to \
         {SCHEMA_VERSION}"
            ),
            "use the hyperbench that wrote it, or a newer one than this",
        )),
    }
}

/// All that is the same in every version.
#[derive(Deserialize)]
struct Versioned {
    schema_version: Option<u64>,
}

fn from_json<'de, T: Deserialize<'de>>(bytes: &'de [u8], path: &str) -> Result<T, Trouble> {
    serde_json::from_slice(bytes).map_err(|error| damage(&error, path))
}

fn damage(error: &serde_json::Error, path: &str) -> Trouble {
    let (path, line, column) = (path.to_owned(), error.line(), error.column());
    if error.is_eof() {
        return Trouble::usage(
            format!("the results file {path} cannot be used: it is cut off in line {line}"),
            "copy it again, whole, from where it was written",
        );
    }
    let text = error.to_string();
    let why = text.split(" at line ").next().unwrap_or(&text);
    Trouble::usage(
        format!("the results file {path} cannot be used: {why}, in line {line}, column {column}"),
        "give it a file that `hyperbench run -o FILE` has written, unchanged",
    )
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    memchr::memmem::find(bytes, part).is_some()
}

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
