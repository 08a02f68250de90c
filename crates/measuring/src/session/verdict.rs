//! Puts into words how a boot ended, and what that means for the benchmark that ran.

use results::{Boot, Ending, Status};

/// Lines quoted in a reason; the results file has more.
const LINES: usize = 3;

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
        Some(Ending::Alone { why }) => return why.clone(),
        Some(Ending::ConsoleLost { error }) => format!("the console could not be read: {error}"),
    };
    how + &said(boot)
}

/// What was said before the end and may explain it: the program's complaints, which begin
/// with the cause, else the end of the console's text.
fn said(boot: &Boot) -> String {
    let complaints = boot.messages.iter().filter(|line| !line.contains("warning:"));
    let complaints: Vec<_> = complaints.take(LINES).map(String::as_str).collect();
    let words = &boot.last_words[boot.last_words.len().saturating_sub(LINES)..];
    match (complaints.is_empty(), words.is_empty()) {
        (false, _) => format!("; message: {}", complaints.join(" / ")),
        (true, false) => format!("; last words: {}", words.join(" / ")),
        (true, true) => String::new(),
    }
}

/// The status of the benchmark that ran when `boot` ended, and why.
pub(super) fn for_running_benchmark(boot: &Boot) -> (Status, String) {
    let status = match boot.ending {
        Some(Ending::Silent { .. }) => Status::Hung,
        // In a later boot than the first it has a result already, and lacks only this one.
        Some(Ending::OutOfTime { .. }) if boot.round > 1 => Status::Skipped,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn exited(messages: &[&str], last_words: &[&str]) -> Boot {
        let lines = |list: &[&str]| list.iter().map(|&line| line.to_owned()).collect();
        Boot {
            ending: Some(Ending::Exited { status: Some("exit status 1".into()) }),
            messages: lines(messages),
            last_words: lines(last_words),
            ..Boot::default()
        }
    }

    #[test]
    fn the_programs_complaint_is_quoted_before_the_consoles_text() {
        let boot = exited(&["qemu: warning: slow", "qemu: bad machine", "use help"], &["text"]);
        let expected = "the guest ended (exit status 1); message: qemu: bad machine / use help";
        assert_eq!(describe(&boot), expected);
        let boot = exited(&[], &["one", "two", "three", "Kernel panic"]);
        assert!(describe(&boot).ends_with("; last words: two / three / Kernel panic"));
    }

    #[test]
    fn the_ending_decides_on_the_status() {
        let of = |ending| for_running_benchmark(&Boot { ending: Some(ending), ..Boot::default() });
        assert_eq!(of(Ending::Silent { seconds: 9 }).0, Status::Hung);
        assert_eq!(of(Ending::OutOfTime { seconds: 9 }).0, Status::Timeout);
        assert_eq!(of(Ending::Interrupted).0, Status::Skipped);
        assert_eq!(of(Ending::Rebooted).0, Status::Crashed);
        assert_eq!(of(Ending::Done { powered_off: true }).1, END_LOST);
    }
}
