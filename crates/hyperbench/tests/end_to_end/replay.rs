//! Recorded logs of every kind, through the same path as a live guest.

use crate::common::log::Log;
use crate::common::{self, folder, only, output, path, result, run, stderr, stdout};
use proptest::prelude::*;
use results::{Document, Status};

/// Runs a replay of `log`.
fn replay(log: impl AsRef<[u8]>) -> (Document, i32) {
    let folder = folder();
    let file = path(&folder, "boot.log");
    std::fs::write(&file, log).unwrap();
    run(&["--platform", &format!("replay:{file},label=log")])
}

fn status(document: &Document, name: &str) -> Status {
    result(document, name).status
}

#[test]
fn a_good_log_is_measured() {
    let log = Log::default().noise("SeaBIOS (version 1.16)\r\n\x1b[2J").boot("a,b,c");
    let log = log.measured("a").noise("...........").noise("\n").measured("b");
    let log = log.record("begin", &[("bench", "c"), ("category", "test")]);
    let log = log.record("end", &[("bench", "c"), ("status", "skipped"), ("reason", "needs tea")]);
    let (document, code) = replay(log.done().text());
    assert_eq!(code, 0);
    assert_eq!(result(&document, "a").value, Some(5.0));
    assert_eq!(result(&document, "b").category, "test");
    assert_eq!(result(&document, "c").reason, "needs tea");
    let boot = &only(&document).boots[0];
    assert_eq!((boot.start.hello_ns, boot.start.boot_ns), (None, Some(5000)));
}

/// A recording does not know where it comes from, but the guest may have found out.
#[test]
fn figures_of_an_emulator_are_marked_by_what_the_guest_has_found() {
    for (name, marked) in [("tcg", 1), ("kvm", 0)] {
        let folder = folder();
        let file = path(&folder, "boot.log");
        let log = Log::default().boot("a").record("hypervisor", &[("name", name)]).measured("a");
        std::fs::write(&file, log.done().text()).unwrap();
        let table = stdout(&output(&["run", "--platform", &format!("replay:{file}")]));
        assert_eq!(table.matches("emulated, as the guest has found").count(), marked, "{table}");
    }
}

#[test]
fn csv_is_as_promised() {
    let folder = folder();
    let file = path(&folder, "boot.log");
    std::fs::write(&file, Log::default().boot("a").measured("a").done().text()).unwrap();
    let spec = format!("replay:{file},label=\"x\",unit=instructions");
    let output = output(&["run", "--format", "csv", "--platform", &spec]);
    let expected = "platform,benchmark,category,status,unit,value,low,high,ratio,reason,\
                    typical,ratio_low,ratio_high\n\
                    \"\"\"x\"\"\",a,test,ok,instructions,5.0,,,1.0,,,,\n";
    assert_eq!(stdout(&output), expected);
}

#[test]
fn a_truncated_log_keeps_what_it_has_and_says_what_is_missing() {
    let log = Log::default().boot("a,b,c").measured("a").started("b").text();
    let (document, code) = replay(&log[..log.len() - 30]);
    assert_eq!(code, 4);
    assert_eq!(status(&document, "a"), Status::Ok);
    assert_eq!(status(&document, "b"), Status::Crashed);
    assert!(result(&document, "b").reason.contains("the log ends"));
    assert_eq!(status(&document, "c"), Status::Crashed);
    assert_eq!(only(&document).boots[0].benchmarks[1].samples.len(), 2);
}

#[test]
fn a_log_that_ends_between_two_benchmarks_is_not_taken_for_whole() {
    let log = Log::default().boot("a").measured("a").text();
    let (document, code) = replay(log);
    assert_eq!((status(&document, "a"), code), (Status::Ok, 3));
    assert!(only(&document).failure.as_ref().unwrap().contains("before it was done"));
}

#[test]
fn garbled_records_are_counted_and_named() {
    let good = Log::default().boot("a,b,c").measured("a").measured("b").measured("c").done().text();
    let garbled: Vec<_> = good
        .lines()
        .enumerate()
        .map(|(place, line)| match place {
            // A batch of a, the end of b, the beginning of c.
            5 | 14 | 15 => line.replace("bench", "bunch"),
            _ => line.to_owned(),
        })
        .collect();
    let (document, code) = replay(garbled.join("\n"));
    assert_eq!(code, 4);
    assert_eq!(result(&document, "a").reason, "1 batches are missing or damaged (i=0)");
    assert!(result(&document, "b").reason.contains("end record is missing or damaged"));
    assert_eq!(status(&document, "c"), Status::Ok);
    let boot = &only(&document).boots[0];
    assert_eq!((boot.console.damaged, boot.console.lost), (3, 3));
    assert_eq!(boot.benchmarks[1].samples.len(), 3, "the samples of b are kept");
    assert!(boot.console.damage[0].contains("checksum does not match"));
}

#[test]
fn several_boots_in_one_log_are_one_run() {
    let log = Log::default().boot("a,b,c").measured("a").started("b");
    let log = log.boot("c").measured("c").done();
    let (document, code) = replay(log.text());
    assert_eq!(code, 4);
    let statuses = ["a", "b", "c"].map(|name| status(&document, name));
    assert_eq!(statuses, [Status::Ok, Status::Crashed, Status::Ok]);
    assert_eq!(only(&document).boots.len(), 2);
}

#[test]
fn a_panic_shows_the_registers() {
    let log = Log::default().boot("a,b").started("a");
    let log = log.record("panic", &[("what", "page fault"), ("ip", "0x1234"), ("rax", "0x5")]);
    let (document, _) = replay(log.text());
    let reason = &result(&document, "a").reason;
    assert!(reason.contains("page fault") && reason.contains("rax=0x5"), "{reason}");
}

#[test]
fn hostile_logs_neither_crash_nor_fool_the_tool() {
    let huge = u64::MAX.to_string();
    let sample = [("bench", "a"), ("i", huge.as_str()), ("run", &huge), ("control", "0")];
    let log = Log::default().boot("a,a,,b").record("begin", &[("bench", "a")]);
    let log = log.record("plan", &[("bench", "a"), ("n", "0"), ("batches", &huge)]);
    let log = log.record("sample", &sample).record("sample", &sample);
    let log = log.record("end", &[("bench", "a"), ("status", "ok")]).measured("a");
    let log = log.noise(&"@hb1 ".repeat(50_000)).noise("\n\0\u{1b}[999999999;").noise("\n");
    let log = log.noise(&common::log::record(u64::MAX, "note", &[("text", "\\\"")])).noise("\n");
    let (document, code) = replay(log.measured("b").text());
    assert_eq!(code, 4);
    assert_eq!(status(&document, "a"), Status::Crashed);
}

#[test]
fn a_log_that_the_tool_kept_replays_to_the_same_results() {
    let folder = folder();
    let file = path(&folder, "console.log");
    let benches = ["--bench", "{in,out,print,ipi,sgdt}"];
    let live = ["--platform", "qemu-tcg", "--keep-log", &file];
    let (live, code) = run(&[&live[..], &benches].concat());
    assert_eq!(code, 0);
    let (again, code) = run(&["--platform", &format!("replay:{file}")]);
    assert_eq!(code, 0);
    assert_eq!(only(&live).boots[0].benchmarks, only(&again).boots[0].benchmarks);
    assert_eq!(only(&live).boots[0].guest, only(&again).boots[0].guest);
}

#[test]
fn a_log_without_records_is_refused_in_one_sentence() {
    let folder = folder();
    let file = path(&folder, "empty.log");
    for content in ["", "SeaBIOS\nBooting from ROM\n", "@hb1 0 hello kernel=1 *00000000\n"] {
        std::fs::write(&file, content).unwrap();
        let output = output(&["run", "--platform", &format!("replay:{file}")]);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains("empty.log") && message.contains("next:"), "{message}");
    }
}

#[test]
fn benchmarks_of_a_log_can_be_chosen() {
    let folder = folder();
    let file = path(&folder, "boot.log");
    let log = Log::default().boot("a,b").measured("a").measured("b").done().text();
    std::fs::write(&file, log).unwrap();
    let spec = format!("replay:{file}");
    let (document, _) = run(&["--platform", &spec, "--bench", "b"]);
    assert_eq!(only(&document).benchmarks.len(), 1);
    let none = output(&["run", "--platform", &spec, "--bench", "z"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(stderr(&none).contains("holds none of the benchmarks"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever happens to a log on its way, the tool ends by itself with a documented code.
    #[test]
    fn a_mangled_log_always_ends_well(
        cut in any::<prop::sample::Index>(),
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
    ) {
        let log = Log::default().boot("a,b,c").measured("a").measured("b").measured("c").done();
        let mut log = log.text().into_bytes();
        for (at, byte) in flips {
            let at = at.index(log.len());
            log[at] = byte;
        }
        log.truncate(cut.index(log.len()) + 1);
        let folder = folder();
        let file = path(&folder, "boot.log");
        std::fs::write(&file, log).unwrap();
        let output = output(&["run", "--format", "json", "--platform", &format!("replay:{file}")]);
        let code = output.status.code();
        prop_assert!(matches!(code, Some(0 | 2 | 3 | 4)), "{code:?} {}", stderr(&output));
        if code != Some(2) {
            common::check(&serde_json::from_str(&stdout(&output)).unwrap());
        }
    }
}

/// The ways in which text reaches a log from a console: what each does to a good one.
fn on_the_way(way: usize, log: &str) -> String {
    let lines = || log.lines().enumerate();
    let each = |change: &dyn Fn(usize, &str) -> String| -> String {
        lines().map(|(place, line)| change(place, line) + "\n").collect()
    };
    match way % 6 {
        0 => each(&|place, line| format!("[{place:5}.000001] {line}")),
        1 => each(&|_, line| format!("Nov 23 01:02:03 host qemu[77]: {line}\x1b[0m\r")),
        2 => each(&|_, line| line.replace(" control=", " \x1b[1mcontrol\x1b[0m=")),
        3 => each(&|_, line| {
            let width = 40 + way;
            let cut: Vec<_> = line.as_bytes().chunks(width).map(String::from_utf8_lossy).collect();
            cut.iter().map(|part| part.trim_end()).collect::<Vec<_>>().join("\r\n")
        }),
        4 => each(&|place, line| format!("{line}\n{}", "login: ".repeat(place % 4))),
        _ => each(&|_, line| format!("> {line}   ")),
    }
}

#[test]
fn logs_lose_nothing_on_their_way_that_a_checksum_can_bring_back() {
    let log = Log::default().boot("a,b").measured("a").measured("b").done();
    let good = log.boot("a,b").measured("a").measured("b").done().text();
    let folder = folder();
    let files: Vec<_> = (0..30).map(|way| path(&folder, &format!("way-{way}.log"))).collect();
    for (way, file) in files.iter().enumerate() {
        std::fs::write(file, on_the_way(way, &good)).unwrap();
    }
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let output = output(&[&["ingest", "--json"], &files[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let document: Document = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document.platforms.len(), 30);
    for run in &document.platforms {
        let batches: usize =
            run.boots.iter().flat_map(|b| &b.benchmarks).map(|b| b.samples.len()).sum();
        let lost: u64 = run.boots.iter().map(|boot| boot.console.lost).sum();
        assert_eq!((run.boots.len(), batches, lost), (2, 12, 0), "{}", run.label);
    }
    assert_eq!(document.platforms[7].label, "way-7");
}

#[test]
fn what_a_log_has_lost_is_named_and_costs_nothing_else() {
    let good = Log::default().boot("a,b").measured("a").measured("b").done().text();
    let folder = folder();
    let file = path(&folder, "cloud.txt");
    std::fs::write(&file, good.replacen("i=1 ", "i=l ", 1)).unwrap();
    let output = output(&["ingest", &file, "--label", "cloud"]);
    let table = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(table.contains("cloud") && table.contains("1 batches are missing"), "{table}");
}
