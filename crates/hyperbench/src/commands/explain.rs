//! `hyperbench explain`: what one benchmark does.

use crate::cli::ExplainArgs;
use crate::exit::Exit;
use analysis::reference;
use ground::{GuestKind, Trouble};
use images::{Instruction, KernelImage};
use measuring::Suite;
use protocol::Benchmark;
use reports::{Explanation, KnownCost};
use results::{Document, Runs, read};
use system::output::stdout;

/// How much alike names are that are offered for an unknown one, and how many of them.
const NEAR: f64 = 0.8;
/// The same of one whose text has the word.
const IN_TEXT: f64 = 0.9;
const MOST_NEAR: usize = 4;

/// Explains the benchmark asked for.
pub(super) fn explain(args: &ExplainArgs) -> Result<Exit, Trouble> {
    let kinds = args.guest.kind.map_or_else(|| GuestKind::ALL.to_vec(), |kind| vec![kind]);
    let images = kinds.into_iter().map(|kind| args.image.image(kind));
    let images = images.collect::<Result<Vec<_>, _>>()?;
    let all = || images.iter().flat_map(|image| image.benchmarks.iter().map(move |b| (image, b)));
    let named = all().find(|(_, b)| spelling(&b.name) == spelling(&args.name));
    let described = || all().map(|(image, b)| (b, text(image.kind, &b.name)));
    let unknown = || unknown(&args.name, described());
    let (image, benchmark) = named.ok_or_else(unknown)?;
    let suites = Suite::ALL.iter();
    let suites = suites.filter(|suite| !benchmark.extra && suite.holds()(benchmark));
    let is_neighbour = |name: &&str| *name != benchmark.name;
    let category = image.benchmarks.iter().filter(|b| b.category == benchmark.category);
    let explanation = Explanation {
        benchmark,
        suites: suites.map(|suite| suite.name()).collect(),
        text: text(image.kind, &benchmark.name),
        timed: lines(image, benchmark.loops.0),
        control: lines(image, benchmark.loops.1),
        neighbours: category.map(|b| b.name.as_str()).filter(is_neighbour).collect(),
        costs: costs(&benchmark.name, image.kind),
    };
    reports::explanation(&explanation, args.printed.format(), &mut stdout())?;
    Ok(Exit::Success)
}

/// A name as it is compared: manuals write capitals, and people other dashes.
fn spelling(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// That nothing is called `name`, and what may be meant of `all` with their texts: operations that it
/// stands in the summary of, as instructions do, or in the text, and names like it.
fn unknown<'a>(name: &str, all: impl Iterator<Item = (&'a Benchmark, &'a str)>) -> Trouble {
    let wanted = spelling(name);
    let is_in = |text: &str| {
        text.split(|c: char| !c.is_alphanumeric()).any(|word| spelling(word) == wanted)
    };
    let score = |(b, text): (&'a Benchmark, &'a str)| {
        let alike = match (is_in(&b.summary), is_in(text)) {
            (true, _) => 1.0,
            (_, true) => IN_TEXT,
            _ => strsim::jaro_winkler(&spelling(&b.name), &wanted),
        };
        (alike, b.name.as_str())
    };
    let mut near: Vec<(f64, &str)> = all.map(score).filter(|(alike, _)| *alike >= NEAR).collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.truncate(MOST_NEAR);
    let names: Vec<&str> = near.into_iter().map(|(_, name)| name).collect();
    let list = "hyperbench list benchmarks";
    let next = match names.first() {
        Some(first) => {
            format!("try one of {}: hyperbench explain {first}; all: {list}", names.join(", "))
        }
        None => format!("find its name with: {list}, or {list} --guest linux"),
    };
    Trouble::usage(format!("no benchmark is called {name:?}"), next)
}

/// What it costs: by the latest run if that has measured it, else as published.
fn costs(name: &str, kind: GuestKind) -> Vec<KnownCost> {
    let latest = Runs::open().ok().and_then(|runs| runs.find("@"));
    let document = latest.and_then(|run| Some((run.name, read(&run.path).ok()?)));
    let measured = document.map(|(run, document)| {
        KnownCost::all(&format!("measured here, run {run}"), &document, kind, name)
    });
    let published = || {
        let of = |document: Document| KnownCost::all(origin(&document), &document, kind, name);
        reference::all().flat_map(of).collect()
    };
    measured.filter(|costs| !costs.is_empty()).unwrap_or_else(published)
}

/// Where published figures come from.
fn origin(document: &Document) -> &str {
    document.platforms.first().map_or("", |run| &run.caveat)
}

/// What the sources say of the benchmark or its family; empty where they have none.
fn text(kind: GuestKind, name: &str) -> &'static str {
    images::text(kind, name).map_or("", |text| text.paragraphs)
}

/// The function at `address`. A jump shows its direction rather than its target, so that two
/// functions can be compared.
fn lines(image: &KernelImage, address: u64) -> Vec<String> {
    let code = image.function(address);
    let line = |instruction: &Instruction| match target(instruction, address) {
        Some((name, true)) => format!("{name} (back)"),
        Some((name, false)) => format!("{name} (ahead)"),
        None => instruction.text.clone(),
    };
    code.iter().map(line).collect()
}

/// What stands before the target of a jump, and whether it goes back. Disassemblers write the
/// target as an address, which does not lie before `start`, or as a distance.
fn target(instruction: &Instruction, start: u64) -> Option<(&str, bool)> {
    let (before, target) = instruction.text.rsplit_once("0x").filter(|_| instruction.is_jump)?;
    let target = u64::from_str_radix(target, 16).ok()?;
    let goes_back = before.ends_with('-') || (start..=instruction.address).contains(&target);
    Some((before.trim_end_matches(['#', '-', ' ', ',']), goes_back))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_nearly_right_are_offered() {
        let mut hypercall = Benchmark::named("hypercall", "exception");
        hypercall.summary = "Call the hypervisor (VMCALL)".to_owned();
        let all =
            [hypercall, Benchmark::named("sgdt", "unprivileged"), Benchmark::named("idle", "idle")];
        let texts = ["", "SGDT stores what LGDT loads.", ""];
        let next = |name: &str| unknown(name, all.iter().zip(texts)).next;
        assert!(next("sgdtt").starts_with("try one of sgdt: hyperbench explain sgdt"));
        assert!(next("vmcall").contains("explain hypercall") && !next("vmcall").contains("sgdt"));
        assert!(next("lgdt").starts_with("try one of sgdt: "), "its text names it");
        assert!(!next("elephant").contains("try") && next("elephant").contains("list benchmarks"));
        assert_eq!(spelling("HLT-Wake_up"), spelling("hlt wakeup"));
    }

    #[test]
    fn jumps_show_their_direction() {
        let shown = |text: &str, is_jump| {
            let instruction = Instruction { address: 0x0010_0e50, text: text.into(), is_jump };
            target(&instruction, 0x0010_0e40).map(|(before, back)| format!("{before}/{back}"))
        };
        assert_eq!(shown("jne     0x100e40", true).unwrap(), "jne/true");
        assert_eq!(shown("b.lo    #0x100e60", true).unwrap(), "b.lo/false");
        assert_eq!(shown("c.bnez  a0, -0xa", true).unwrap(), "c.bnez  a0/true");
        assert_eq!(shown("c.beqz  a0, 0xa", true).unwrap(), "c.beqz  a0/false");
        assert_eq!(shown("call    0x100e40", false), None);
    }
}
