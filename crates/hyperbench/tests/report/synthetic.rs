//! Results of any size, made from numbers that are the same each time.

use std::path::Path;

use results::{
    Boot, Document, Estimate, Event, Events, Finding, Level, Measured, Plan, PlatformRun,
    SCHEMA_VERSION, Sample, Series, Settings, Status, Stop, Total,
};

/// Names that do harm where they are not taken as texts.
pub const HOSTILE: [&str; 4] = [
    "</script><script>globalThis.harm=1</script>",
    "<img src=x onerror=\"globalThis.harm=2\">",
    "'\"><svg onload=globalThis.harm=3>",
    "@0 {b|c} ${globalThis.harm=4} &amp; ]]>",
];

const CATEGORIES: [&str; 6] = ["idle", "unprivileged", "privileged", "exception", "memory", "io"];

/// How large a document is to be.
#[derive(Clone, Copy)]
pub struct Size {
    pub platforms: usize,
    pub benchmarks: usize,
    pub boots: u32,
    pub batches: u64,
}

pub const SMALL: Size = Size { platforms: 3, benchmarks: 7, boots: 2, batches: 40 };

/// A document of this size in which everything was measured, scaling and events included.
pub fn document(size: Size) -> Document {
    let platforms: Vec<_> = (0..size.platforms).map(|index| platform(index, size)).collect();
    Document {
        schema_version: SCHEMA_VERSION,
        started: "2026-11-21T20:00:00Z".into(),
        written: "2026-11-21T21:00:00Z".into(),
        complete: true,
        findings: vec![Finding {
            check: "load".into(),
            level: Level::Bad,
            found: "9.00 over the last minute".into(),
            why: "Others take time away.".into(),
            command: Some("top".into()),
            advice: None,
        }],
        settings: Settings { events: Some(1000), boots: size.boots, ..Settings::default() },
        baseline: platforms.first().map(|run| run.label.clone()).unwrap_or_default(),
        platforms,
        ..Document::default()
    }
}

/// Writes `document` into `folder` and returns the file.
pub fn keep(document: &Document, folder: &Path) -> String {
    let file = folder.join("run.json");
    std::fs::write(&file, serde_json::to_string(document).unwrap()).unwrap();
    file.to_str().unwrap().to_owned()
}

/// A platform without anything.
pub fn blank(label: &str) -> PlatformRun {
    PlatformRun {
        label: label.into(),
        platform: "test".into(),
        spec: label.into(),
        version: "Test 1.0".into(),
        ..PlatformRun::default()
    }
}

/// What a benchmark is called: some have a term of the cost model.
fn name(benchmark: usize) -> String {
    let modelled = [(0, "sgdt"), (4, "cold-access"), (5, "in")];
    let modelled = modelled.iter().find(|(number, _)| *number == benchmark);
    modelled.map_or_else(|| format!("bench{benchmark}"), |(_, name)| (*name).to_owned())
}

fn platform(index: usize, size: Size) -> PlatformRun {
    let names = || (0..size.benchmarks).map(|benchmark| (benchmark, name(benchmark)));
    let boot = |round| Boot {
        round,
        benchmarks: names().map(|(b, name)| measured(&name, index, b, round, size)).collect(),
        ..Boot::default()
    };
    let mut run = PlatformRun {
        scaling: names().map(|(benchmark, name)| series(&name, index, benchmark)).collect(),
        boots: (1..=size.boots).map(boot).collect(),
        ..blank(&format!("platform-{index}"))
    };
    run.benchmarks = names().filter_map(|(_, name)| run.sum_up(&name)).collect();
    run
}

fn cost(platform: usize, benchmark: usize) -> u64 {
    let factor = [1, 3, 80, 2, 5000][platform % 5] + platform as u64;
    (benchmark as u64 + 1) * 7 * factor
}

fn measured(name: &str, platform: usize, benchmark: usize, round: u32, size: Size) -> Measured {
    let n = 100;
    let noise = |i: u64| (i * 7919 + u64::from(round) * 104_729 + benchmark as u64 * 31) % 101;
    let run = |i| {
        let outlier = if noise(i) == 100 { 1_000_000 } else { 0 };
        5000 + n * cost(platform, benchmark) + noise(i) * n / 10 + outlier
    };
    let sample = |i| Sample { i, run: run(i), control: 5000, ..Sample::default() };
    let events = Event { run: 1003, control: 1, per_operation: 1.002, residual: 2.0 };
    let mut measured = Measured {
        status: Status::Ok,
        reason: String::new(),
        plan: Some(Plan { n, batches: size.batches, why: String::new() }),
        stopped: Some(Stop::Precise),
        samples: (0..size.batches).map(sample).collect(),
        events: Some(Events {
            n: 1000,
            counters: [("exits".to_owned(), events)].into(),
            expected: Some(1),
        }),
        ..Measured::unfinished(name, CATEGORIES[benchmark % CATEGORIES.len()], "")
    };
    measured.estimate = Estimate::of(measured.costs());
    measured
}

fn series(name: &str, platform: usize, benchmark: usize) -> Series {
    let each = cost(platform, benchmark) as f64;
    let total = |count| 1000.0 + each * count as f64;
    let point = |count| Total { count, total: total(count), margin: 0.01 * total(count) };
    let points = [10, 32, 100, 316, 1000, 3162, 10_000].map(point).to_vec();
    Series::new(name, (10, 1000), points, String::new())
}
