//! Joins the guest's records with the windows that the host has seen.

use std::sync::Arc;

use monitors::timing::Windows;
use results::channels::{Known, KnownWindows, Window};
use results::{Boot, ExternalBatch, Measured};

/// Joins them for one boot whose `timing` is external.
pub(super) struct Timekeeper {
    windows: Arc<Windows>,
    known: KnownWindows,
}

impl Timekeeper {
    /// Takes the windows from here.
    pub(super) fn new(windows: Arc<Windows>) -> Self {
        Self { windows, known: KnownWindows::default() }
    }

    /// The guest says what its counter showed of windows whose content is known.
    pub(super) fn learn(&mut self, said: &protocol::KnownWindows, boot: &mut Boot) {
        let Some(timing) = &mut boot.timing else { return };
        let list = match said.kind.as_str() {
            "idle" => &mut self.known.idle,
            "empty" => &mut self.known.empty,
            "spin" => &mut self.known.spin,
            _ => return,
        };
        for (number, ticks) in (said.first..).zip(&said.ticks) {
            let window = self.windows.take(number).filter(|window| !window.flagged);
            let external = window.map(|window| window.ticks() as f64);
            list.push(Known { external, internal: *ticks as f64 });
        }
        let hz = boot.guest.timer.as_ref().and_then(|timer| timer.hz);
        timing.assess(&self.known, hz);
    }

    /// Puts the host's times of the last sample of `boot` beside it.
    pub(super) fn join(&self, boot: &mut Boot) {
        let hz = boot.guest.timer.as_ref().and_then(|timer| timer.hz);
        let (Some(timing), Some(measured)) = (&boot.timing, boot.benchmarks.last_mut()) else {
            return;
        };
        let Some(sample) = measured.samples.last() else { return };
        let take = |mark: Option<u64>| -> Option<Window> { self.windows.take(mark?) };
        let windows = [take(sample.run_mark), take(sample.control_mark)];
        let batch = ExternalBatch::new(sample, windows, timing.rate(hz), timing.ns_per_tick);
        measured.external.get_or_insert_default().push(batch);
    }

    /// The running benchmark of `boot` has ended.
    pub(super) fn conclude(boot: &mut Boot) {
        let (Some(timing), Some(measured)) = (&boot.timing, boot.benchmarks.last_mut()) else {
            return;
        };
        let Measured { external: Some(external), samples, plan: Some(plan), .. } = measured else {
            return;
        };
        external.compare(samples, plan.n, timing);
    }
}
