//! The first screen: what things take, how far to trust that, what it comes to, and what to do next.

mod figures;
mod finding;
mod rows;
mod warnings;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::{events, heading, interference, lines, migration, scaling, style, taken, worlds};
use analysis::SideBySide;
use ground::GuestKind;
use results::Document;

use rows::Rows;

pub use figures::Counted;
pub(crate) use figures::cost;
pub(super) use figures::{figure, margin, with_margins};

/// Rows unless all are wanted: with what stands above and below them, a screen of 30 lines. Guests of
/// several kinds, the bare machine's and Linux', have a table each.
const MOST: [usize; 1] = [10];
const MOST_OF_SEVERAL: [usize; 2] = [5, 3];

/// Stands behind the label of an emulator that is beside something else.
const EMULATOR: char = '*';

/// What the first screen has to know besides the results.
#[derive(Debug, Clone, Copy)]
pub struct Answers<'a> {
    /// What figures count, where it is not theirs to say.
    pub counted: Option<Counted>,
    /// Whether every benchmark has a row, and not the most telling ones alone.
    pub all: bool,
    /// Whether ratios to the baseline are wanted, whatever is divided by what.
    pub ratios: bool,
    /// What the benchmarks are.
    pub operations: &'a Operations,
    /// The kinds of platforms on which nothing is between a benchmark and the machine.
    pub natives: &'a [&'a str],
    /// What commands call these results: the words after `hyperbench show`; none for the latest run.
    pub words: &'a str,
    /// The name under which the run is kept.
    pub name: Option<&'a str>,
}

/// What benchmarks are, by guest and name.
pub type Operations = BTreeMap<(GuestKind, String), Operation>;

/// What a benchmark is.
#[derive(Debug, Clone)]
pub struct Operation {
    /// What a guest does, in a line.
    pub summary: String,
    /// Whether anybody but the processor may have a part in it.
    pub is_answered: bool,
}

/// The first screen of `all`, for people.
pub(crate) fn answers(all: &SideBySide, of: &Answers) -> String {
    screen(all, of, style::wants_colour(), style::screen_width())
}

fn screen(all: &SideBySide, of: &Answers, colour: bool, width: usize) -> String {
    let document = &all.document;
    let kinds = document.by_guest();
    let most = if kinds.len() > 1 { &MOST_OF_SEVERAL[..] } else { &MOST[..] };
    let head = title(all, of, width) + &warnings::text(all, &kinds, of, colour, width);
    let mut parts = vec![head, taken::render(document, width), migration::render(document, width)];
    let (mut notes, mut findings, mut left_out) = (Vec::new(), String::new(), 0);
    for (document, most) in kinds.iter().zip(most) {
        let rows = Rows::of(document, of, *most);
        parts.extend(rows.tables(document, of, colour, width));
        left_out += rows.left_out;
        for note in rows.notes(document, of) {
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        findings += &finding::text(document, of, width);
    }
    if left_out > 0 {
        notes.insert(0, format!("… {left_out} more: hyperbench show{} --all", of.words));
    }
    let notes = if notes.is_empty() {
        findings
    } else {
        lines::joined(" ", &notes, " · ", width) + &findings
    };
    parts.push(notes);
    parts.push(interference::render(document, colour));
    parts.extend([worlds::render(document, false, colour), events::render(document, colour)]);
    parts.push(scaling::render(document, colour));
    parts.push(next(document, of, width));
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// What was measured where, and how long that took.
fn title(all: &SideBySide, of: &Answers, width: usize) -> String {
    let mut parts = vec!["HyperBench".to_owned()];
    if let [source] = &all.sources[..] {
        parts.extend(Some(heading::machine(&source.about.host)).filter(|host| !host.is_empty()));
        parts.extend(source.about.seconds().filter(|s| *s > 0).map(lines::seconds));
    }
    if of.ratios {
        parts.push(format!("ratio to {}", all.document.baseline));
    }
    let mut text = lines::joined("", &parts, " · ", width);
    if all.sources.len() > 1 {
        for source in &all.sources {
            let about = &source.about;
            let known = [source.file.clone(), about.started.clone(), heading::machine(&about.host)];
            let known: Vec<String> = known.into_iter().filter(|part| !part.is_empty()).collect();
            text += &lines::wrapped("  ", &known.join(", "), width);
        }
    }
    text
}

/// Where the results are, and what to type next.
fn next(document: &Document, of: &Answers, width: usize) -> String {
    let words = of.words;
    let mut commands =
        vec![format!("hyperbench report{words}"), format!("hyperbench show{words} --details")];
    let telling = finding::most(document);
    let is_known = |name: &&str| of.operations.keys().any(|(_, known)| known == name);
    commands.extend(telling.filter(is_known).map(|name| format!("hyperbench explain {name}")));
    let saved = of.name.map(|name| format!("Saved as {name}.\n")).unwrap_or_default();
    saved + &lines::joined("Next: ", &commands, " · ", width)
}
