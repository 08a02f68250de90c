//! `hyperbench predict usage`: how often workloads do what costs something in a guest.

use super::files::write_json;
use crate::cli::UsageArgs;
use crate::exit::Exit;
use ground::Trouble;
use measuring::platforms;
use prediction::{Origin, SourceKind, Usage};
use results::{Document, PlatformRun, read};

/// Makes the usage.
pub(super) fn usage(args: &UsageArgs) -> Result<Exit, Trouble> {
    let made = match (&args.results, &args.foreign, &args.name, args.native) {
        (_, Some(file), Some(name), Some(native)) => {
            super::import::exits(file, name, native, args.unit())?
        }
        (Some(file), ..) => {
            let document = read(file)?;
            let run = counted(args, &document)?;
            let origin = Some(Origin::of(&document));
            let mut made = Usage { origin, ..Usage::of(run, kind(run), &args.benches) };
            for path in &args.elsewhere {
                add_machine(&mut made, &read(path)?);
            }
            if made.workloads.is_empty() {
                let file = file.display();
                return Err(Trouble::usage(
                    format!(
                        "no workload on {label:?} in {file} has counts of what its guest does",
                        label = run.label
                    ),
                    "count them: hyperbench run --guest linux --platform lab-native --bench 'group:workload' \
         --events -o counted.json; hyperbench predict usage counted.json".to_string(),
                ));
            }
            made
        }
        _ => unreachable!("the command line asks for one of them"),
    };
    write_json(&made, args.output.as_deref())
}

/// Adds what workloads of `made` take on the machines without a hypervisor of `document`.
fn add_machine(made: &mut Usage, document: &Document) {
    let machines = document.platforms.iter().filter(|run| kind(run) == SourceKind::Native);
    machines.for_each(|run| made.add_machine(run));
    Origin::join(&mut made.origin, Origin::of(document));
}

/// The platform of `document` whose counts are asked for.
fn counted<'a>(args: &UsageArgs, document: &'a Document) -> Result<&'a PlatformRun, Trouble> {
    let label = args.platform.as_ref().unwrap_or(&document.baseline);
    document.platform(label).ok_or_else(|| {
        Trouble::usage(
            format!(
                "the baseline {name:?} is none of the platforms of this run ({known})",
                name = label,
                known = document.labels()
            ),
            "name one of them with --baseline, or leave it out to use the first",
        )
    })
}

/// What kind of counts `run` has.
fn kind(run: &PlatformRun) -> SourceKind {
    let all = platforms::all();
    let platform = all.iter().find(|platform| platform.name() == run.platform);
    match platform.is_some_and(|platform| platform.about().is_native) {
        true => SourceKind::Native,
        false => SourceKind::Emulated,
    }
}
