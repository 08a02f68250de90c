//! A workload that is counted: a program, run natively in the lab.

use super::super::run::Program;
use crate::cli::{AddArgs, RunArgs};
use crate::error::{Failure, UsageError};
use crate::exit::Exit;
use images::KernelImage;
use linux::Order;
use prediction::{SourceKind, Usage};
use results::{GuestKind, PlatformRun, Status};

/// The share of a guest's memory that files may take: they are there twice while Linux unpacks them.
const SHARE: u64 = 4;

/// Begins what the guest says of a program that has failed (`linux/bench/user/program.c`).
const LAST_WORDS: &str = "last words: ";

/// What the program does, and the archive of its files.
pub(super) fn usage(args: &AddArgs) -> Result<(Usage, Vec<u8>), Failure> {
    let image = KernelImage::carried(args.arch.arch(), GuestKind::Linux)?;
    let order = Order {
        command: &args.command,
        files: &args.files,
        input: args.stdin.as_deref(),
        most: args.memory / SHARE,
    };
    let packed = order.pack(image.arch, image.bytes());
    let files = packed.map_err(|it| UsageError::NotPacked { why: it.why, next: it.next })?;
    let program = Program { name: args.name.clone(), files };
    let (document, exit) = program.measure(&RunArgs::counting(args))?;
    if exit == Exit::Interrupted {
        return Err(Failure::Interrupted);
    }
    let run = document.platforms.first();
    let summary = run.and_then(|run| run.find(&args.name));
    match (run, summary) {
        (Some(run), Some(summary)) if summary.status == Status::Ok => {
            let names = std::slice::from_ref(&args.name);
            let usage = Usage::of(run, SourceKind::Native, names);
            match usage.workloads.is_empty() {
                true => Err(failed(args, run, "nothing was counted of it", Exit::Platform)),
                false => Ok((usage, program.files)),
            }
        }
        (Some(run), Some(summary)) if run.failure.is_none() => {
            Err(failed(args, run, &summary.reason, Exit::Benchmark))
        }
        (Some(run), _) => {
            let why = run.failure.as_deref().unwrap_or("the guest did not run it");
            Err(failed(args, run, why, Exit::Platform))
        }
        (None, _) => Err(Failure::Interrupted),
    }
}

/// The program failed on `run`: with its last words, where it had some.
fn failed(args: &AddArgs, run: &PlatformRun, why: &str, exit: Exit) -> Failure {
    let mut notes = run.boots.iter().flat_map(|boot| &boot.notes);
    let said = notes.find_map(|note| note.strip_prefix(LAST_WORDS));
    let said = said.map(|said| format!("\n  it said last: {}", said.trim())).unwrap_or_default();
    Failure::NotCounted {
        name: args.name.clone(),
        why: why.to_owned(),
        next: next(args, why, exit),
        said,
        exit,
    }
}

/// What to do about it.
fn next(args: &AddArgs, why: &str, exit: Exit) -> String {
    let seconds = args.timeout_ms() / 1000;
    let text = match why {
        _ if exit == Exit::Platform => {
            return format!(
                "see that this runs: hyperbench run --guest linux --platform {}",
                lab::NATIVE
            );
        }
        why if why.contains("did not return") => {
            return format!(
                "see what it waits for, which may be an input or a network; what takes longer than \
                 {seconds} s of the guest's has --timeout {}",
                seconds * 4
            );
        }
        why if why.contains("something else") => {
            "have it print nothing that changes: no time, no number of a process, no random number; and \
             keep no file that it finds again"
        }
        why if why.contains("wrote more") => "have it write less, or to /dev/null",
        why if why.contains("time budget") => "take fewer runs, --batches 3, or less work",
        why if why.contains("signal") => {
            "give the guest more memory, --memory 512M, or see why it dies"
        }
        _ => {
            "give the guest the files that it misses, with --file; it has no network, and must do the \
             same each time"
        }
    };
    text.to_owned()
}
