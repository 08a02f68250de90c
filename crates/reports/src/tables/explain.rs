//! One benchmark explained: what it does, who answers it, the code that is timed.

use std::io::{self, Write};

use serde::Serialize;
use similar::{ChangeTag, TextDiff};

use super::answers::{Counted, figure};
use super::lines::wrapped;
use super::model::term;
use super::{catalogue, style};
use crate::digits::count_text;
use crate::{Format, data};
use analysis::model::Term;
use ground::GuestKind;
use protocol::{Benchmark, Work};
use results::{Document, PlatformRun};

/// All there is to say about a benchmark.
#[derive(Debug, Serialize)]
pub struct Explanation<'a> {
    /// What the catalogue says.
    pub benchmark: &'a Benchmark,
    /// The suites that it is in.
    pub suites: Vec<&'static str>,
    /// What is known of it beyond that: paragraphs of text, may be empty.
    pub text: &'a str,
    /// The function that is timed, an instruction each; empty where it cannot be read.
    pub timed: Vec<String>,
    /// The one that is subtracted.
    pub control: Vec<String>,
    /// Other benchmarks of its category.
    pub neighbours: Vec<&'a str>,
    /// What it costs, as far as that is known.
    pub costs: Vec<KnownCost>,
}

/// What a benchmark costs somewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct KnownCost {
    /// Who says so: a run of this user's, or a publication.
    pub origin: String,
    /// The platform.
    pub platform: String,
    /// The cost with its unit, or the word for why there is none.
    pub cost: String,
}

impl KnownCost {
    /// That of the benchmark `name` in guests of this `kind`, on each platform of `document`.
    pub fn all(origin: &str, document: &Document, kind: GuestKind, name: &str) -> Vec<Self> {
        let runs = document.platforms.iter().filter(|run| run.guest == kind);
        let cost = |run: &PlatformRun| {
            let counted = Counted::of(run, None)?;
            let cost = figure(run.hz(), run.find(name)?, counted);
            Some(Self { origin: origin.to_owned(), platform: run.label.clone(), cost })
        };
        runs.filter_map(cost).collect()
    }
}

/// Prints it.
///
/// # Errors
/// When `out` cannot be written.
pub fn explanation(of: &Explanation, format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Json => data::write(of, out),
        Format::Csv => catalogue::benchmarks(std::slice::from_ref(of.benchmark), format, out),
        Format::Table => out.write_all(page(of, style::screen_width()).as_bytes()),
    }
}

fn page(of: &Explanation, width: usize) -> String {
    let b = of.benchmark;
    let facts = [
        ("category", b.category.clone()),
        ("suites", of.suites.join(", ")),
        ("in a guest", format!("{}: {}", b.path.name(), b.path.describe())),
        ("exits", exits(b)),
        ("needs", catalogue::conditions(b)),
        ("also in", b.also.replace("kut: ", "kvm-unit-tests: ")),
        ("work", b.work.as_ref().map(done).unwrap_or_default()),
        ("cost model", b.term.as_deref().and_then(Term::called).map_or("", term).to_owned()),
        ("counted as", b.event.clone().unwrap_or_default()),
        ("see also", of.neighbours.join(", ")),
    ];
    let said = facts.iter().filter(|(_, value)| !value.is_empty());
    let fact = |(name, value): &(&str, String)| wrapped(&format!(" {name:<12}"), value, width);
    let facts: String = said.map(fact).collect();
    let mut page = format!("{}: {}\n\n{facts}{}", b.name, b.summary, costs(&of.costs));
    for paragraph in of.text.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
        page += &format!("\n{}", wrapped("", paragraph, width));
    }
    if !of.timed.is_empty() {
        page += &format!("\nWhat is timed; the control lacks what is marked:\n\n{}", code(of));
    }
    page
}

/// The costs below who says them.
fn costs(all: &[KnownCost]) -> String {
    let width = all.iter().map(|one| one.platform.chars().count()).max().unwrap_or_default();
    let group = |group: &[KnownCost]| {
        let line = |one: &KnownCost| format!("   {:width$}  {}\n", one.platform, one.cost);
        format!("\nCosts, {}:\n\n{}", group[0].origin, group.iter().map(line).collect::<String>())
    };
    all.chunk_by(|a, b| a.origin == b.origin).map(group).collect()
}

fn done(work: &Work) -> String {
    format!("{} {} in an operation: show --view rates", count_text(work.amount), work.unit)
}

fn exits(b: &Benchmark) -> String {
    match b.exits {
        Some(0) => "none expected with nested paging".to_owned(),
        Some(1) => "one expected with nested paging".to_owned(),
        Some(n) => format!("{n} expected with nested paging"),
        None => "as many as it takes: no fixed number is expected".to_owned(),
    }
}

/// The timed function, marked where the control has nothing like it.
fn code(of: &Explanation) -> String {
    let [control, timed] = [&of.control, &of.timed].map(|lines| comparable(lines));
    let control: Vec<&str> = control.iter().map(String::as_str).collect();
    let timed: Vec<&str> = timed.iter().map(String::as_str).collect();
    let diff = TextDiff::from_slices(&control, &timed);
    let line = |change: similar::Change<&str>| {
        let mark = if change.tag() == ChangeTag::Insert { '>' } else { ' ' };
        Some(format!("   {mark} {}\n", of.timed[change.new_index()?]))
    };
    diff.iter_all_changes().filter_map(line).collect()
}

/// The lines without their numbers: how far it is to a variable differs from place to place.
fn comparable(lines: &[String]) -> Vec<String> {
    let without = |line: &String| {
        let parts = line.split("0x");
        parts.map(|part| part.trim_start_matches(|c: char| c.is_ascii_hexdigit())).collect()
    };
    lines.iter().map(without).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_control_lacks_is_marked() {
        let lines = |text: &str| text.split(';').map(str::to_owned).collect();
        let term = Some("sen".to_owned());
        let benchmark = Benchmark { term, ..Benchmark::named("cpuid", "identification") };
        let explanation = Explanation {
            benchmark: &benchmark,
            suites: vec!["full"],
            text: "Asks the CPU.",
            timed: lines("mov eax, 1;cpuid;ret"),
            control: lines("mov eax, 1;ret"),
            neighbours: vec!["rdtscp", "read-midr"],
            costs: vec![
                KnownCost { origin: "run 1".into(), platform: "a".into(), cost: "650 ns".into() },
                KnownCost { origin: "run 1".into(), platform: "bcd".into(), cost: "9 ns".into() },
            ],
        };
        let page = page(&explanation, 22);
        assert!(page.contains("     mov eax, 1\n   > cpuid\n     ret\n"), "{page}");
        let wrapped = " see also    rdtscp,\n             read-midr\n";
        assert!(page.contains(" cost model  T_sen\n"), "{page}");
        assert!(page.contains(wrapped) && !page.contains("also in"), "{page}");
        let costs = "Costs, run 1:\n\n   a    650 ns\n   bcd  9 ns\n";
        assert_eq!(page.matches(costs).count(), 1, "{page}");
    }
}
