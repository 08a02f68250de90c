//! A workload that is counted: a program, run natively in the lab.

use super::super::run::measure;
use crate::cli::AddArgs;
use crate::exit::Exit;
use ground::{GuestKind, Trouble, TroubleKind};
use images::KernelImage;
use linux::Order;
use measuring::{Request, Target};
use prediction::{SourceKind, Usage};
use results::{PlatformRun, Status};

/// The share of a guest's memory that files may take: they are there twice while Linux unpacks them.
const SHARE: u64 = 4;

/// Begin what the guest says of a program that has failed (`linux/bench/user/program.c`): what it said
/// last, and what to do about it.
const LAST_WORDS: &str = "last words: ";
const NEXT: &str = "next: ";

/// What the program does, and the archive of its files.
pub(super) fn usage(args: &AddArgs) -> Result<(Usage, Vec<u8>), Trouble> {
    let image = KernelImage::carried(args.arch.arch(), GuestKind::Linux)?;
    let order = Order {
        command: &args.command,
        files: &args.files,
        input: args.stdin.as_deref(),
        most: args.memory / SHARE,
    };
    let packed = order.pack(image.arch, image.bytes());
    let files = packed.map_err(|it| Trouble::usage(it.why, it.next))?;
    let request = Request {
        targets: vec![Target::Text(lab::NATIVE.to_owned())],
        benches: vec![args.name.clone()],
        events: Some(1), // what counts batches counts all of them
        batches: Some(args.batches),
        timeout_ms: Some(args.timeout_ms()),
        memory: args.memory,
        files: files.clone(),
        ..Request::new(crate::commands::tool(), image.with_program(&args.name)?)
    };
    let (document, exit) = measure(&request)?;
    if exit == Exit::Interrupted {
        return Err(Trouble::interrupted());
    }
    let run = document.platforms.first();
    let summary = run.and_then(|run| run.find(&args.name));
    match (run, summary) {
        (Some(run), Some(summary)) if summary.status == Status::Ok => {
            let names = std::slice::from_ref(&args.name);
            let usage = Usage::of(run, SourceKind::Native, names);
            match usage.workloads.is_empty() {
                true => Err(failed(args, run, "nothing was counted of it", unseen())),
                false => Ok((usage, files)),
            }
        }
        (Some(run), Some(summary)) if run.failure.is_none() => {
            let next = next(args, run, summary.status);
            Err(failed(args, run, &summary.reason, (TroubleKind::Benchmark, next)))
        }
        (Some(run), _) => {
            let why = run.failure.as_deref().unwrap_or("the guest did not run it");
            Err(failed(args, run, why, unseen()))
        }
        (None, _) => Err(Trouble::interrupted()),
    }
}

/// The program failed on `run`: with its last words, where it had some, and what to do `next`.
fn failed(
    args: &AddArgs,
    run: &PlatformRun,
    why: &str,
    (kind, next): (TroubleKind, String),
) -> Trouble {
    let said = noted(run, LAST_WORDS);
    let said = said.map(|said| format!("\n  it said last: {}", said.trim())).unwrap_or_default();
    Trouble::usage(format!("{:?} is not counted: {why}{said}", args.name), next).about(kind)
}

/// The rest of a note on `run` that begins with `beginning`.
fn noted<'a>(run: &'a PlatformRun, beginning: &str) -> Option<&'a str> {
    let mut notes = run.boots.iter().flat_map(|boot| &boot.notes);
    notes.find_map(|note| note.strip_prefix(beginning))
}

/// The guest did not run the program, or brought nothing of it.
fn unseen() -> (TroubleKind, String) {
    let next =
        format!("see that this runs: hyperbench run --guest linux --platform {}", lab::NATIVE);
    (TroubleKind::Unavailable, next)
}

/// What to do about a program that ended as `status` on `run`.
fn next(args: &AddArgs, run: &PlatformRun, status: Status) -> String {
    let seconds = args.timeout_ms() / 1000;
    match (noted(run, NEXT), status) {
        (Some(next), _) => next.to_owned(),
        (None, Status::Timeout) => format!(
            "see what it waits for, which may be an input or a network; what takes longer than \
             {seconds} s of the guest's has --timeout {}, and what has to end sooner --batches 3",
            seconds * 4
        ),
        (None, _) => {
            "give the guest the files that it misses, with --file; it has no network, and \
                      must do the same each time"
                .to_owned()
        }
    }
}
