//! What guests cost as a whole: the stages of their boot, their power-off, the memory of their monitors.

use std::io;

use comfy_table::Cell;

use super::{heading, style};
use crate::cost::{FACTOR, FACTOR_MEANS, Shown};
use crate::digits::count_text;
use results::{
    Boot, Document, Footprint, LEVEL, PlatformRun, Quantity, Stages, Together, Unit, together,
};
use stats::median_ci::median_ci;
use stats::sorted::Sorted;

/// What nobody knows.
const UNKNOWN: &str = "–";

const MIB: f64 = 1_048_576.0;

const STAGES: [(&str, fn(&Stages) -> Option<u64>); 5] = [
    ("loader", |stages| stages.loader),
    ("kernel", |stages| stages.kernel),
    ("first process", |stages| stages.process),
    ("until it can measure", Stages::until_ready),
    ("power-off", |stages| stages.power_off),
];

const LEGEND: &str = "
 loader: the monitor's start, firmware and loader, until the guest's kernel has a clock; in instructions
         from the guest's machine on. kernel: until the first process, or until the bare kernel can measure
 power-off: from when the guest said that it is done to the end of its monitor
";

const MEMORY_LEGEND: &str = "
 memory: of the host's, when the first benchmark began. monitor: all that its processes take besides the
         guest's own memory. What several processes share is divided among them
";

/// Prints what the guests of `document` cost as a whole, a column for each platform.
///
/// # Errors
/// When `out` cannot be written.
pub fn system_costs(document: &Document, out: &mut dyn io::Write) -> io::Result<()> {
    let runs = &document.platforms;
    writeln!(out, "HyperBench {}: what guests cost as a whole\n", document.tool.version)?;
    writeln!(out, " host: {}", heading::host(&document.host))?;
    for run in runs {
        let lines = heading::platform(run, document);
        writeln!(out, " {}: {}", run.label, lines.join("; "))?;
    }
    let head = std::iter::once("").chain(runs.iter().map(|run| &*run.label));
    let mut table = style::new_table(&head.collect::<Vec<_>>(), style::wants_colour());
    let mut add = |name: &str, cell: &dyn Fn(&PlatformRun) -> Option<String>| {
        let cells: Vec<Option<String>> = runs.iter().map(cell).collect();
        if cells.iter().any(Option::is_some) {
            let shown = cells.into_iter().map(|cell| cell.unwrap_or_else(|| UNKNOWN.to_owned()));
            table.add_row(std::iter::once(name.to_owned()).chain(shown).map(Cell::new));
        }
    };
    add("boots", &|run| Some(count_text(run.boots.len() as u64)));
    for (name, stage) in STAGES {
        add(name, &|run| time(run, &|boot| stage(&boot.stages)));
    }
    add("memory given", &|run| {
        run.boots.iter().any(has_footprint).then(|| mib(document.settings.memory as f64))
    });
    add("of that touched", &|run| memory(run, |footprint| footprint.guest));
    add("monitor", &|run| memory(run, Footprint::above));
    style::align_right_from(&mut table, 1);
    let text = style::text(&table);
    write!(out, "\n{text}")?;
    out.write_all(LEGEND.as_bytes())?;
    if runs.iter().flat_map(|run| &run.boots).any(has_footprint) {
        out.write_all(MEMORY_LEGEND.trim_start_matches('\n').as_bytes())?;
    }
    writeln!(
        out,
        " Medians of the boots, ± the distance to the farther end of their 95 % interval"
    )?;
    if text.contains(FACTOR) {
        out.write_all(FACTOR_MEANS.as_bytes())?;
    }
    runs.iter().try_for_each(|run| crowd(run, out))
}

fn has_footprint(boot: &Boot) -> bool {
    boot.footprint.is_some()
}

/// How long a stage took in the boots of `run`.
fn time(run: &PlatformRun, of: &dyn Fn(&Boot) -> Option<u64>) -> Option<String> {
    let values: Vec<f64> = run.boots.iter().filter_map(of).map(|value| value as f64).collect();
    match run.unit {
        Unit::Cycles => with_interval(values.iter().map(|ns| ns / 1e6).collect(), "ms"),
        Unit::Instructions if values.len() == 1 => {
            Some(count_text(values[0] as u64) + " instructions")
        }
        Unit::Instructions => with_interval(values, "instructions"),
    }
}

/// What the boots of `run` took of the host's memory.
fn memory(run: &PlatformRun, of: fn(&Footprint) -> u64) -> Option<String> {
    let values = run.boots.iter().filter_map(|boot| boot.footprint.as_ref());
    with_interval(values.map(|footprint| of(footprint) as f64 / MIB).collect(), "MiB")
}

/// The median of `values` with its interval; `None` of none.
fn with_interval(values: Vec<f64>, unit: &str) -> Option<String> {
    let sorted = Sorted::new(values)?;
    let median = sorted.median();
    let known = median_ci(&sorted, LEVEL);
    let (low, high) = known.map_or((median, median), |known| (known.low, known.high));
    let figure = Quantity { value: median, low, high, has_interval: known.is_some() };
    Some(format!("{} {unit}", Shown::figure(figure).text(0)))
}

/// What the guests of `run` that ran together took.
fn crowd(run: &PlatformRun, out: &mut dyn io::Write) -> io::Result<()> {
    let Some(seen) = &run.together else { return Ok(()) };
    let Together { guests, workload, apart, merged, merging_s, problem } = seen;
    writeln!(out, "\n {guests} guests of {} together, each with {workload}\n", run.label)?;
    let header = ["memory", "of guests", "of monitors", "together", "a guest"];
    let mut table = style::new_table(&header, style::wants_colour());
    let after = merging_s.map(|seconds| format!("with KSM, after {seconds} s")).unwrap_or_default();
    for (name, footprints) in [("without KSM", apart), (&*after, merged)] {
        if let Some(all) = together(footprints) {
            let each = all.total as f64 / footprints.len() as f64;
            let sizes = [all.guest as f64, all.above() as f64, all.total as f64, each].map(mib);
            table.add_row(std::iter::once(name.to_owned()).chain(sizes).map(Cell::new));
        }
    }
    style::align_right_from(&mut table, 1);
    out.write_all(style::text(&table).as_bytes())?;
    problem.iter().try_for_each(|why| writeln!(out, " incomplete: {why}"))
}

fn mib(bytes: f64) -> String {
    format!("{:.1} MiB", bytes / MIB)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boot(scale: u64) -> Boot {
        let ms = |ms: u64| Some(ms * 1_000_000);
        Boot {
            stages: Stages {
                loader: ms(100 + scale),
                kernel: ms(500),
                process: ms(20),
                power_off: None,
            },
            footprint: Some(Footprint { processes: 1, total: 90 << 20, guest: 50 << 20 }),
            ..Boot::default()
        }
    }

    fn printed(run: PlatformRun) -> String {
        let mut document = Document { platforms: vec![run], ..Document::default() };
        document.settings.memory = 128 << 20;
        let mut out = Vec::new();
        system_costs(&document, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn row<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
        let line = text.lines().find_map(|line| line.trim().strip_prefix(name));
        line.unwrap_or_else(|| panic!("no {name} in {text}")).split_whitespace().collect()
    }

    #[test]
    fn stages_and_memory_have_medians_and_intervals_and_what_is_unknown_no_row() {
        let boots = (0..9).map(boot).collect();
        let text = printed(PlatformRun { label: "a".into(), boots, ..PlatformRun::default() });
        assert_eq!(row(&text, "loader "), ["104.0", "±", "3.0", "ms"], "{text}");
        assert_eq!(row(&text, "until it can"), ["measure", "624.0", "±", "3.0", "ms"]);
        assert_eq!(row(&text, "monitor "), ["40.00", "MiB"]);
        assert!(!text.contains("\n power-off  "), "{text}");
        let few = printed(PlatformRun { boots: vec![boot(1)], ..PlatformRun::default() });
        assert!(row(&few, "loader ").contains(&"?"), "{few}");
    }

    #[test]
    fn guests_together_are_added_up_and_what_is_missing_says_why() {
        let one = Footprint { processes: 1, total: 90 << 20, guest: 50 << 20 };
        let less = Footprint { processes: 1, total: 60 << 20, guest: 20 << 20 };
        let mut seen = Together {
            guests: 2,
            workload: "idle".into(),
            apart: vec![one; 2],
            merged: vec![less; 2],
            merging_s: Some(9),
            problem: None,
        };
        let with = |seen: &Together| {
            printed(PlatformRun { together: Some(seen.clone()), ..PlatformRun::default() })
        };
        let text = with(&seen);
        assert!(
            row(&text, "without KSM").starts_with(&["100.0", "MiB", "80.0", "MiB", "180.0"]),
            "{text}"
        );
        assert!(
            row(&text, "with KSM, after 9 s").ends_with(&["120.0", "MiB", "60.0", "MiB"]),
            "{text}"
        );
        seen.merged.clear();
        seen.problem = Some("no KSM here".into());
        let text = with(&seen);
        assert!(
            text.ends_with("incomplete: no KSM here\n") && !text.contains("with KSM,"),
            "{text}"
        );
    }
}
