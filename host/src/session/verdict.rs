//! Puts into words how a boot ended, and what that means for the benchmark that ran.

use crate::results::{Boot, Ending, Status};

/// How `boot` ended, in words, with the last that was heard where that may explain it.
pub(super) fn describe(boot: &Boot) -> String {
    let how = match &boot.ending {
        None => "it still runs".to_owned(),
        Some(Ending::Done { .. }) => "the guest said that it was done".to_owned(),
        Some(Ending::Exited { status }) => exited(status.as_deref()),
        Some(Ending::Panicked) => panicked(boot),
        Some(Ending::Rebooted) => "the guest started over by itself".to_owned(),
        Some(Ending::Silent { seconds }) => {
            format!("nothing was heard of the guest for {seconds} s")
        }
        Some(Ending::OutOfTime { seconds }) => {
            format!("the time budget of {seconds} s was used up")
        }
        Some(Ending::Interrupted) => "the run was interrupted".to_owned(),
        Some(Ending::ConsoleLost { error }) => format!("the console could not be read: {error}"),
    };
    match boot.last_words.last() {
        Some(words) => format!("{how}; last words: {words}"),
        None => how,
    }
}

/// The status of the benchmark that ran when `boot` ended, and why.
pub(super) fn for_running_benchmark(boot: &Boot) -> (Status, String) {
    let status = match boot.ending {
        Some(Ending::Silent { .. }) => Status::Hung,
        Some(Ending::OutOfTime { .. }) => Status::Timeout,
        Some(Ending::Interrupted) => Status::Skipped,
        _ => Status::Crashed,
    };
    let reason = match boot.ending {
        Some(Ending::Done { .. }) => END_LOST.to_owned(),
        _ => format!("while it ran, {}", describe(boot)),
    };
    (status, reason)
}

/// Why a benchmark's outcome is unknown although the guest went on.
pub(super) const END_LOST: &str = "its end record is missing or damaged, so its outcome is unknown";

fn exited(status: Option<&str>) -> String {
    match status {
        // QEMU is told not to reboot, and ends well when the guest resets.
        Some(status @ "exit status 0") => {
            format!("the guest ended ({status}), as it does after a reset or a triple fault")
        }
        Some(status) => format!("the guest ended ({status})"),
        None => "the guest ended".to_owned(),
    }
}

fn panicked(boot: &Boot) -> String {
    let Some(panic) = &boot.panic else { return "the guest panicked".to_owned() };
    let registers: Vec<_> =
        panic.registers.iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("the guest panicked: {} ({})", panic.what, registers.join(" "))
}
