//! Figures in words, for those who show them elsewhere than in a terminal's tables.

use crate::cost::{Shown, ratio_of};
use crate::digits;
use crate::tables::{events, footnotes, heading, model, scaling};
use results::model::Part;
use results::{Document, Event, HostEnvironment, PlatformRun, Quantity, Summary};
use stats::scaling::Relation;

/// The cost of `summary` with its margin, or why there is none.
pub(crate) fn cost_text(summary: &Summary) -> String {
    Shown::new(summary, "").text(0)
}

/// The ratio of two costs with the digits that its interval leaves it.
pub(crate) fn ratio_text(ratio: Quantity) -> String {
    ratio_of(ratio)
}

/// A cost with the digits that mean something.
pub(crate) fn figure_text(value: f64) -> String {
    digits::figure(value)
}

/// A share in per cent.
pub(crate) fn percent_text(share: f64) -> String {
    digits::percent(share)
}

/// A count, its thousands apart.
pub(crate) fn count_text(count: u64) -> String {
    digits::grouped(&count.to_string())
}

/// A size in bytes.
pub(crate) fn size_text(bytes: u64) -> String {
    digits::size(bytes)
}

/// Events of one operation, and those beyond a whole number.
pub(crate) fn event_text(event: &Event) -> String {
    events::text(event)
}

/// What relates cost and count.
pub(crate) fn relation_text(relation: Relation) -> &'static str {
    scaling::verdict(relation)
}

/// The name of a summand of the cost model.
pub(crate) fn part_text(part: Part) -> &'static str {
    model::name(part)
}

/// The machine that a run took place on, in one line.
pub(crate) fn host_text(host: &HostEnvironment) -> String {
    heading::host(host)
}

/// What is known of a platform: its program, its reservations, its guest.
pub(crate) fn platform_texts(run: &PlatformRun, document: &Document) -> Vec<String> {
    heading::platform(run, document)
}

/// What went wrong on `run`, and what its guests and consoles had to say.
pub(crate) fn remark_texts(run: &PlatformRun) -> Vec<String> {
    footnotes::remarks_on(run)
}
