//! A workload that is counted: a program, run natively in the lab.

use super::super::run::measure;
use crate::cli::ProgramArgs;
use crate::exit::Exit;
use ground::{GuestKind, Trouble, TroubleKind};
use images::KernelImage;
use linux::{Order, Packed};
use measuring::{Request, Target};
use prediction::{Origin, SourceKind, Usage};
use results::{PlatformRun, Status};
use system::output::tell;

/// The share of a guest's memory that files may take: they are there twice while Linux unpacks them.
const SHARE: u64 = 4;

/// Begin what the guest says of a program that has failed (`linux/bench/user/program.c`): what it said
/// last, and what to do about it.
const LAST_WORDS: &str = "last words: ";
const NEXT: &str = "next: ";

/// The program with all that it needs, for the guest.
pub(in crate::commands) fn pack(program: &ProgramArgs) -> Result<Packed, Trouble> {
    let image = KernelImage::carried(program.arch.arch(), GuestKind::Linux)?;
    let order = Order {
        command: &program.command,
        files: &program.files,
        input: program.stdin.as_deref(),
        most: program.memory / SHARE,
    };
    let packed = order.pack(image.arch, image.bytes());
    packed.map_err(|it| Trouble::usage(it.why, it.next))
}

/// Says what was taken along for the program because its command names it.
pub(in crate::commands) fn tell_taken(packed: &Packed) {
    for path in &packed.named {
        let place = if path.is_absolute() { "at its path" } else { "in its folder" };
        tell(format_args!("the program finds {} {place}", path.display()));
    }
    let programs: Vec<_> = packed.programs.iter().map(|path| path.display().to_string()).collect();
    if !programs.is_empty() {
        tell(format_args!("its script finds the programs {}", programs.join(", ")));
    }
}

/// What the program does whose archive `files` is, as a workload called `name`.
pub(in crate::commands) fn count(
    name: &str,
    program: &ProgramArgs,
    files: &[u8],
) -> Result<Usage, Trouble> {
    let image = KernelImage::carried(program.arch.arch(), GuestKind::Linux)?;
    let machines = [lab::NATIVE].into_iter().chain(program.intel.then_some(lab::INTEL));
    let request = Request {
        targets: machines.map(|name| Target::Text(name.to_owned())).collect(),
        benches: vec![name.to_owned()],
        events: Some(1), // what counts batches counts all of them
        batches: Some(program.batches),
        timeout_ms: Some(program.timeout_ms()),
        memory: program.memory,
        files: files.to_vec(),
        ..Request::new(crate::commands::tool(), image.with_program(name)?)
    };
    let (document, exit) = measure(&request)?;
    if exit == Exit::Interrupted {
        return Err(Trouble::interrupted());
    }
    let [run, others @ ..] = &document.platforms[..] else { return Err(Trouble::interrupted()) };
    for run in [run].into_iter().chain(others) {
        check(name, program, run)?;
    }
    let usage = Usage::of(run, SourceKind::Native, &[name.to_owned()]);
    let mut usage = Usage { origin: Some(Origin::of(&document)), ..usage };
    for run in others {
        usage.add_machine(run);
    }
    match usage.workloads.is_empty() {
        true => Err(failed(name, run, "nothing was counted of it", unseen())),
        false => Ok(usage),
    }
}

/// Refuses a `run` in which the program did not do well.
fn check(name: &str, program: &ProgramArgs, run: &PlatformRun) -> Result<(), Trouble> {
    match run.find(name) {
        Some(summary) if summary.status == Status::Ok => Ok(()),
        Some(summary) if run.failure.is_none() => {
            let next = next(program, run, summary.status);
            Err(failed(name, run, &summary.reason, (TroubleKind::Benchmark, next)))
        }
        _ => {
            let why = run.failure.as_deref().unwrap_or("the guest did not run it");
            Err(failed(name, run, why, unseen()))
        }
    }
}

/// The program failed on `run`: with its last words, where it had some, and what to do `next`.
fn failed(
    name: &str,
    run: &PlatformRun,
    why: &str,
    (kind, next): (TroubleKind, String),
) -> Trouble {
    let said = noted(run, LAST_WORDS);
    let said = said.map(|said| format!("\n  it said last: {}", said.trim())).unwrap_or_default();
    Trouble::usage(format!("{name:?} is not counted: {why}{said}"), next).about(kind)
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
fn next(program: &ProgramArgs, run: &PlatformRun, status: Status) -> String {
    let seconds = program.timeout_ms() / 1000;
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
