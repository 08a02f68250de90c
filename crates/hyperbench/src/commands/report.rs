//! `hyperbench report`: results as a page, or a figure of it.

use std::fs;
use std::io::{Write, stderr, stdout};
use std::path::{Path, PathBuf};

use super::side_by_side;
use crate::cli::{ReportArgs, ReportFormat};
use crate::error::{Failure, UsageError};
use crate::exit::Exit;
use reports::figures::{self, Drawing, Size};
use reports::page::page;
use results::platform_set::PlatformSet;
use results::{Profile, Store};
use system::input;

/// Writes the page or the figure, and says where it is.
pub(super) fn report(args: &ReportArgs) -> Result<Exit, Failure> {
    let output = output(args);
    let inputs = args.results.iter().map(Path::new).chain(args.profile.iter().map(|p| &**p));
    if let Some(path) = inputs.into_iter().find(|path| is_same(path, &output)) {
        return Err(UsageError::OutputIsInput { path: path.display().to_string() }.into());
    }
    if let (Some(ReportFormat::Html), Some(name)) = (args.format, &args.figure) {
        return Err(UsageError::FigureOfPage { name: name.clone() }.into());
    }
    let set = PlatformSet::new(side_by_side::open(&args.results, args.baseline.as_deref())?);
    let text = match &args.figure {
        Some(name) => figure(&set, name, args)?,
        None => page(&set, &profiles(&args.profile)?),
    };
    if output == Path::new("-") {
        stdout().write_all(text.as_bytes())?;
        return Ok(Exit::Success);
    }
    Store::new(&output)?.write_text(&text)?;
    tell(&output, text.len());
    Ok(Exit::Success)
}

/// The profiles in the files `paths`.
fn profiles(paths: &[PathBuf]) -> Result<Vec<Profile>, Failure> {
    let read = |path: &PathBuf| {
        let profile = input::read(path).map_err(|error| error.to_string()).and_then(|bytes| {
            serde_json::from_slice::<Profile>(&bytes).map_err(|error| error.to_string())
        });
        let path = path.display().to_string();
        let profile = profile.map_err(|why| UsageError::NoProfile { path: path.clone(), why })?;
        let mut counts = profile.stacks.iter().map(|stack| stack.own.max(0));
        match counts.try_fold(0, i64::checked_add) {
            Some(_) if profile.n > 0 => Ok(profile),
            _ => Err(UsageError::NoProfile { path, why: "its counts make no sense".to_owned() }),
        }
    };
    Ok(paths.iter().map(read).collect::<Result<_, _>>()?)
}

fn figure(set: &PlatformSet, name: &str, args: &ReportArgs) -> Result<String, Failure> {
    let drawings = figures::all(set);
    let Some(drawing) = drawings.iter().find(|drawing| drawing.name == name) else {
        let known = known(&drawings);
        return Err(UsageError::NoSuchFigure { name: name.to_owned(), known }.into());
    };
    Ok(figures::svg(drawing, Size { width: args.width, theme: args.theme })?)
}

/// The figures that there are; a distribution for each benchmark and platform would be too many.
fn known(drawings: &[Drawing]) -> String {
    let is_distribution = |drawing: &&Drawing| drawing.name.starts_with("distribution:");
    let (some, others): (Vec<_>, Vec<_>) = drawings.iter().partition(is_distribution);
    let mut names: Vec<_> = others.iter().map(|drawing| drawing.name.as_str()).collect();
    names.extend(some.first().map(|_| "distribution:BENCHMARK:PLATFORM"));
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

/// Where to write: what was asked for, else beside the first of the results.
fn output(args: &ReportArgs) -> PathBuf {
    if let Some(path) = &args.output {
        return path.clone();
    }
    let first = Path::new(&args.results[0]);
    let Some(figure) = &args.figure else {
        return first.with_extension("html");
    };
    let safe = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let stem = first.file_stem().unwrap_or_default().to_string_lossy();
    first.with_file_name(format!("{stem}-{}.svg", figure.chars().map(safe).collect::<String>()))
}

/// Whether both are the same file, which writing would destroy.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other && one.is_file(),
        _ => false,
    }
}

fn tell(path: &Path, bytes: usize) {
    let absolute = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let size = format!("{} kB", bytes.div_ceil(1000));
    let _ = writeln!(stderr(), "wrote {} ({size})", path.display());
    let _ = writeln!(stderr(), "open it in a browser: xdg-open '{}'", absolute.display());
}
