//! A guest that is paused in the middle of a measurement.

use std::thread::sleep;
use std::time::Duration;

use results::{Boot, Document, Estimate};
use tempfile::TempDir;

use crate::common::{
    find_program, folder, only, output, path, signal, start, stderr, stdout, try_signal,
    wait_for_begin,
};

/// How long the guest is paused.
const PAUSE: Duration = Duration::from_millis(200);

/// The console log's name.
const LOG: &str = "console.log";

/// The pause may hit the short time between two batches; then it is tried again.
const TRIES: usize = 5;

#[test]
fn a_pause_moves_no_median_beyond_its_interval_and_is_visible() {
    let (document, folder) = (0..TRIES).find_map(|_| paused()).expect("a pause hits a batch");
    let boot = &only(&document).boots[0];
    let after = boot.benchmarks[0].estimate.as_ref().unwrap();
    let before = Estimate::of(undisturbed(boot)).unwrap();
    assert!(before.interval().unwrap().contains(after.median), "{before:?} {after:?}");
    assert!(after.interval().unwrap().contains(before.median), "{before:?} {after:?}");
    assert!(after.outliers.severe > 0, "{after:?}");
    let table = stdout(&output(&["run", "--platform", &format!("replay:{}", path(&folder, LOG))]));
    let line = table.lines().find(|line| line.contains("severe outliers")).unwrap();
    assert!(line.contains("in in,") && line.contains(" ms"), "{line}");
}

/// Pauses a guest while it measures; `None` if no batch was hit.
fn paused() -> Option<(Document, TempDir)> {
    let folder = folder();
    let (log, file) = (path(&folder, LOG), path(&folder, "run.json"));
    let run = start(&[
        "run",
        "--platform",
        "qemu-tcg:option=budget=10000 reference=off",
        "--bench",
        "in",
        "--iterations",
        "20000",
        "--batches",
        "400",
        "--keep-log",
        &log,
        "-o",
        &file,
    ]);
    wait_for_begin(&log, "in");
    sleep(PAUSE / 4);
    if let Some(qemu) = find_program(run.id()).filter(|qemu| try_signal(*qemu, "STOP")) {
        sleep(PAUSE);
        signal(qemu, "CONT");
    }
    let output = run.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let document: Document =
        serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    let boot = &only(&document).boots[0];
    let hit = undisturbed(boot).len() < boot.benchmarks[0].samples.len();
    hit.then_some((document, folder))
}

/// The costs of the batches of the only benchmark that the pause did not hit.
fn undisturbed(boot: &Boot) -> Vec<f64> {
    let measured = &boot.benchmarks[0];
    let n = measured.plan.as_ref().unwrap().n as f64;
    let costs = measured.costs();
    let median = measured.estimate.as_ref().unwrap().median;
    let hz = boot.guest.timer.as_ref().unwrap().hz.unwrap() as f64;
    let most = PAUSE.as_secs_f64() * hz / 2.0;
    costs.into_iter().filter(|cost| (cost - median).abs() * n < most).collect()
}
