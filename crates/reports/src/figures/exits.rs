//! How long exits last, by their reason: histograms and box plots, after `VMbench`.

use maud::{Markup, html};

use super::distribution::{beyond, marks};
use super::histogram::HEIGHT;
use super::marks::text;
use super::sample::Sample;
use super::{Drawing, TOGETHER};
use crate::digits::counted;
use crate::figure_text;
use crate::profile::{Kind, kinds};
use results::Profile;

/// Pixels of a line of text above a histogram, and between one kind and the next.
const LINE: f64 = 22.0;
const GAP: f64 = 14.0;

/// The figure, `width` pixels wide; `None` where nothing leaves the guest.
pub fn exits(profile: &Profile, width: f64) -> Option<Drawing> {
    let kinds = kinds(profile);
    let drawn: Vec<(String, Option<Sample>)> = kinds.iter().map(told).collect();
    let mut below = 0.0;
    let marks = html! { @for (index, (title, sample)) in drawn.iter().enumerate() {
        (placed(&mut below, index, title, sample.as_ref(), width))
    } };
    let titles: Vec<&str> = drawn.iter().map(|(title, _)| title.as_str()).collect();
    (!titles.is_empty()).then(|| Drawing {
        name: "exits".to_owned(),
        title: format!("{} on {}: how long exits last", profile.benchmark, profile.platform),
        description: titles.join("; "),
        remark: None,
        size: (width, below),
        marks,
    })
}

/// A kind's line, and what is drawn of it; nothing where all are equal.
fn told(kind: &Kind) -> (String, Option<Sample>) {
    let sample = Sample::of(kind.lengths.values().to_vec()).filter(|it| !it.is_constant());
    let exits = counted(kind.lengths.count() as u64, "exits");
    let median = figure_text(kind.lengths.median());
    let what = if kind.reason.is_empty() { "begun before" } else { kind.reason };
    let more = match &sample {
        Some(sample) => beyond(sample),
        None if kind.lengths.count() > 1 => ", nearly all equal".to_owned(),
        None => String::new(),
    };
    (format!("{what}: {exits}, median {median} instructions{more}"), sample)
}

/// One kind, `below` those before it; its title has a line for each part.
fn placed(
    below: &mut f64,
    index: usize,
    title: &str,
    sample: Option<&Sample>,
    width: f64,
) -> Markup {
    let lines: Vec<&str> = title.split("; ").collect();
    let (top, text_height) = (*below, LINE * lines.len() as f64);
    *below += text_height + sample.map_or(0.0, |_| HEIGHT + GAP);
    html! { g transform=(format!("translate(0 {top})")) {
        @for (line, words) in lines.iter().enumerate() {
            (text("", (4.0, LINE * (line as f64 + 0.5)), "start", words))
        }
        @if let Some(sample) = sample {
            g transform=(format!("translate(0 {text_height})")) {
                (marks(sample, index % TOGETHER, width))
            }
        }
    } }
}
