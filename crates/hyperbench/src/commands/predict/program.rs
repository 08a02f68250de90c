//! A program that is to be predicted: the lab counts what it does, once.

use super::costs::Costs;
use crate::cli::ProgramArgs;
use crate::commands::workload;
use crate::workloads::{About, Workloads, name_of};
use ground::Trouble;
use prediction::Usage;
use system::output::tell;

/// The name of the workload that `program` is. The same program, with the same files and arguments, is counted
/// once.
pub(super) fn counted(program: &ProgramArgs, costs: &Costs) -> Result<String, Trouble> {
    let arch = &program.arch.arch().name;
    if let Some(other) = costs.shipped_arch.as_ref().filter(|shipped| *shipped != arch) {
        return Err(Trouble::usage(
            format!("the costs that ship are those of {other}, and the guest is of {arch}"),
            "measure costs there, and name them with --signature: hyperbench predict signature --help",
        ));
    }
    let workloads = Workloads::open()?;
    let packed = workload::pack(program)?;
    let name = name_of(&program.command[0], &packed.digest());
    let command = program.command.join(" ");
    let place = workloads.place(&name).display().to_string();
    if workloads.has(&name) && (!program.intel || has_intel(&workloads.usage(&name)?)) {
        tell(format_args!("{command:?} is the workload {name}, counted before: {place}"));
        return Ok(name);
    }
    workload::tell_taken(&packed);
    let times = program.batches;
    tell(format_args!("counting what {command:?} does: it runs {times} times natively in the lab"));
    let usage = workload::count(&name, program, &packed.archive)?;
    let about = About::of(program);
    workloads.keep(&name, (&usage, &about), Some(&packed.archive))?;
    tell(format_args!(
        "kept as the workload {name}: {place}\n  to forget it: hyperbench workload remove {name}"
    ));
    Ok(name)
}

/// Whether what `usage` has was run on Intel's side as well.
fn has_intel(usage: &Usage) -> bool {
    usage.workloads.iter().all(|workload| workload.elsewhere.contains_key(lab::INTEL))
}
