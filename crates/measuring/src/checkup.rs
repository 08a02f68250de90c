//! The doctor's part in a run: what the machine is like before, and what it did meanwhile.

use crate::platforms;
use crate::session::Job;
use doctor::machine::{Activity, Machine, Window};
use doctor::{Check, Context, Needs};
use ground::Arch;
use results::{Document, HostActivity};
use system::output::tell;

/// An examination that begins before a run and ends after it.
pub(crate) struct Checkup {
    machine: Machine,
    /// What can be said only afterwards; empty when no guest runs on this machine.
    late: Vec<&'static Check>,
    before: Activity,
    needs: Needs,
}

impl Checkup {
    /// Describes the machine in `document`, and says on the standard error what of it will
    /// spoil the figures worst. That takes milliseconds.
    pub(crate) fn begin(jobs: &[Job], document: &mut Document) -> Self {
        let machine = Machine::here();
        let before = machine.activity();
        let modules: Vec<_> =
            jobs.iter().flat_map(|job| job.platform.about().host_modules).collect();
        document.host = machine.environment(&modules.into_iter().copied().collect::<Vec<_>>());
        document.activity.load_before = before.load;

        let live = jobs.iter().map(|job| job.platform).filter(|platform| platform.about().is_live);
        let live: Vec<_> = live.collect();
        let checks = if live.is_empty() { Vec::new() } else { platforms::checks(&live) };
        let (late, early): (Vec<_>, Vec<_>) = checks.into_iter().partition(|c| c.over_time);
        let settings = &document.settings;
        let arch = jobs.first().map_or_else(Arch::native, |job| job.config.arch);
        let needs = Needs { arch, cpus: settings.cpus, memory: settings.memory };
        let checkup = Self { machine, late, before, needs };
        checkup.note(&early, None, document);
        checkup
    }

    /// Adds to `document` what the machine did since the beginning.
    pub(crate) fn end(&self, document: &mut Document) {
        let window =
            Window { before: self.before.clone(), after: self.machine.activity(), pace: None };
        document.activity = HostActivity {
            load_before: window.before.load,
            load_after: window.after.load,
            stolen: window.stolen(),
            throttled: window.throttled(),
        };
        self.note(&self.late, Some(&window), document);
    }

    fn note(&self, checks: &[&Check], window: Option<&Window>, document: &mut Document) {
        let context = Context { machine: &self.machine, needs: self.needs, window };
        let findings = doctor::examine(&context, checks);
        // Counted instructions are the same on every machine.
        let line = doctor::in_one_line(&findings).filter(|_| !document.settings.deterministic);
        if let Some(line) = line {
            tell(line);
        }
        document.findings.extend(findings);
        doctor::sort(&mut document.findings);
    }
}
