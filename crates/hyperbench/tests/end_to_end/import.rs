//! Figures of kvm-unit-tests beside our own. The log is of its vmexit on QEMU 7.2's emulator.

use crate::common::{folder, output, path, stderr, stdout};
use results::{Resolution, Status, parse};

const LOG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/kvm-unit-tests.log");

#[test]
fn a_log_of_vmexit_becomes_results_with_our_names() {
    let folder = folder();
    let file = path(&folder, "kut.json");
    let import = output(&["import", LOG, "-o", &file]);
    assert!(import.status.success(), "{}", stderr(&import));
    let document = parse(std::fs::read(&file).unwrap(), "kut.json").unwrap();
    let run = &document.platforms[0];
    let find = |name: &str| run.find(name).unwrap();
    let cpuid = find("cpuid");
    assert_eq!((cpuid.value, cpuid.category.as_str()), (Some(389.0), "identification"));
    assert_eq!(cpuid.resolution, Some(Resolution::Resolved));
    assert_eq!(find("self_ipi_tpr:ipi").category, "elsewhere");
    assert_eq!(find("tscdeadline").status, Status::Skipped);
    let shown = stdout(&output(&["show", &file]));
    assert!(shown.contains("not measured here") && shown.contains("cpuid"), "{shown}");
}

#[test]
fn a_cut_log_keeps_what_it_has_and_a_hostile_one_is_refused() {
    let folder = folder();
    let log = std::fs::read(LOG).unwrap();
    let cut = path(&folder, "cut.log");
    let end = log.windows(7).position(|part| part == b"mov_dr ").unwrap();
    std::fs::write(&cut, &log[..end + 5]).unwrap();
    let shown = stdout(&output(&["import", &cut, "--format", "csv"]));
    assert!(shown.contains("cpuid") && !shown.contains("mov"), "{shown}");
    let hostile = path(&folder, "hostile.log");
    std::fs::write(
        &hostile,
        [b"\x1b]0;title\x07 1\n\xff\xfe 7\n".as_slice(), &[0; 9_999]].concat(),
    )
    .unwrap();
    for (log, words) in [(hostile.as_str(), "has no figures"), ("/nonexistent", "cannot be read")] {
        let refused = output(&["import", log]);
        assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
        assert!(stderr(&refused).contains(words) && !stderr(&refused).contains('\u{1b}'));
    }
}
