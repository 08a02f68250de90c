//! `hyperbench report`: results as a page, or a figure of it.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::catalogues;
use super::files::Page;
use super::side_by_side;
use crate::cli::{ReportArgs, ReportFormat};
use crate::exit::Exit;
use analysis::platform_set::PlatformSet;
use ground::Trouble;
use reports::figures::{self, Drawing};
use results::{Profile, Runs};
use system::input;
use system::output::stdout;

/// Writes the page or the figure, and says where it is.
pub(super) fn report(args: &ReportArgs) -> Result<Exit, Trouble> {
    let results = side_by_side::or_latest(&args.results);
    let output = output(args, &results);
    let inputs: Vec<PathBuf> =
        results.iter().map(PathBuf::from).chain(args.profile.iter().cloned()).collect();
    if let (Some(ReportFormat::Html), Some(name)) = (args.format, &args.figure) {
        return Err(Trouble::usage(
            format!("a page holds all figures, not only {name:?}"),
            "leave --figure out, or ask for --format svg",
        ));
    }
    let set = PlatformSet::new(side_by_side::open(&results, args.baseline.as_deref())?)
        .with_all_ratios(args.baseline.is_some())
        .with_terms(catalogues::terms()?);
    let text = match &args.figure {
        Some(name) => figure(&set, name, args)?,
        None => reports::page::page(&set, &profiles(&args.profile)?),
    };
    match output == Path::new("-") {
        true => stdout().write_all(text.as_bytes())?,
        false => Page::new(&output, &inputs)?.write(&text)?,
    }
    Ok(Exit::Success)
}

/// The profiles in the files `paths`.
fn profiles(paths: &[PathBuf]) -> Result<Vec<Profile>, Trouble> {
    let read = |path: &PathBuf| {
        let profile = input::read(path).map_err(|error| error.to_string()).and_then(|mut bytes| {
            results::disarm(&mut bytes);
            serde_json::from_slice::<Profile>(&bytes).map_err(|error| error.to_string())
        });
        let path = path.display().to_string();
        let profile = profile.map_err(|why| {
            Trouble::usage(
                format!("there is no profile in {path}: {why}"),
                format!("make one: hyperbench profile PLATFORM BENCH --format json -o {path}"),
            )
        })?;
        let mut counts = profile.stacks.iter().map(|stack| stack.own.max(0));
        match counts.try_fold(0, i64::checked_add) {
            Some(_) if profile.n > 0 => Ok(profile),
            _ => Err(Trouble::usage(
                format!("there is no profile in {path}: {why}", why = "its counts make no sense"),
                format!("make one: hyperbench profile PLATFORM BENCH --format json -o {path}"),
            )),
        }
    };
    paths.iter().map(read).collect::<Result<_, _>>()
}

fn figure(set: &PlatformSet, name: &str, args: &ReportArgs) -> Result<String, Trouble> {
    let drawings = figures::all(set, args.width.into());
    let Some(drawing) = drawings.iter().find(|drawing| drawing.name == name) else {
        let known = known(&drawings);
        return Err(Trouble::usage(
            format!("the results have no figure {name:?}"),
            format!("there are: {known}"),
        ));
    };
    Ok(drawing.file(args.theme))
}

/// The figures that there are; a distribution for each benchmark and platform would be too many.
fn known(drawings: &[Drawing]) -> String {
    let is_distribution = |drawing: &&Drawing| drawing.name.starts_with("distribution:");
    let (some, others): (Vec<_>, Vec<_>) = drawings.iter().partition(is_distribution);
    let mut names: Vec<_> = others.iter().map(|drawing| drawing.name.as_str()).collect();
    names.extend(some.first().map(|_| "distribution:BENCHMARK:PLATFORM"));
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

/// Where to write: what was asked for, else beside the first of the `results`; of a run here.
fn output(args: &ReportArgs, results: &[String]) -> PathBuf {
    if let Some(path) = &args.output {
        return path.clone();
    }
    let named = PathBuf::from(&results[0]);
    let run = Runs::open().ok().filter(|_| !named.exists()).and_then(|runs| runs.find(&results[0]));
    let first = run.map_or(named, |run| PathBuf::from(run.name + ".json"));
    let Some(figure) = &args.figure else {
        return first.with_extension("html");
    };
    let safe = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let stem = first.file_stem().unwrap_or_default().to_string_lossy();
    first.with_file_name(format!("{stem}-{}.svg", figure.chars().map(safe).collect::<String>()))
}
