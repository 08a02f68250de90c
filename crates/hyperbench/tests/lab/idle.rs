//! What a guest costs that has nothing to do.

use results::Document;

use crate::columns::{built, figures};
use crate::common::{output, run, stderr};
use crate::split::{count, part};

/// Per second outside, of a thousand million instructions: how often the idle guest labelled `label`
/// halts, and what the hypervisor executes for it.
fn idle(document: &Document, label: &str) -> [f64; 2] {
    let bench = "idle-second";
    let seconds = figures(document, label)[bench] / 1e9;
    let halts = count(document, label, bench, "exit_hlt");
    [halts / seconds, part(document, label, bench, "hypervisor") / seconds]
}

/// A tick of Linux' is 4 ms of its own clock. Told that the counter advances at a quarter of its rate, it
/// ticks four times as often.
#[test]
fn an_idle_guest_whose_tick_comes_four_times_as_often_is_left_four_times_as_often() {
    if !built() {
        return;
    }
    let guest = output(&["guest", "build"]);
    assert!(guest.status.success(), "{}", stderr(&guest));
    let ticks = "lab-kvm-npt:linux=nohz=off";
    let platforms = [
        format!("{ticks},label=plain"),
        format!("{ticks} no-kvmclock tsc_early_khz=250000 tsc=reliable,label=fast"),
    ];
    let mut arguments = vec!["--guest", "linux", "--bench", "idle-second", "--events"];
    arguments.extend(["--batches", "1"]);
    arguments.extend(platforms.iter().flat_map(|platform| ["--platform", platform]));
    let (document, code) = run(&arguments);
    assert_eq!(code, 0);
    let [plain, fast] = ["plain", "fast"].map(|label| idle(&document, label));
    assert!((245.0..260.0).contains(&plain[0]), "{plain:?}");
    assert!((980.0..1040.0).contains(&fast[0]), "{fast:?}");
    assert!(
        (2.5..4.5).contains(&(fast[1] / plain[1])),
        "a tick costs about the same: {plain:?} {fast:?}"
    );
}
