//! External timing in a table for people: what the channel can tell, what was left out, and
//! where the guest's clock disagrees.

use crate::digits::{figure, grouped};
use results::channels::ExternalTiming;
use results::{Boot, Document, Measured, PlatformRun};

/// One line and more a platform that was timed by the host; nothing for the others.
pub(crate) fn lines(document: &Document) -> String {
    let lines = document.platforms.iter().flat_map(|run| {
        let timed = run.boots.iter().filter_map(|boot| Some((boot, boot.timing.as_ref()?)));
        let lines = timed.flat_map(|(boot, timing)| boot_lines(boot, timing));
        lines.map(move |line| format!(" {}: {line}\n", run.label))
    });
    lines.collect()
}

/// What is to be known of where the threads of a platform ran, the same thing only once.
pub(crate) fn placement_remarks(run: &PlatformRun) -> Vec<String> {
    let mut remarks: Vec<String> = Vec::new();
    for placement in run.boots.iter().filter_map(|boot| boot.placement.as_ref()) {
        for remark in &placement.remarks {
            if !remarks.contains(remark) {
                remarks.push(remark.clone());
            }
        }
    }
    remarks
}

fn boot_lines(boot: &Boot, timing: &ExternalTiming) -> Vec<String> {
    let mut lines = vec![channel(timing)];
    lines.extend(timing.problem.clone());
    lines.extend(left_out(boot));
    lines.extend(disagreements(boot));
    lines
}

fn channel(timing: &ExternalTiming) -> String {
    let Some(idle) = timing.idle else {
        return format!("timed by {}: none of its marks reached the host", timing.channel);
    };
    format!(
        "timed by {}: idle {} ± {} ticks (median ± sd of {} windows{}){}",
        timing.channel,
        figure(idle.median),
        figure(idle.sd),
        grouped(&idle.windows.to_string()),
        if idle.flagged > 0 { format!(", {} left out", idle.flagged) } else { String::new() },
        timing.clocks.map_or_else(String::new, |clocks| {
            let (apart, length) = (figure(clocks.disagreement), figure(clocks.length));
            format!("; in windows of {length} ticks it differs from the guest's counter by {apart}")
        }),
    )
}

/// Batches left out because the host was away at their marks.
fn left_out(boot: &Boot) -> Option<String> {
    let external = || boot.benchmarks.iter().filter_map(|m| m.external.as_ref());
    let flagged: usize = external().map(|e| e.flagged).sum();
    let all: usize = external().map(|e| e.batches.len()).sum();
    (flagged > 0).then(|| {
        let (flagged, all) = (grouped(&flagged.to_string()), grouped(&all.to_string()));
        format!("{flagged} of {all} batches left out: the host was away at their marks")
    })
}

/// Benchmarks of which the guest's clock tells something else than the host's.
fn disagreements(boot: &Boot) -> Option<String> {
    let disagreeing = |measured: &Measured| {
        let apart = measured.external.as_ref()?.disagreement.filter(|apart| apart.exceeds)?;
        let sign = if apart.median < 0.0 { "−" } else { "+" };
        Some(format!("{} {sign}{}", measured.name, figure(apart.median.abs())))
    };
    let found: Vec<_> = boot.benchmarks.iter().filter_map(disagreeing).collect();
    (!found.is_empty()).then(|| {
        format!(
            "by the host's clock an operation takes other than by the guest's, beyond what the \
             channel can tell: {}",
            found.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::channels::{Channel, Known, KnownWindows};
    use results::{Disagreement, External, Placement, PlatformRun};

    fn run() -> PlatformRun {
        let mut timing = ExternalTiming::new(Channel::Mailbox, 0.4);
        let known = |internal| Known { external: Some(internal + 150.0), internal };
        let (idle, empty) = (vec![known(0.0); 9], vec![known(0.0); 3]);
        timing.assess(&KnownWindows { idle, empty, spin: vec![known(1e6); 3] }, None);
        let mut measured = Measured::unfinished("a", "test", "");
        let apart = Disagreement { median: -12.0, resolution: 3.0, exceeds: true };
        measured.external =
            Some(External { flagged: 2, disagreement: Some(apart), ..External::default() });
        let remarks = vec!["vCPU 0 and vCPU 1 share CPU 0".to_owned()];
        let placement = Some(Placement { remarks, ..Placement::default() });
        let boot =
            Boot { timing: Some(timing), placement, benchmarks: vec![measured], ..Boot::default() };
        PlatformRun {
            label: "p".into(),
            platform: "p".into(),
            spec: "p".into(),
            boots: vec![boot.clone(), boot],
            ..PlatformRun::default()
        }
    }

    #[test]
    fn the_channel_what_was_left_out_and_a_lying_clock_are_told() {
        let document = Document { platforms: vec![run()], ..Document::default() };
        let text = lines(&document);
        assert!(text.contains(" p: timed by mailbox: idle 150 ± 0.00 ticks"), "{text}");
        assert!(text.contains("2 of 0 batches left out"), "{text}");
        assert!(text.contains("beyond what the channel can tell: a −12.0"), "{text}");
    }

    #[test]
    fn the_same_remark_of_two_boots_comes_once() {
        assert_eq!(placement_remarks(&run()), ["vCPU 0 and vCPU 1 share CPU 0"]);
    }

    #[test]
    fn internal_timing_has_nothing_to_say() {
        let mut run = run();
        run.boots.iter_mut().for_each(|boot| boot.timing = None);
        assert_eq!(lines(&Document { platforms: vec![run], ..Document::default() }), "");
    }
}
