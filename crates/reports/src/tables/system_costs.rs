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

/// How long a stage took.
type Stage = fn(&Stages) -> Option<u64>;

const STAGES: [(&str, Stage); 5] = [
    ("loader", |stages| stages.loader),
    ("kernel", |stages| stages.kernel),
    ("first process", |stages| stages.process),
    ("ready after", Stages::until_ready),
    ("power-off", |stages| stages.power_off),
];

/// What rows mean, by the beginnings of their names.
const LEGEND: [(&str, &str); 5] = [
    (
        "loader",
        "the monitor's start, firmware and loader, until the guest's kernel has a clock;\n   \
      in instructions from the start of the guest's machine on",
    ),
    ("kernel", "until the first process of Linux, or until the bare kernel can measure"),
    ("ready after", "all of that, until the guest can measure"),
    ("power-off", "from when the guest said that it is done to the end of its monitor"),
    (
        "monitor",
        "what its processes take of the host's memory besides the guest's memory, when the\n   \
      first benchmark began; what several processes share is divided among them",
    ),
];

/// Prints what the guests of `document` cost as a whole, a column for each platform.
///
/// # Errors
/// When `out` cannot be written.
pub fn system_costs(document: &Document, out: &mut dyn io::Write) -> io::Result<()> {
    let runs = &document.platforms;
    let part = heading::Part { file: None, about: document, runs: runs.iter().collect() };
    writeln!(out, "HyperBench {}: what guests cost as a whole\n", document.tool.version)?;
    writeln!(out, "{}", heading::blocks(document, &[part]))?;
    let head = std::iter::once("").chain(runs.iter().map(|run| &*run.label));
    let mut table = style::new_table(&head.collect::<Vec<_>>(), style::wants_colour());
    let mut shown: Vec<&str> = Vec::new();
    for (name, cell) in rows(document) {
        let cells: Vec<Option<String>> = runs.iter().map(cell).collect();
        if cells.iter().any(Option::is_some) {
            shown.push(name);
            let cells = cells.into_iter().map(|cell| cell.unwrap_or_else(|| UNKNOWN.to_owned()));
            table.add_row(std::iter::once(name.to_owned()).chain(cells).map(Cell::new));
        }
    }
    style::align_right_from(&mut table, 1);
    let text = style::text(&table);
    writeln!(out, "{text}")?;
    for (name, meaning) in
        LEGEND.iter().filter(|(name, _)| shown.iter().any(|row| row.starts_with(name)))
    {
        writeln!(out, " {name}: {meaning}")?;
    }
    writeln!(out, " medians of the boots, ± the distance to the farther end of the 95 % interval")?;
    if text.contains(FACTOR) {
        out.write_all(FACTOR_MEANS.as_bytes())?;
    }
    runs.iter().try_for_each(|run| crowd(run, out))
}

/// What a row tells of a platform.
type Row<'a> = (&'static str, Box<dyn Fn(&PlatformRun) -> Option<String> + 'a>);

/// The rows: their names, and what each says of a platform.
fn rows(document: &Document) -> Vec<Row<'_>> {
    let given = mib(document.settings.memory as f64);
    let mut rows: Vec<Row<'_>> = vec![
        ("boots", Box::new(|run| Some(count_text(run.boots.len() as u64)))),
        ("time in", Box::new(|run| Some(unit(run).to_owned()))),
    ];
    for (name, stage) in STAGES {
        rows.push((name, Box::new(move |run| time(run, |boot| stage(&boot.stages)))));
    }
    rows.push((
        "memory given",
        Box::new(move |run| run.boots.iter().any(has_footprint).then(|| given.clone())),
    ));
    rows.push(("touched", Box::new(|run| memory(run, |footprint| footprint.guest))));
    rows.push(("monitor", Box::new(|run| memory(run, Footprint::above))));
    rows
}

/// What its stages are counted in.
fn unit(run: &PlatformRun) -> &'static str {
    match run.unit {
        Unit::Cycles => "ms",
        Unit::Instructions => "instructions",
    }
}

fn has_footprint(boot: &Boot) -> bool {
    boot.footprint.is_some()
}

/// How long a stage took in the boots of `run`.
fn time(run: &PlatformRun, of: impl Fn(&Boot) -> Option<u64>) -> Option<String> {
    let values: Vec<u64> = run.boots.iter().filter_map(of).collect();
    let scaled = |by: f64| with_interval(values.iter().map(|value| *value as f64 / by).collect());
    match (run.unit, values.as_slice()) {
        (Unit::Instructions, [one]) => Some(count_text(*one)),
        (Unit::Instructions, _) => scaled(1.0),
        (Unit::Cycles, _) => scaled(1e6),
    }
}

/// What the boots of `run` took of the host's memory.
fn memory(run: &PlatformRun, of: fn(&Footprint) -> u64) -> Option<String> {
    let values = run.boots.iter().filter_map(|boot| boot.footprint.as_ref());
    let shown = with_interval(values.map(|footprint| of(footprint) as f64 / MIB).collect())?;
    Some(shown + " MiB")
}

/// The median of `values` with its interval; `None` of none.
fn with_interval(values: Vec<f64>) -> Option<String> {
    let sorted = Sorted::new(values)?;
    let median = sorted.median();
    let known = median_ci(&sorted, LEVEL);
    let (low, high) = known.map_or((median, median), |known| (known.low, known.high));
    let figure = Quantity { value: median, low, high, has_interval: known.is_some() };
    Some(Shown::figure(figure).text(0))
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
        assert_eq!(row(&text, "loader "), ["104.0", "±", "3.0"], "{text}");
        assert_eq!(row(&text, "ready after"), ["624.0", "±", "3.0"]);
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
