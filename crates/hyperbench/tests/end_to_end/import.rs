//! Figures of other suites beside our own. The logs are recorded; their first lines say where.

use crate::common::{arch_with, folder, output, path, stderr, stdout};
use results::{PlatformRun, Resolution, Status, parse};

const LOGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/imports");

/// Results whose counter makes 2,499,697,388 ticks in a second.
const OURS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/partial.json");

fn log(name: &str) -> String {
    format!("{LOGS}/{name}.log")
}

/// What `import` makes of a log, and what `show` says of it.
fn imported(arguments: &[&str]) -> (PlatformRun, String) {
    let folder = folder();
    let file = path(&folder, "theirs.json");
    let import = output(&[&["import"], arguments, &["-o", &file]].concat());
    assert!(import.status.success(), "{}", stderr(&import));
    let mut document = parse(std::fs::read(&file).unwrap(), "theirs.json").unwrap();
    (document.platforms.remove(0), stdout(&output(&["show", &file, "--details"])))
}

#[test]
fn a_log_of_vmexit_becomes_results_with_our_names() {
    let (run, shown) = imported(&["kvm-unit-tests", &log("vmexit")]);
    let find = |name: &str| run.find(name).unwrap();
    let cpuid = find("cpuid");
    assert_eq!((cpuid.value, cpuid.category.as_str()), (Some(389.0), "identification"));
    assert_eq!(cpuid.resolution, Some(Resolution::Resolved));
    assert_eq!(find("self_ipi_tpr:ipi").category, "elsewhere");
    assert_eq!(find("tscdeadline").status, Status::Skipped);
    assert!(shown.contains("not measured here") && shown.contains("cpuid"), "{shown}");
}

#[test]
fn times_of_micro_bench_become_ticks_of_the_counter_that_it_names() {
    let arch = &arch_with("mmio-vgic-read").name;
    let (run, _) = imported(&["kvm-unit-tests", &log("micro-bench"), "--arch", arch]);
    // 379.0 ns at 62.5 MHz.
    assert_eq!(run.find("hypercall").unwrap().value, Some(23.6875));
    assert_eq!(run.find("mmio-vgic-read").unwrap().category, "interrupt");
    assert_eq!(run.find("ipi_hw").unwrap().status, Status::Skipped);
}

#[test]
fn times_of_lmbench_and_perf_bench_become_ticks_of_our_own_counter() {
    let (run, shown) = imported(&["lmbench", &log("lmbench"), "--like", OURS]);
    let value =
        |run: &PlatformRun, name: &str| format!("{:.0}", run.find(name).unwrap().value.unwrap());
    // 0.6516 us, and 16 times 0.93 us for once round 16 processes.
    assert_eq!(value(&run, "getppid"), "1629");
    assert_eq!(value(&run, "lat_ctx 16p/0k"), "37195");
    assert!(shown.contains("not measured here") && shown.contains("pipe-round-trip"), "{shown}");
    let (run, _) = imported(&["perf-bench", &log("perf-bench"), "--like", OURS]);
    assert_eq!(value(&run, "getppid"), "218");
    assert_eq!(value(&run, "pipe-round-trip"), "14065");
    assert_eq!(run.find("mem memcpy default").unwrap().category, "elsewhere");
}

/// What a study has printed is, as a log, the column that the tool has of that study.
#[test]
fn a_log_of_published_figures_is_the_published_column() {
    let (run, _) = imported(&["lmbench", &log("study-native"), "--like", OURS]);
    let published = analysis::reference::find("study-native").unwrap();
    let published = &published.platforms[0].benchmarks;
    assert_eq!(run.benchmarks.len(), published.len());
    for theirs in published {
        // Cycles of its processor, and ticks of the counter of OURS.
        let [theirs_us, us] =
            [(theirs.value, 2330.0), (run.find(&theirs.name).unwrap().value, 2_499.697_388)]
                .map(|(value, mhz)| value.unwrap() / mhz);
        assert!((theirs_us / us - 1.0).abs() < 1e-9, "{}: {theirs_us} us, {us} us", theirs.name);
    }
}

#[test]
fn a_cut_log_keeps_what_it_has() {
    let folder = folder();
    let cut = path(&folder, "cut.log");
    for (suite, name, until, kept, lost) in [
        ("kvm-unit-tests", "vmexit", "mov_dr ", "cpuid", "mov"),
        ("kvm-unit-tests", "micro-bench", "425.0", "hypercall", "vgic"),
        ("lmbench", "lmbench", "155 microseconds", "pipe-round-trip", "unix"),
        ("perf-bench", "perf-bench", " usecs/op\n       11", "", "getppid"),
        ("perf-bench", "perf-bench", "26800 usecs/op", "getppid", "pipe"),
    ] {
        let log = std::fs::read_to_string(log(name)).unwrap();
        let end = log.find(until).unwrap();
        std::fs::write(&cut, &log[..end]).unwrap();
        let import = output(&["import", suite, &cut, "--like", OURS, "--format", "csv"]);
        let shown = stdout(&import);
        assert!(shown.contains(kept) && !shown.contains(lost), "{name}: {shown}");
        assert_eq!(import.status.code(), Some(if kept.is_empty() { 2 } else { 0 }), "{name}");
    }
}

#[test]
fn what_is_hostile_or_has_no_figures_or_no_rate_is_refused() {
    let folder = folder();
    let hostile = path(&folder, "hostile.log");
    let garbage = b"\x1b]0;t\x07 1\n\xff\xfe 7\nTimer Frequency 99999999999999999999 Hz\n\x1b[2J 1.0 1.0\n\
        Pipe latency: 1e999 microseconds\nSelect on \x1b[2J fd's: 1 microseconds\n\"size=\x1b[2J \n2 1\n\
        # Running '\x1b[2J' benchmark:\n 7 usecs/op\n# Copying -1MB bytes\n 0 GB/sec\n";
    std::fs::write(&hostile, [garbage.as_slice(), &[0; 9_999]].concat()).unwrap();
    let refused = |arguments: &[&str], words: &str| {
        let refused = output(&[&["import"], arguments].concat());
        let error = stderr(&refused);
        assert_eq!(refused.status.code(), Some(2), "{error}");
        assert!(error.contains(words) && !error.contains('\u{1b}'), "{error}");
    };
    for suite in ["kvm-unit-tests", "lmbench", "perf-bench"] {
        refused(&[suite, &hostile, "--like", OURS], "has no figures");
        refused(&[suite, "/nonexistent"], "cannot be read");
    }
    // It checks what firmware answers, and times nothing.
    refused(&["kvm-unit-tests", &log("sbi"), "--like", OURS], "has no figures");
    refused(&["lmbench", &log("lmbench")], "says not how many cycles");
    let imported = path(&folder, "imported.json");
    output(&["import", "kvm-unit-tests", &log("vmexit"), "-o", &imported]);
    refused(&["lmbench", &log("lmbench"), "--like", &imported], "says not at which rate");
}

#[test]
fn what_a_text_is_need_not_be_said() {
    for (name, expected) in
        [("vmexit", "kvm-unit-tests"), ("lmbench", "lmbench"), ("perf-bench", "perf-bench")]
    {
        let (run, _) = imported(&[&log(name), "--like", OURS]);
        assert_eq!(run.label, expected);
    }
    let folder = folder();
    let console = path(&folder, "board.txt");
    let recorded = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/consoles/batches.log");
    std::fs::copy(recorded, &console).unwrap();
    for command in ["import", "ingest"] {
        let said = stdout(&output(&[command, &console]));
        assert!(said.contains("board"), "{command}: {said}");
    }
    let prose = path(&folder, "prose.txt");
    std::fs::write(&prose, "Nothing that anybody has measured.\n").unwrap();
    let refused = output(&["import", &prose]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("nothing that can be imported"), "{}", stderr(&refused));
}
