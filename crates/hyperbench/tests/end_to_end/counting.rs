//! Counted instructions on the emulator.

use results::Status;

use crate::common::{arch_with, clean_boot, executable, folder, path, result, run};

#[test]
fn the_plugin_counts_exactly_the_operations() {
    let arch = &arch_with("sgdt").name;
    let benches = ["--bench", "{sgdt,lgdt,in,out}", "--arch", arch, "--batches", "6"];
    for mode in [&["--deterministic"][..], &[]] {
        let what = ["--platform", "qemu-tcg", "--events=10000"];
        let (document, code) = run(&[&what[..], &benches, mode].concat());
        assert_eq!(code, 0);
        for name in ["sgdt", "lgdt", "in", "out"] {
            let events = result(&document, name).events.as_ref().expect("they were counted");
            let event = events.counters[name];
            assert_eq!((events.n, event.run, event.control), (10_000, 10_000, 0), "{name}");
            assert_eq!(event.per_operation.to_bits(), 1.0_f64.to_bits());
        }
    }
}

#[test]
fn a_qemu_without_plugins_measures_all_the_same_and_says_that_nothing_is_counted() {
    let folder = folder();
    let program = path(&folder, "qemu");
    let arch = arch_with("sgdt");
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *-plugin*) echo 'no plugins' >&2; exit 1;; esac\n\
         exec {} \"$@\"\n",
        arch.qemu.binary
    );
    executable(&program, &script);
    let platform = format!("qemu-tcg:binary={program}");
    let what = ["--arch", &arch.name, "--bench", "sgdt", "--events", "--platform", &platform];
    let (document, code) = run(&what);
    assert_eq!((code, result(&document, "sgdt").status), (0, Status::Ok));
    assert_eq!(result(&document, "sgdt").events, None);
    let notes = &clean_boot(&document).notes;
    assert!(notes.iter().any(|note| note.contains("no events are counted")), "{notes:?}");
}
