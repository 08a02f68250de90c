//! `hyperbench explain`: what one benchmark does.

use crate::cli::ExplainArgs;
use crate::exit::Exit;
use ground::{GuestKind, Trouble};
use images::{Instruction, KernelImage};
use measuring::Suite;
use reports::Explanation;
use system::output::stdout;

/// The pages that describe all benchmarks of a kind of guests; a test holds them up to date.
fn page(kind: GuestKind) -> &'static str {
    match kind {
        GuestKind::Bare => include_str!("../../../../docs/benchmarks.md"),
        GuestKind::Linux => include_str!("../../../../docs/workloads.md"),
    }
}

/// Explains the benchmark asked for.
pub(super) fn explain(args: &ExplainArgs) -> Result<Exit, Trouble> {
    let image = args.image.image(args.guest.kind.unwrap_or_default())?;
    let benchmark = image.benchmarks.iter().find(|b| b.name == args.name);
    let unknown = || {
        Trouble::usage(
            format!("no benchmark matches {pattern:?}", pattern = args.name),
            "`hyperbench list benchmarks` shows names and categories; write a category as group:NAME",
        )
    };
    let benchmark = benchmark.ok_or_else(unknown)?;
    let suites = Suite::ALL.iter();
    let suites = suites.filter(|suite| !benchmark.extra && suite.holds()(benchmark));
    let is_neighbour = |name: &&str| *name != benchmark.name;
    let category = image.benchmarks.iter().filter(|b| b.category == benchmark.category);
    let explanation = Explanation {
        benchmark,
        suites: suites.map(|suite| suite.name()).collect(),
        text: text(page(image.kind), &benchmark.name),
        timed: lines(&image, benchmark.loops.0),
        control: lines(&image, benchmark.loops.1),
        neighbours: category.map(|b| b.name.as_str()).filter(is_neighbour).collect(),
    };
    reports::explanation(&explanation, args.printed.format(), &mut stdout())?;
    Ok(Exit::Success)
}

/// The paragraphs on the benchmark or its family, below the facts; empty where the page has none.
fn text<'a>(page: &'a str, name: &str) -> &'a str {
    let parts = page.split("\n## ").flat_map(|category| category.split("\n### ").skip(1));
    let mut sections = parts.filter_map(|section| section.split_once("\n\n"));
    let member = format!("- `{name}`: ");
    let found = sections.find_map(|(heading, section)| {
        let (facts, text) = section.split_once("\n\n")?;
        (heading == name || facts.contains(&member)).then_some(text)
    });
    found.map_or("", str::trim)
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
    fn the_page_has_text_for_what_it_describes() {
        let bare = page(GuestKind::Bare);
        assert!(text(bare, "idle").starts_with("Two reads of the counter"), "{bare}");
        assert_eq!(text(bare, "no-such"), "");
        assert!(text(page(GuestKind::Linux), "getppid").starts_with("The cheapest system call"));
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
