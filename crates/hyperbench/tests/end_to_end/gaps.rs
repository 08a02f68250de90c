//! Who takes the processor from a guest: watched, recorded, shown.

use ground::Arch;
use results::{Document, Taken};

use crate::common::log::Log;
use crate::common::{failed, folder, only, output, path, run, stderr, stdout};

fn taken(document: &Document) -> &Taken {
    only(document).benchmarks[0].taken.as_ref().expect("gaps were kept")
}

fn watch(more: &[&str]) -> Document {
    let one = ["--platform", "qemu-tcg", "--bench", "gaps", "--boots", "1", "--batches", "1"];
    let (document, code) = run(&[&one[..], more].concat());
    assert_eq!(code, 0, "{:?}", failed(&document));
    document
}

/// A watch lasts for a second of the guest's clock, whoever else is busy on the host.
#[test]
fn every_architecture_watches_for_a_second() {
    for arch in Arch::names() {
        let document = watch(&["--arch", arch]);
        let taken = taken(&document);
        let seconds = taken.watched as f64 / taken.hz.unwrap() as f64;
        assert!(seconds >= 1.0 && taken.least > 0, "{arch}: {taken:?}");
        let (series, sum) = (only(&document).boots[0].benchmarks[0].series.as_ref(), taken.ticks);
        let series = series.expect("it was sent");
        assert_eq!((&*series.what, series.windows.len()), ("gap", 1), "{arch}");
        let kept: u64 = series.points().map(|point| point.1).sum();
        assert!(kept == sum || (kept < sum && taken.missing > 0), "{arch}: {taken:?}");
    }
}

/// Where a tick is an instruction nobody can take one.
#[test]
fn nothing_is_taken_where_instructions_are_counted() {
    let document = watch(&["--deterministic", "--cpus", "1"]);
    let taken = taken(&document);
    assert_eq!((taken.gaps, taken.ticks), (0, 0), "{taken:?}");
}

/// Two seconds at 1 GHz, with a tick of 5 µs each 4 ms and a thief of 2 ms each 100 ms, and a gap that
/// comes once.
fn recorded() -> String {
    let mut log = Log::default().boot("gaps");
    log = log.record("begin", &[("bench", "gaps"), ("category", "idle")]);
    log = log.record("plan", &[("bench", "gaps"), ("n", "1"), ("batches", "2")]);
    for i in 0..2_u64 {
        let mut points: Vec<(u64, u64)> =
            (0..250).map(|k| (4_000_000 * k + 1_000, 5_000)).collect();
        points.extend((0..10).map(|k| (100_000_000 * k + 2_000_000, 2_000_000 - 10_000 * (k % 2))));
        points.extend((i == 1).then_some((333_333_333, 70_000)));
        points.sort_unstable();
        let (number, seen, from) = (i.to_string(), points.len().to_string(), 1_000_000_000 * i);
        for part in points.chunks(40) {
            let texts: Vec<String> =
                part.iter().map(|(at, value)| format!("{at}:{value}")).collect();
            log = log.record(
                "series",
                &[
                    ("bench", "gaps"),
                    ("what", "gap"),
                    ("i", &number),
                    ("from", &from.to_string()),
                    ("length", "1000000000"),
                    ("least", "100"),
                    ("seen", &seen),
                    ("points", &texts.join(",")),
                ],
            );
        }
        let own = 1_000_000_000 - points.iter().map(|point| point.1).sum::<u64>();
        let times = [("run", "1000000000"), ("control", &*own.to_string())];
        log = log.record("sample", &[&[("bench", "gaps"), ("i", &*number)][..], &times].concat());
    }
    log.record("end", &[("bench", "gaps"), ("status", "ok")]).done().text()
}

#[test]
fn a_recorded_watch_is_told_in_sentences_a_page_and_figures() {
    let folder = folder();
    let [log, results, page] = ["boot.log", "it.json", "it.html"].map(|name| path(&folder, name));
    std::fs::write(&log, recorded()).unwrap();
    let platform = format!("replay:{log},label=log");
    let shown = output(&["run", "--platform", &platform, "-o", &results]);
    assert!(shown.status.success(), "{}", stderr(&shown));
    let text = stdout(&shown).split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        "log, gaps: 2.1 % of 2.00 s was taken, in 521 gaps: half of them of at most 5.0 µs, the \
         longest of 2.0 ms.",
        "- every 100.0 ms for 2.0 ms: 2.0 %",
        "- every 4.000 ms for 5.0 µs: 0.1 %, as a tick of 250 Hz comes",
        "- irregular: < 0.01 %, 1 gap of up to 70 µs",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let report = output(&["report", &results, "-o", &page]);
    assert!(report.status.success(), "{}", stderr(&report));
    let page = std::fs::read_to_string(&page).unwrap();
    assert!(page.contains("id=\"taken\"") && page.contains("gaps on log, over time, boot 1"));
    for figure in ["series:gaps:log", "lengths:gaps:log"] {
        let drawn = output(&["report", &results, "--figure", figure, "-o", "-"]);
        assert!(stdout(&drawn).contains("521 points"), "{figure}: {}", stderr(&drawn));
    }
}
