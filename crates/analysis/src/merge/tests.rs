use super::*;
use results::{Boot, Estimate, Measured, PlatformRun, Settings, Shard, Status, Tool, Unit};

const NAMES: [&str; 7] = ["a", "b", "c", "d", "e", "f", "g"];

/// What a whole run of these benchmarks brought on one platform, two boots.
fn platform(names: &[&str]) -> PlatformRun {
    let mut run =
        PlatformRun { label: "kvm".into(), version: "1".into(), ..PlatformRun::default() };
    for round in 1..=2 {
        let part = |name: &&str| Measured {
            status: Status::Ok,
            estimate: Estimate::of(vec![f64::from(name.as_bytes()[0]) + f64::from(round); 8]),
            ..Measured::unfinished(name, "test", "")
        };
        let benchmarks = names.iter().map(part).collect();
        run.boots.push(Boot { round, benchmarks, ..Boot::default() });
    }
    run.benchmarks = names.iter().filter_map(|name| run.sum_up(name)).collect();
    run
}

fn part(number: u32, of: u32) -> (String, Document) {
    let shard = Shard::new(number, of).unwrap();
    let command = ["hb", "run", "--shard", &shard.to_string()].map(str::to_owned).to_vec();
    let document = Document {
        schema_version: 1,
        started: format!("2026-01-0{number}T00:00:00Z"),
        complete: true,
        tool: Tool { command, version: "1".into(), ..Tool::default() },
        settings: Settings { shard: Some(shard), ..Settings::default() },
        platforms: vec![platform(&shard.part(NAMES.to_vec()))],
        ..Document::default()
    };
    (format!("{number}.json"), document)
}

fn parts(of: u32) -> Vec<(String, Document)> {
    (1..=of).map(|number| part(number, of)).collect()
}

fn whats(merged: &Merged) -> Vec<&str> {
    merged.missing.iter().map(|missing| missing.what.as_str()).collect()
}

#[test]
fn the_parts_of_a_run_are_the_run() {
    let whole = platform(&NAMES);
    for of in [1, 2, 3, 7] {
        let mut files = parts(of);
        files.reverse();
        let merged = merge(files).unwrap();
        let run = &merged.document.platforms[0];
        assert_eq!(run.benchmarks, whole.benchmarks, "{of} parts");
        let measured =
            |run: &PlatformRun| run.boots.iter().map(|b| b.benchmarks.len()).sum::<usize>();
        assert_eq!(measured(run), measured(&whole));
        assert!(merged.document.complete && run.incomplete.is_none());
        assert_eq!(merged.document.started, "2026-01-01T00:00:00Z");
        assert_eq!(merged.document.settings.shard, None);
        assert!(merged.missing.is_empty() && merged.left_out.is_empty());
    }
}

#[test]
fn what_is_missing_or_cut_short_is_named() {
    let mut files = parts(4);
    files[1].1.complete = false;
    files[1].1.platforms[0].benchmarks.pop();
    files.remove(2);
    let merged = merge(files).unwrap();
    let expected = ["shard 2 of 4 (2.json) was cut short", "shard 3 of 4 is missing"];
    assert_eq!(whats(&merged), expected);
    assert_eq!(
        rerun(&merged.command, merged.missing[1].shard),
        "hyperbench run --shard 3/4 -o shard-3-of-4.json"
    );
    let run = &merged.document.platforms[0];
    assert!(!merged.document.complete && run.incomplete.as_ref().unwrap().contains("shard 2 of 4"));
    let names: Vec<_> = run.benchmarks.iter().map(|summary| summary.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "d", "e"], "what is there is kept, in its order");
}

#[test]
fn a_platform_that_one_part_lacks_is_missing() {
    let mut files = parts(2);
    files[0].1.platforms.push(PlatformRun { label: "tcg".into(), ..platform(&["a"]) });
    let merged = merge(files).unwrap();
    assert_eq!(whats(&merged), ["shard 2 of 2 (2.json) has no platform tcg"]);
}

#[test]
fn nothing_is_counted_twice() {
    let (mut short, mut again) = (part(2, 2), part(2, 2));
    (short.0, short.1.complete, short.1.started) = ("short".into(), false, "2027".into());
    (again.0, again.1.started) = ("again".into(), "2026-02".into());
    let files = [parts(2), vec![short, again]].concat();
    let merged = merge(files).unwrap();
    assert_eq!(merged.document.platforms[0].benchmarks, platform(&NAMES).benchmarks);
    let out: Vec<_> = merged.left_out.iter().map(|l| (&l.file[..], &l.counted[..])).collect();
    assert_eq!(out, [("short", "again"), ("2.json", "again")]);
    assert!(merged.missing.is_empty());
}

/// What differs, where `change` makes the second of two parts another run's.
fn refused(change: impl Fn(&mut Document)) -> String {
    let mut files = parts(2);
    change(&mut files[1].1);
    merge(files).map_or_else(|e| e.to_string(), |merged| format!("{:?}", merged.differences))
}

#[test]
fn other_versions_kernels_and_machines_are_told_apart() {
    let lines = [
        ("tool.version: 1 → 2", refused(|d| d.tool.version = "2".into())),
        ("host.cpu: unknown → Z", refused(|d| d.host.cpu = "Z".into())),
        ("host.kernel: unknown → 6", refused(|d| d.host.kernel = "6".into())),
        ("platform.version: 1 → 9", refused(|d| d.platforms[0].version = "9".into())),
        ("settings.cpus: 0 → 4", refused(|d| d.settings.cpus = 4)),
        ("platform: unknown → tcg", refused(|d| d.platforms[0].platform = "tcg".into())),
        (
            "guest.kernel: unknown → 9",
            refused(|d| {
                let hello = results::Hello { kernel: "9".into(), ..results::Hello::default() };
                d.platforms[0].boots[0].guest.kernel = Some(hello);
            }),
        ),
        (
            "host.cpu: unknown → Z",
            refused(|d| {
                (d.host.cpu, d.platforms) = ("Z".into(), Vec::new());
            }),
        ),
    ];
    for (expected, message) in lines {
        assert!(message.starts_with("1.json and 2.json do not belong to one run"), "{message}");
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn what_does_not_matter_is_remarked() {
    let memory = refused(|d| d.host.memory = Some(7));
    assert!(memory.contains("host.memory") && !memory.contains("do not belong"), "{memory}");
    let counted = |d: &mut Document| {
        d.host.cpu = "Z".into();
        d.platforms[0].unit = Unit::Instructions;
    };
    let mut files = parts(2);
    files[0].1.platforms[0].unit = Unit::Instructions;
    counted(&mut files[1].1);
    assert_eq!(
        merge(files.clone()).unwrap().differences.len(),
        1,
        "instructions are the same everywhere"
    );
    files[1].1.platforms[0].label = "other".into();
    assert_eq!(merge(files).unwrap().differences.len(), 1, "also where no platform is on both");
}

#[test]
fn facts_of_one_machine_are_not_said_of_all() {
    let mut files = parts(2);
    for (number, (_, part)) in files.iter_mut().enumerate() {
        part.host.facts = [("rack", "7".to_owned()), ("node", number.to_string())]
            .map(|(n, v)| (n.into(), v))
            .into();
    }
    let merged = merge(files).unwrap();
    assert_eq!(merged.document.host.facts, [("rack".into(), "7".into())].into());
    assert_eq!(merged.differences, []);
}

#[test]
fn only_parts_of_one_division_are_taken() {
    let mixed = merge(vec![part(1, 2), part(2, 3)]).unwrap_err().to_string();
    assert!(mixed.contains("1.json is part 1/2, and 2.json is part 2/3"), "{mixed}");
    let mut whole = part(1, 1);
    whole.1.settings.shard = None;
    let whole = merge(vec![whole]).unwrap_err().to_string();
    assert!(whole.contains("1.json is not a part"), "{whole}");
    assert_eq!(merge(Vec::new()).unwrap().document, Document::default());
}

#[test]
fn a_run_began_with_its_first_part_and_was_as_disturbed_as_its_busiest() {
    let mut files = parts(3);
    let finding = |check: &str, level| results::Finding {
        check: check.to_owned(),
        level,
        found: String::new(),
        why: String::new(),
        command: None,
        advice: None,
    };
    for ((_, part), stolen) in files.iter_mut().zip([0.1, 0.5, 0.2]) {
        part.activity.stolen = Some(stolen);
        part.findings = vec![finding("steal", results::Level::Warn)];
    }
    files[1].1.findings =
        vec![finding("smt", results::Level::Ok), finding("cpu", results::Level::Bad)];
    files[2].1.started = "2025-12-31T00:00:00Z".to_owned();
    let document = merge(files).unwrap().document;
    assert_eq!(document.started, "2025-12-31T00:00:00Z");
    assert!(document.written > document.started, "{}", document.written);
    assert_eq!(document.activity.stolen, Some(0.5));
    let found: Vec<_> = document.findings.iter().map(|it| (&*it.check, it.level)).collect();
    assert_eq!(
        found,
        [
            ("cpu", results::Level::Bad),
            ("steal", results::Level::Warn),
            ("smt", results::Level::Ok)
        ],
        "each once, the worst first"
    );
}
