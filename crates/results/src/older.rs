//! Brings what older programs wrote up to date.

use super::document::{Document, PlatformRun};
use super::estimate::Estimate;
use super::status::Status;
use super::summary::Summary;

/// `document` as this program would have written it. The first files had neither statistics nor
/// figures of boots; both follow from the raw batches.
pub(super) fn brought_up_to_date(mut document: Document) -> Document {
    for run in &mut document.platforms {
        let bare = |s: &Summary| s.status == Status::Ok && s.boots.is_empty();
        if run.benchmarks.iter().any(bare) {
            complete(run);
        }
    }
    document
}

fn complete(run: &mut PlatformRun) {
    let measured = run.boots.iter_mut().flat_map(|boot| &mut boot.benchmarks);
    for part in measured.filter(|part| part.status == Status::Ok && part.estimate.is_none()) {
        part.estimate = Estimate::of(part.costs());
    }
    let again = |known: &Summary| run.sum_up(&known.name).unwrap_or_else(|| known.clone());
    run.benchmarks = run.benchmarks.iter().map(again).collect();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Boot, Measured, Plan, Sample};

    fn measured(name: &str, status: Status) -> Measured {
        let sample = |i| Sample { i, run: 30, control: 10, ..Sample::default() };
        Measured {
            status,
            plan: Some(Plan { n: 2, batches: 3, why: String::new() }),
            samples: (0..3).map(sample).collect(),
            ..Measured::unfinished(name, "test", "")
        }
    }

    /// 30 − 10 ticks of two operations each are 10 of one.
    #[test]
    fn figures_are_made_of_what_ended_well_and_has_none() {
        let known = Measured { estimate: Estimate::of(vec![7.0; 3]), ..measured("b", Status::Ok) };
        let parts = vec![measured("a", Status::Ok), known, measured("c", Status::Fault)];
        let bare = |part: &Measured| {
            Summary::without_value(&part.name, "test", part.status, String::new())
        };
        let benchmarks = parts.iter().map(bare).collect();
        let boots = vec![Boot { benchmarks: parts, ..Boot::default() }];
        let run = PlatformRun { benchmarks, boots, ..PlatformRun::default() };
        let document = Document { platforms: vec![run], ..Document::default() };
        let run = brought_up_to_date(document).platforms.remove(0);
        let medians = |part: &Measured| part.estimate.as_ref().map(|estimate| estimate.median);
        let medians: Vec<_> = run.boots[0].benchmarks.iter().map(medians).collect();
        assert_eq!(medians, [Some(10.0), Some(7.0), None]);
        let values: Vec<_> = run.benchmarks.iter().map(|summary| summary.value).collect();
        assert_eq!(values, [Some(10.0), Some(7.0), None]);
    }
}
