use super::*;
use results::{
    Boot, BootFigure, ConsoleHealth, Estimate, PlatformRun, Resolution, Spread, Status, Stop, Unit,
};

const SHAPE: Shape = Shape { layout: Layout::Wide, all_ratios: false };

/// A benchmark whose batches lie up to 1 % off `value`.
fn summary(name: &str, category: &str, value: f64) -> Summary {
    let costs = (0..7).map(|i| value * (0.99 + f64::from(i) / 300.0)).collect();
    let estimate = Estimate::of(costs).unwrap();
    let ci = estimate.ci95.unwrap();
    Summary {
        value: Some(value),
        low: Some(ci.low),
        high: Some(ci.high),
        estimate: Some(estimate),
        resolution: Some(Resolution::Resolved),
        ..Summary::without_value(name, category, Status::Ok, String::new())
    }
}

fn run(label: &str, benchmarks: Vec<Summary>) -> PlatformRun {
    PlatformRun {
        label: label.into(),
        platform: label.into(),
        spec: label.into(),
        version: "TESTER 1.2 (distribution)".into(),
        benchmarks,
        boots: vec![Boot::default()],
        ..PlatformRun::default()
    }
}

fn document() -> Document {
    let broken =
        |status, reason: &str| Summary::without_value("ipi", "exception", status, reason.into());
    let mut fast = run("fast", vec![summary("in", "io", 1234.5), summary("out", "io", 2.0)]);
    fast.benchmarks.insert(0, broken(Status::Skipped, "needs 2 CPUs"));
    let mut slow =
        run("slow", vec![broken(Status::Hung, "nothing was heard"), summary("in", "io", 2469.0)]);
    slow.boots[0].console =
        ConsoleHealth { records: 9, damaged: 2, lost: 3, ..ConsoleHealth::default() };
    slow.boots[0].notes.push("CPU 3 did not start".into());
    let mut document =
        Document { baseline: "fast".into(), platforms: vec![fast, slow], ..Document::default() };
    document.tool.version = "9.9".into();
    document.settings.cpus = 1;
    document.settings.memory = 64 << 20;
    document.host.cpu = "Some CPU".into();
    document.host.kernel = "6.1".into();
    document
}

#[test]
fn the_table_shows_costs_ratios_and_why_there_are_none() {
    let expected = "\
HyperBench 9.9: cost of one operation, and its ratio to fast

 machine  Some CPU, Linux 6.1
 fast     TESTER 1.2, 1 CPU, 64 MiB
 slow     TESTER 1.2, 1 CPU, 64 MiB

 category    benchmark              fast         slow   ratio
──────────────────────────────────────────────────────────────
 exception   ipi         skipped [1]        hung [2]
 io          in            1,235 ± 12      2,469 ± 25   2.00×
             out           2.000 ± 0.020

 [1] fast: needs 2 CPUs
 [2] slow: nothing was heard
 note: slow, boot 1: console records: 9 intact, 2 damaged, 3 missing
 note: slow, boot 1: the guest notes: CPU 3 did not start

 fast: 2 ok, 1 skipped
 slow: 1 ok, 1 hung
";
    assert_eq!(render(&document(), false), expected);
}

#[test]
fn as_many_platforms_stand_side_by_side_as_there_is_room_for() {
    let labels = ["a", "b", "c", "d", "e", "f"];
    let benchmark = || summary("in", "io", 1234.5);
    let mut document = document();
    document.platforms = labels.map(|label| run(label, vec![benchmark()])).into();
    document.baseline = "a".into();
    let heads = |room| {
        let tables = costs_tables(&document, &mut Footnotes::default(), SHAPE, false, room);
        let head =
            |table| style::text(table).lines().next().unwrap_or_default().replace("ratio", "");
        let leading = |word: &&str| ["category", "benchmark"].contains(word);
        let labels = |head: String| head.split_whitespace().skip_while(leading).collect();
        tables.iter().map(head).map(labels).collect()
    };
    let expect = |room, expected: &[&str]| {
        let heads: Vec<String> = heads(room);
        assert_eq!(heads, expected, "{room:?}");
    };
    expect(None, &["abcde", "f"]);
    expect(Some(1), &["a", "b", "c", "d", "e", "f"]);
    expect(Some(80), &["abc", "de", "f"]);
    expect(Some(300), &["abcdef"]);
}

#[test]
fn categories_are_lines_where_a_platform_has_too_little_room_beside_them() {
    let mut document = document();
    document.platforms[1].benchmarks[1].spread = Some(Spread { within: None, between: Some(0.5) });
    let text = |room| -> Vec<String> {
        let tables = costs_tables(&document, &mut Footnotes::default(), SHAPE, false, Some(room));
        tables.iter().map(style::text).collect()
    };
    let expected = "\
benchmark         slow   ratio   between
                                    boots
──────────────────────────────────────────
 exception
   ipi        hung [2]
 io
   in        2,469 ± 25   2.00×      50 %
   out
";
    assert_eq!(text(50)[1].trim_start(), expected);
    assert!(text(70)[1].starts_with(" category "), "{}", text(70)[1]);
}

#[test]
fn boots_precision_and_what_is_below_resolution_are_shown() {
    let mut document = document();
    document.platforms.remove(1);
    document.settings.precision_ppm = Some(10_000);
    let benchmarks = &mut document.platforms[0].benchmarks;
    benchmarks[1].spread = Some(Spread { within: Some(0.01), between: Some(0.0234) });
    benchmarks[1].stopped = Some(Stop::Budget);
    let boot = BootFigure {
        round: 1,
        cost: None,
        n: 1,
        batches: 7,
        median: 1000.0,
        low: Some(995.0),
        high: Some(1012.3),
        stopped: Some(Stop::Budget),
    };
    benchmarks[1].boots = vec![boot; 2];
    benchmarks[2].value = None;
    benchmarks[2].resolution = Some(Resolution::Below);
    benchmarks[2].stopped = Some(Stop::Precise);
    let expected = "\
category    benchmark                    fast   between boots
───────────────────────────────────────────────────────────────
 exception   ipi                  skipped [1]
 io          in                     1,235 ± 12           2.3 %
             out         below resolution

 [1] fast: needs 2 CPUs
 below resolution: the interval of benchmark minus control includes zero

 fast: 2 ok, 1 skipped
 fast: sampling ended at the precision of 1 %: 1, when its time was over: 1
";
    let text = render(&document, false);
    assert_eq!(&text[text.find("category").unwrap()..], expected, "{text}");
}

#[test]
fn colours_only_repeat_what_the_words_say() {
    let coloured = render(&document(), true);
    assert!(coloured.contains("\u{1b}["));
    let mut plain = String::new();
    let mut chars = coloured.chars();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' => drop(chars.find(char::is_ascii_alphabetic)),
            _ => plain.push(c),
        }
    }
    assert!(plain.contains("hung [2]"));
}

#[test]
fn one_platform_needs_no_ratio_and_an_empty_document_no_table() {
    let mut one = document();
    one.platforms.truncate(1);
    assert!(!render(&one, false).contains("  ratio"));
    let empty = Document { platforms: Vec::new(), ..document() };
    assert!(!render(&empty, false).contains("benchmark "));
}

#[test]
fn a_baseline_that_is_missing_or_not_positive_or_counts_something_else_gives_no_ratio() {
    let mut document = document();
    document.platforms[1].unit = Unit::Instructions;
    let (slow, fast) = (&document.platforms[1], &document.platforms[0]);
    assert_eq!(document.ratio(slow, &slow.benchmarks[1]), None);
    assert_eq!(document.ratio(fast, &fast.benchmarks[1]).map(|ratio| ratio.value), Some(1.0));
    document.platforms[1].unit = Unit::Cycles;
    document.platforms[0].benchmarks[1].value = Some(0.0);
    let slow_in = document.platforms[1].benchmarks[1].clone();
    assert_eq!(document.ratio(&document.platforms[1], &slow_in), None);
    document.platforms[0].benchmarks.remove(1);
    assert_eq!(document.ratio(&document.platforms[1], &slow_in), None);
}
