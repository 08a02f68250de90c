use super::*;

fn ours(theirs: &str) -> Option<Name<'static>> {
    let names = [("vmcall", "hypercall"), ("hyp_call", "hypercall"), ("lat_pipe", "pipe")];
    let name = |(their, name): &(&str, &'static str)| (*their == theirs).then_some(*name);
    names.iter().find_map(name).map(|name| Name { name, category: "ours" })
}

/// Names and costs, by a counter with a tick in a nanosecond.
fn figures(suite: Suite, log: &str) -> Vec<(String, Option<f64>)> {
    let document = import(suite, log, ours, Some(1_000_000_000), "theirs").unwrap();
    let all = document.platforms[0].benchmarks.iter();
    all.map(|s| (s.name.clone(), s.value)).collect()
}

fn expect(suite: Suite, log: &str, expected: &[(&str, Option<f64>)]) {
    let expected: Vec<_> = expected.iter().map(|(n, v)| ((*n).to_owned(), *v)).collect();
    assert_eq!(figures(suite, log), expected);
}

#[test]
fn cycles_of_vmexit_get_our_names_and_what_has_none_keeps_its_own() {
    let log = "enabling apic\ncr0 = 80010011\nvmcall 1250\n  eoi ipi_x 7\n\
               mov_dr 5\nmov_dr 6\ntscdeadline (skipped)\nPM timer port is 608\n";
    let expected = [
        ("hypercall", Some(1250.0)),
        ("ipi_x:eoi", Some(7.0)),
        ("mov_dr", Some(5.0)),
        ("tscdeadline", None),
    ];
    expect(Suite::KvmUnitTests, log, &expected);
}

#[test]
fn times_of_micro_bench_are_ticks_of_its_counter() {
    let log = "Timer Frequency 62500000 Hz (Output in microseconds)\n\
               hyp_call    24844976.0      380.8\nipi_hw test skipped\n1 2 3\n";
    let document = import(Suite::KvmUnitTests, log, ours, None, "theirs").unwrap();
    assert_eq!(document.platforms[0].find("hypercall").unwrap().value, Some(23.8));
    expect(Suite::KvmUnitTests, log, &[("hypercall", Some(380.8)), ("ipi_hw", None)]);
}

#[test]
fn tables_of_lmbench_are_put_into_the_form_of_ours() {
    let log = "Pipe latency: 3.5 microseconds\nSelect on 10 tcp fd's: 0.5 microseconds\n\
               Pagefaults on /tmp/a: b: 0.25 microseconds\nFile x write bandwidth: 9 KB/sec\n8 4\n\
               \"size=16k ovr=0.5\n8 4\n\n\"File system latency\n10k\t9\t100000\t400000\n\
               \"mappings\n0.5 22\n";
    let expected = [
        ("pipe", Some(3500.0)),
        ("lat_select tcp 10", Some(500.0)),
        ("lat_pagefault", Some(250.0)),
        ("lat_ctx 8p/16k", Some(32_000.0)),
        ("lat_fs 10k", Some(12_500.0)),
    ];
    expect(Suite::Lmbench, log, &expected);
}

#[test]
fn figures_of_perf_bench_are_of_the_heading_above_them() {
    let log = "9 usecs/op\n# Running 'syscall/basic' benchmark:\n  0.5 usecs/op\n  2000000 ops/sec\n\
               # Running 'mem/memcpy' benchmark:\n# function 'default' (glibc's)\n\
               # Copying 1MB bytes ...\n  2 GB/sec\n  7 cycles/byte\n";
    let expected = [("syscall basic", Some(500.0)), ("mem memcpy default", Some(488_281.25))];
    expect(Suite::PerfBench, log, &expected);
}

#[test]
fn what_has_no_figure_or_no_rate_is_refused_and_an_endless_log_is_cut() {
    let refused = |suite, log: &str| import(suite, log, ours, None, "theirs").unwrap_err();
    let huge = "cpuid 18446744073709551616";
    for log in ["", "\u{1b}[2Jcpuid\n", huge, "tscdeadline (skipped)", "cpuid 0"] {
        for suite in Suite::ALL {
            assert_eq!(refused(suite, log), Refusal::NoFigures, "{log:?}");
        }
    }
    for time in ["inf", "NaN", "-1", "1e999"] {
        let log = format!("Simple read: {time} microseconds\n\"size=0k ovr=1\n2 {time}\n");
        assert_eq!(refused(Suite::Lmbench, &log), Refusal::NoFigures, "{time}");
    }
    assert_eq!(refused(Suite::Lmbench, "Pipe latency: 1 microseconds"), Refusal::NoRate);
    assert_eq!(refused(Suite::KvmUnitTests, "Timer Frequency 0 Hz\nx 1.0 1.0"), Refusal::NoRate);
    let endless: String = (0..5000).map(|i| format!("n{i} 1\n")).collect();
    assert_eq!(figures(Suite::KvmUnitTests, &endless).len(), MOST);
}

#[test]
fn what_has_a_name_here_comes_first() {
    let expected = [("hypercall", Some(9.0)), ("mov_dr", Some(5.0))];
    expect(Suite::KvmUnitTests, "mov_dr 5\nvmcall 9\n", &expected);
}

#[test]
fn imported_figures_are_a_platform_of_a_document() {
    let log = "Pipe latency: 3.5 microseconds\nSimple read: 0 microseconds\n";
    let document = import(Suite::Lmbench, log, ours, Some(1_000_000_000), "theirs").unwrap();
    let run = &document.platforms[0];
    assert_eq!(document.baseline().unwrap(), run);
    assert_eq!((&*run.label, &*run.platform, &*run.spec), ("theirs", "imported", "theirs"));
    assert!(run.caveat.contains("lmbench, imported, not measured here"), "{}", run.caveat);
    assert_eq!(run.guest, ground::GuestKind::Linux);
    assert_eq!((document.schema_version, document.complete), (SCHEMA_VERSION, true));
    assert!(document.host.cpu.starts_with("unknown"));
    assert_eq!(document.settings.suite, "lmbench");
    let resolutions = run.benchmarks.iter().map(|it| (&*it.name, it.resolution));
    let expected =
        [("pipe", Some(Resolution::Resolved)), ("lat_syscall read", Some(Resolution::Below))];
    assert_eq!(resolutions.collect::<Vec<_>>(), expected);
}

#[test]
fn lines_that_only_look_like_figures_are_none() {
    let expected = [("mov_dr", Some(5.0))];
    let log = "mov_dr 5\nCPUID 6\na/b 7\neoi X 8\neoi a/b 9\nn +1.0 +2.0\n";
    expect(Suite::KvmUnitTests, log, &expected);
    let log = "Pipe latency: 3.5 microseconds\n\"other\n10k\t9\t100000\t400000\n";
    expect(Suite::Lmbench, log, &[("pipe", Some(3500.0))]);
}

#[test]
fn amounts_of_perf_bench_have_units_of_1024() {
    let log = |size: &str, rate: &str| {
        format!("# Running 'mem/memcpy' benchmark:\n# Copying {size} bytes ...\n  {rate}/sec\n")
    };
    for (size, rate, ns) in [("512B", "1 KB", 5e8), ("2KB", "4 KB", 5e8), ("1GB", "512 MB", 2e9)] {
        expect(Suite::PerfBench, &log(size, rate), &[("mem memcpy ", Some(ns))]);
    }
}

#[test]
fn suites_have_names_on_the_command_line_and_in_the_catalogue() {
    assert_eq!(Suite::ALL.map(Suite::name), ["kvm-unit-tests", "lmbench", "perf-bench"]);
    assert_eq!(Suite::ALL.map(Suite::short), ["kut", "lmbench", "perf bench"]);
    let guests = [ground::GuestKind::Bare, ground::GuestKind::Linux, ground::GuestKind::Linux];
    assert_eq!(Suite::ALL.map(Suite::guest), guests);
    for suite in Suite::ALL {
        assert!(suite.caveat().contains(suite.name()), "{}", suite.caveat());
    }
}
