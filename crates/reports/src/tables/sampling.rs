//! How the sampling went: why it ended, and what disturbed it.

use super::latencies;
use crate::cost::{BELOW, FACTOR_MEANS, has_factor, relative_margin};
use crate::digits::{figure, grouped, percent};
use results::{Boot, Document, Levels, Measured, Method, PlatformRun, Stop, Summary, Unit};
use stats::sorted::Sorted;

/// Benchmarks that a line names; of the others it says how many there are.
const FEW: usize = 8;

/// Explains what stands in the table for costs that are not known well.
pub(crate) fn legend(document: &Document) -> String {
    if latencies::are_in(document) {
        return latencies::LEGEND.to_owned();
    }
    let summaries = || document.platforms.iter().flat_map(|run| &run.benchmarks);
    let mut text = String::new();
    if summaries().any(Summary::is_below_resolution) {
        text += &format!(" {BELOW}: the interval of benchmark minus control includes zero\n");
    }
    if summaries().any(has_factor) {
        text += FACTOR_MEANS;
    }
    text
}

/// Under the outcomes, one or two lines a platform.
pub(crate) fn lines(document: &Document) -> String {
    let asked = document.settings.precision_ppm.map(|ppm| f64::from(ppm) / 1e4);
    let lines = document.platforms.iter().flat_map(|run| {
        let about = [lone_boot(run), typical(run), scaled(run), levels(run)];
        let lines = about.into_iter().chain([stops(run, asked), disturbances(run)]);
        lines.flatten().map(move |line| format!(" {}: {line}\n", run.label))
    });
    lines.collect()
}

/// What a single boot leaves out.
fn lone_boot(run: &PlatformRun) -> Option<String> {
    let is_measured = |s: &Summary| s.value.is_some() && relative_margin(s) != Some(0.0);
    let is_lone = |s: &Summary| is_measured(s) && s.boots.len() == 1;
    let of_boots = run.unit == Unit::Cycles && run.benchmarks.iter().any(is_lone);
    of_boots.then(|| {
        "one boot: its intervals leave out how boots and neighbours differ, often ten times as \
         much; --boots 5 shows it"
            .to_owned()
    })
}

/// How much dearer operations were than where nobody disturbs, where that is worth a word.
fn typical(run: &PlatformRun) -> Option<String> {
    let dearer = |s: &Summary| Some(s.typical? / s.value?);
    let ratios = Sorted::new(run.benchmarks.iter().filter_map(dearer).collect())?;
    (ratios.median() > 1.1).then(|| {
        format!(
            "costs are of quiet moments; over all batches they were {:.1} times as high in the \
             middle, {:.1} times at most (typical in CSV and JSON)",
            ratios.median(),
            ratios.max()
        )
    })
}

/// The operations' own levels.
fn levels(run: &PlatformRun) -> Option<String> {
    let text = |s: &Summary| {
        let Levels { low, high, share_high } = s.levels?;
        Some(format!("{} {} or {} ({})", s.name, figure(low), figure(high), percent(share_high)))
    };
    let texts: Vec<_> = run.benchmarks.iter().filter_map(text).collect();
    (!texts.is_empty()).then(|| format!("two levels of their own: {}", first_few(&texts)))
}

/// The first of `texts`, and how many there are besides.
pub(super) fn first_few(texts: &[String]) -> String {
    let (shown, others) = texts.split_at(texts.len().min(FEW));
    let more =
        if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
    shown.join(", ") + &more
}

/// The benchmarks for which too few batches were quiet.
fn scaled(run: &PlatformRun) -> Option<String> {
    let is_scaled = |s: &&Summary| {
        let method = s.estimate.as_ref().and_then(|estimate| estimate.ci95).map(|ci| ci.method);
        method == Some(Method::ScaledBoots)
    };
    let names: Vec<_> = run.benchmarks.iter().filter(is_scaled).map(|s| s.name.clone()).collect();
    let names = (!names.is_empty()).then(|| first_few(&names))?;
    Some(format!("too few quiet batches, so scaled by the machine's speed: {names}"))
}

/// Why sampling ended, where not simply because all batches had been taken.
fn stops(run: &PlatformRun, asked: Option<f64>) -> Option<String> {
    let order = [Stop::Precise, Stop::Batches, Stop::Supply, Stop::Budget];
    let parts: Vec<_> = order.into_iter().filter_map(|stop| stopped(run, stop, asked)).collect();
    let by_plan = run.benchmarks.iter().all(|s| matches!(s.stopped, None | Some(Stop::Batches)));
    (!parts.is_empty() && !by_plan).then(|| format!("sampling ended {}", parts.join(", ")))
}

fn stopped(run: &PlatformRun, stop: Stop, asked: Option<f64>) -> Option<String> {
    let count = run.benchmarks.iter().filter(|s| s.stopped == Some(stop)).count();
    let precision = asked.map(|percent| format!(" of {percent} %")).unwrap_or_default();
    let text = match stop {
        Stop::Precise => format!("at the precision{precision}: {count}"),
        Stop::Batches => format!("after all batches: {count}"),
        Stop::Supply => format!("for want of material: {count}"),
        Stop::Budget => format!("when its time was over: {count}"),
    };
    (count > 0).then_some(text)
}

/// The severe outliers, and how long the worst disturbance lasted.
fn disturbances(run: &PlatformRun) -> Option<String> {
    let parts = run.boots.iter().flat_map(|boot| boot.benchmarks.iter().map(move |m| (boot, m)));
    let parts: Vec<_> = parts.filter(|(_, measured)| measured.estimate.is_some()).collect();
    let estimates = || parts.iter().filter_map(|(_, measured)| measured.estimate.as_ref());
    let severe: usize = estimates().map(|estimate| estimate.outliers.severe).sum();
    let batches: usize = estimates().map(|estimate| estimate.batches).sum();
    let disturbed = parts.iter().filter_map(|(boot, m)| Some((*boot, *m, disturbance(m)?)));
    let (boot, measured, ticks) = disturbed.max_by(|a, b| a.2.total_cmp(&b.2))?;
    let (severe, batches) = (grouped(&severe.to_string()), grouped(&batches.to_string()));
    let length = duration(ticks, run.unit, boot);
    Some(format!(
        "{severe} of {batches} batches are severe outliers, kept in; the worst, in {}, is off by \
         {length}",
        measured.name
    ))
}

/// `ticks` as time, where the counter's frequency says what that is.
fn duration(ticks: f64, unit: Unit, boot: &Boot) -> String {
    let hz = boot.guest.timer.as_ref().and_then(|timer| timer.hz).filter(|hz| *hz > 0);
    match hz.filter(|_| unit == Unit::Cycles) {
        Some(hz) => time(ticks / hz as f64),
        None => format!("{} {unit}", grouped(&format!("{ticks:.0}"))),
    }
}

/// A time in the unit in which it has one to three digits before the point.
fn time(seconds: f64) -> String {
    let (value, unit) = match seconds {
        long if long >= 1.0 => (seconds, "s"),
        some if some >= 1e-3 => (seconds * 1e3, "ms"),
        few if few >= 1e-6 => (seconds * 1e6, "µs"),
        _ => (seconds * 1e9, "ns"),
    };
    let decimals = usize::from(value < 10.0);
    format!("{value:.decimals$} {unit}")
}

/// By how many ticks the severe outlier that is farthest from the median lies off it.
fn disturbance(measured: &Measured) -> Option<f64> {
    let estimate = measured.estimate.as_ref()?;
    let farthest = estimate.outliers.farthest?;
    let n = measured.plan.as_ref()?.n;
    Some((farthest - estimate.median).abs() * n as f64)
}

#[cfg(test)]
mod tests {
    use super::{first_few, time};

    #[test]
    fn a_line_names_a_few() {
        let names = |count: usize| (0..count).map(|n| n.to_string()).collect::<Vec<_>>();
        assert_eq!(first_few(&names(3)), "0, 1, 2");
        assert_eq!(first_few(&names(8)), "0, 1, 2, 3, 4, 5, 6, 7");
        assert_eq!(first_few(&names(100)), "0, 1, 2, 3, 4, 5, 6, 7 and 92 more");
    }

    #[test]
    fn times_have_the_unit_that_suits_them() {
        let cases = [
            (2.5e-8, "25 ns"),
            (3.21e-6, "3.2 µs"),
            (0.2, "200 ms"),
            (1.0, "1.0 s"),
            (90.0, "90 s"),
        ];
        for (seconds, text) in cases {
            assert_eq!(time(seconds), text);
        }
    }
}
