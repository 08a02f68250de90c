//! The doctor on the machine at hand, whatever state that is in.

use results::{Document, Finding, Level};

use crate::common::log::Log;
use crate::common::{folder, output, path, run, stderr, stdout};

const MEASURE: [&str; 7] =
    ["run", "--format", "json", "--platform", "qemu-tcg", "--bench", "hot-access"];

fn run_once(more: &[&str]) -> (Document, String) {
    let output = output(&[&MEASURE, more].concat());
    (serde_json::from_str(&stdout(&output)).unwrap(), stderr(&output))
}

#[test]
fn it_lists_every_check_worst_first_and_the_exit_code_tells_whether_any_is_bad() {
    let output = output(&["doctor", "--json"]);
    let findings: Vec<Finding> = serde_json::from_str(&stdout(&output)).unwrap();
    assert!(findings.len() > 20);
    assert!(findings.is_sorted_by(|one, next| one.level >= next.level), "{findings:?}");
    assert!(findings.iter().all(|f| !f.found.is_empty() && f.why.ends_with('.')));
    let code = if findings.iter().any(|f| f.level == Level::Bad) { 6 } else { 0 };
    assert_eq!(output.status.code(), Some(code));
    assert_eq!(stderr(&output), "");
}

#[test]
fn it_speaks_to_people_and_to_scripts() {
    let text = stdout(&output(&["doctor"]));
    assert!(!text.contains('\x1b') && text.contains(" checks: "), "{text}");
    let csv = stdout(&output(&["doctor", "--format", "csv"]));
    assert!(csv.starts_with("check,level,found,why,command,advice\n"), "{csv}");
    assert_eq!(output(&["doctor", "--json", "--format", "csv"]).status.code(), Some(2));
    let unknown = output(&["doctor", "--platform", "quemu"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("next:"));
}

#[test]
fn it_looks_at_what_the_platforms_named_need() {
    let text = stdout(&output(&["doctor", "--platform", "qemu-tcg", "--cpus", "1000"]));
    assert!(text.contains("1001 wanted") && !text.contains("kvm-backend"), "{text}");
}

#[test]
fn a_run_keeps_what_the_machine_was_like() {
    let (document, message) = run_once(&[]);
    let troubles = document.findings.iter().any(|finding| finding.level.is_trouble());
    assert_eq!(message.contains("hyperbench doctor"), troubles, "{message}");
    for check in ["load", "qemu", "steal"] {
        assert!(document.findings.iter().any(|finding| finding.check == check), "{check}");
    }
    assert!(document.activity.load_before.is_some() && document.activity.load_after.is_some());
    assert!(document.host.kernel_version.is_some());
}

#[test]
fn counted_instructions_need_no_doctor() {
    let (document, message) = run_once(&["--deterministic"]);
    assert!(!message.contains("doctor") && !document.findings.is_empty(), "{message}");
}

#[test]
fn a_recording_says_nothing_of_this_machine() {
    let folder = folder();
    let file = path(&folder, "boot.log");
    std::fs::write(&file, Log::default().boot("a").measured("a").done().text()).unwrap();
    let (document, _) = run(&["--platform", &format!("replay:{file}")]);
    assert!(document.findings.is_empty(), "{:?}", document.findings);
}
