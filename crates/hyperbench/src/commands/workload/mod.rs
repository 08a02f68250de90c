//! `hyperbench workload`: programs of the user's, and what they do.

mod counted;
mod registered;

use std::io::Write;

use super::files::{is_same, write_json};
use crate::cli::{AddArgs, WorkloadAction};
use crate::exit::Exit;
use crate::workloads::{About, Workloads};
pub(super) use counted::{count, pack, tell_taken};
use ground::Trouble;
use prediction::Usage;
use reports::{Format, WorkloadRow};
use results::Store;
use system::output::{stdout, tell};

/// Does what was asked for.
pub(super) fn workload(action: &WorkloadAction) -> Result<Exit, Trouble> {
    let workloads = Workloads::open()?;
    let mut out = stdout();
    match action {
        WorkloadAction::Add(args) => return add(args, &workloads),
        WorkloadAction::List { printed } => {
            let names = workloads.names();
            let rows: Vec<_> =
                names.iter().map(|name| row(&workloads, name)).collect::<Result<_, Trouble>>()?;
            if rows.is_empty() && printed.format() == Format::Table {
                tell("there are none; next: hyperbench workload add NAME -- COMMAND");
            } else {
                reports::workloads(&rows, printed.format(), &mut out)?;
            }
        }
        WorkloadAction::Show { name, printed } => {
            let (about, usage) = (workloads.about(name)?, workloads.usage(name)?);
            if printed.format() == Format::Table {
                writeln!(out, " {}", about.command)?;
            }
            reports::usage(&usage, printed.format(), &mut out)?;
        }
        WorkloadAction::Remove { name } => workloads.remove(name)?,
    }
    Ok(Exit::Success)
}

/// Adds one: what it does is known before anything is kept.
fn add(args: &AddArgs, workloads: &Workloads) -> Result<Exit, Trouble> {
    let name = &args.name;
    workloads.check_new(name, args.replace)?;
    if let Some(path) = &args.output {
        if args.from.iter().any(|from| is_same(from, path)) {
            return Err(Trouble::usage(
                format!(
                    "writing the report to {path} would destroy the results in it",
                    path = path.display()
                ),
                "name another file with -o",
            ));
        }
        Store::new(path)?;
    }
    let (usage, about, files) = made(args)?;
    workloads.keep(name, (&usage, &about), files.as_deref())?;
    if let Some(path) = &args.output {
        write_json(&usage, Some(path))?;
    }
    reports::usage(&usage, Format::Table, &mut stdout())?;
    tell(format_args!(
        "kept in {}\n  next: hyperbench predict --workload {name}",
        workloads.place(name).display()
    ));
    Ok(Exit::Success)
}

/// What a workload does, where it comes from, and the files of a program.
fn made(args: &AddArgs) -> Result<(Usage, About, Option<Vec<u8>>), Trouble> {
    if let Some(file) = &args.from {
        let about = About { command: file.display().to_string(), ..About::default() };
        return Ok((registered::usage(args, file)?, about, None));
    }
    let packed = pack(&args.program)?;
    tell_taken(&packed);
    let usage = count(&args.name, &args.program, &packed.archive)?;
    Ok((usage, About::of(&args.program), Some(packed.archive)))
}

/// What the list says of one.
fn row(workloads: &Workloads, name: &str) -> Result<WorkloadRow, Trouble> {
    let (about, Usage { unit, workloads: counted, .. }) =
        (workloads.about(name)?, workloads.usage(name)?);
    let workload = counted.first();
    let source = workload.map(|it| format!("{}: {}", it.source.kind.name(), it.source.from));
    Ok(WorkloadRow {
        workload: name.to_owned(),
        native: workload.map(|it| it.native.0.value).unwrap_or_default(),
        unit: unit.to_string(),
        counted: source.unwrap_or_default(),
        command: about.command,
    })
}
