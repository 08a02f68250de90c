use super::*;
use results::{
    Boot, Estimate, Finding, GuestEnvironment, Level, PlatformRun, Resolution, Status, Summary,
    Timer,
};

/// A benchmark whose figure is known to a hundredth.
fn summary(name: &str, category: &str, value: f64) -> Summary {
    let estimate = Estimate::of((0..7).map(|i| value * (0.99 + f64::from(i) / 300.0)).collect());
    let ci = estimate.as_ref().unwrap().ci95.unwrap();
    Summary {
        value: Some(value),
        low: Some(ci.low),
        high: Some(ci.high),
        estimate,
        resolution: Some(Resolution::Resolved),
        ..Summary::without_value(name, category, Status::Ok, String::new())
    }
}

/// A platform at 2 GHz with 25 operations of five categories, each `times` as dear.
fn run(label: &str, times: f64) -> PlatformRun {
    let one = |n: usize| summary(&format!("op-{n}"), &format!("kind-{}", n % 5), 200.0 * times);
    let clock = Timer { hz: Some(2_000_000_000), ..Timer::default() };
    let guest = GuestEnvironment { timer: Some(clock), ..GuestEnvironment::default() };
    PlatformRun {
        label: label.into(),
        platform: label.into(),
        benchmarks: (0..25).map(one).collect(),
        boots: vec![Boot { guest, ..Boot::default() }],
        ..PlatformRun::default()
    }
}

fn emulator(label: &str) -> PlatformRun {
    PlatformRun { caveat: "emulated: figures are its own".into(), ..run(label, 0.1) }
}

fn document(platforms: Vec<PlatformRun>) -> Document {
    let finding = |check: &str, level| Finding {
        check: check.into(),
        level,
        found: "something that takes a few words to say, on this machine".into(),
        why: "A sentence that says at some length why this matters. ".repeat(3),
        command: None,
        advice: None,
    };
    let mut document = Document {
        complete: true,
        baseline: platforms[0].label.clone(),
        platforms,
        started: "2026-11-24T10:00:00Z".into(),
        written: "2026-11-24T10:01:05Z".into(),
        findings: vec![
            finding("small", Level::Warn),
            finding("big", Level::Bad),
            finding("fine", Level::Ok),
        ],
        ..Document::default()
    };
    document.host.cpu = "Some CPU".into();
    document.host.cpus = Some(2);
    document
}

/// The screen of 80 columns, with `change` of what is wanted.
fn shown(document: Document, change: impl FnOnce(&mut Answers)) -> String {
    let operation = |n: usize| {
        let summary = format!("Do the thing number {n} that takes many words to say (THING)");
        let operation = Operation { summary, is_answered: n >= 15 };
        ((GuestKind::Bare, format!("op-{n}")), operation)
    };
    let operations: Operations = (0..25).map(operation).collect();
    let mut of = Answers {
        counted: None,
        all: false,
        ratios: false,
        operations: &operations,
        natives: &["native"],
        words: "",
        name: Some("2026-11-24-1"),
    };
    change(&mut of);
    screen(&SideBySide::new(vec![(String::new(), document)]), &of, false, 80)
}

#[test]
fn three_platforms_fit_a_screen() {
    let text =
        shown(document(vec![run("kvm", 1.0), run("qemu-kvm", 1.5), emulator("tcg")]), |_| ());
    assert!(text.lines().count() <= 30, "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.starts_with("HyperBench · Some CPU, 2 CPUs · 1 min 5 s\n! big: "), "{text}");
    let row = text.lines().find(|line| line.contains(" op-15 ")).unwrap();
    assert!(
        row.starts_with(" Do the thing number") && row.ends_with("100 ns     150 ns   10.0 ns"),
        "{row}"
    );
    for part in ["tcg*", "* emulator", "… 15 more: hyperbench show --all", "Saved as 2026-11-24-1."]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// In a VM what its own processes pay stands below what guests do, in a table of its own.
#[test]
fn three_platforms_and_the_machines_own_processes_fit_a_screen() {
    let host = PlatformRun { guest: GuestKind::Linux, ..run("host", 1.0) };
    let platforms = vec![run("kvm", 1.0), run("qemu-kvm", 1.5), emulator("tcg"), host];
    let text = shown(document(platforms), |of| of.natives = &["host"]);
    assert!(text.lines().count() <= 30, "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let heads: Vec<_> = text.lines().filter(|line| line.contains(" benchmark ")).collect();
    assert!(heads[0].ends_with("tcg*") && !heads[0].contains("host"), "{text}");
    assert!(text.contains("… 42 more: ") && text.matches(" more: ").count() == 1, "{text}");
    assert!(heads[1].ends_with("host") && !heads[1].contains("kvm"), "{text}");
    assert!(text.contains("No native platform here"), "of another kind of guests: {text}");
}

#[test]
fn rows_are_those_that_others_than_the_processor_answer() {
    let text = shown(document(vec![run("kvm", 1.0)]), |_| ());
    for n in 0..25 {
        assert_eq!(text.contains(&format!(" op-{n} ")), n >= 15, "{n}: {text}");
    }
    let all = shown(document(vec![run("kvm", 1.0)]), |of| of.all = true);
    assert!(all.contains(" op-3 ") && !all.contains("more: "), "{all}");
}

#[test]
fn the_finding_is_what_the_intervals_say() {
    let says = |platforms, words: &str| {
        let text = shown(document(platforms), |_| ());
        assert!(text.contains(words), "{words}: {text}");
    };
    says(vec![run("a", 1.0), run("b", 1.0)], " b against a: no measurable difference in any of 25");
    let mut b = run("b", 1.0);
    b.benchmarks[3] = summary("op-3", "kind-3", 300.0);
    b.benchmarks[4] = summary("op-4", "kind-4", 150.0);
    says(
        vec![run("a", 1.0), b],
        " b against a: op-3 costs 1.50× as much; others: 1 cheaper, 23 alike.",
    );
    // An emulator is not set against a hypervisor, and is no reference for one.
    let text = shown(document(vec![emulator("tcg"), run("kvm", 1.0)]), |_| ());
    assert!(!text.contains("against") && !text.contains('×'), "{text}");
    let asked = shown(document(vec![emulator("tcg"), run("kvm", 1.0)]), |of| of.ratios = true);
    assert!(asked.contains("10.0×"), "{asked}");
}

#[test]
fn figures_have_the_unit_that_is_wanted_or_their_own() {
    let cell = |platform: PlatformRun, counted| {
        let text = shown(document(vec![platform]), |of| (of.counted, of.all) = (counted, true));
        let row = text.lines().find(|line| line.contains(" op-16 ")).expect(&text).to_owned();
        row.split_once("op-16").unwrap().1.trim().to_owned()
    };
    assert_eq!(cell(run("a", 1.0), None), "100 ns");
    assert_eq!(cell(run("a", 123_456.0), None), "12.3 ms");
    assert_eq!(cell(run("a", 9.996), None), "1.00 µs");
    assert_eq!(cell(run("a", 1.0), Some(Counted::Cycles)), "200 cycles");
    let counts = PlatformRun { unit: results::Unit::Instructions, ..run("a", 1.0) };
    assert_eq!(cell(counts, None), "200 instr.");
    let no_clock = PlatformRun { boots: Vec::new(), ..run("a", 1.0) };
    assert_eq!(cell(no_clock, None), "200 cycles");
    let mut wide = run("a", 1.0);
    (wide.benchmarks[16].low, wide.benchmarks[16].high) = (Some(170.0), Some(242.0));
    assert_eq!(cell(wide.clone(), None), "100 ns ±21 %");
    let text = shown(document(vec![wide]), |of| of.all = true);
    let end = |row: &str| text.lines().find(|line| line.contains(row)).unwrap().find(" ns");
    assert_eq!(end(" op-15 "), end(" op-16 "), "figures stand one below the other: {text}");
    assert!(text.contains("± 95 % interval"), "{text}");
    let mut rough = run("a", 1.0);
    (rough.benchmarks[16].low, rough.benchmarks[16].high) = (Some(50.0), Some(900.0));
    assert_eq!(cell(rough.clone(), None), "~100 ns");
    (rough.benchmarks[16].value, rough.benchmarks[16].resolution) = (None, Some(Resolution::Below));
    assert_eq!(cell(rough, Some(Counted::Ns)), "< 450 ns");
}

#[test]
fn what_failed_is_said_first() {
    let mut lame = run("lame", 1.0);
    lame.benchmarks[2] =
        Summary::without_value("op-2", "kind-2", Status::Hung, "nothing was heard of it".into());
    let mut early = document(vec![run("kvm", 1.0), lame]);
    early.complete = false;
    let text = shown(early, |_| ());
    let warnings: Vec<_> = text.lines().filter(|line| line.starts_with('!')).collect();
    assert!(warnings[0].contains("ended before it was over"), "{text}");
    assert_eq!(warnings[1], "! lame: 1 of 25 failed: nothing was heard of it");
}
