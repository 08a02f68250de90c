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
