//! What it cost guests to be moved while they ran.

use maud::html;

use super::chart::{WIDTH, chart};
use super::part::Part;
use crate::{figures, migration_sentences};
use analysis::platform_set::PlatformSet;

pub(super) fn part(set: &PlatformSet) -> Option<Part> {
    let sentences: Vec<String> = set.runs().flat_map(|s| migration_sentences(s.run)).collect();
    let drawings = figures::migrations(set, WIDTH);
    (!sentences.is_empty()).then(|| Part {
        id: "migration",
        short: "Migration",
        title: "What a move to a second QEMU costs the guest",
        lead: html! { p {
            "The guest was moved while it ran, or through a file. The lines are the beginning of the move, the \
             stop and the start in the second; the times are the host's, since the guest's counter stands \
             while it is stopped."
        } },
        body: html! {
            @for sentence in &sentences { p { (sentence) } }
            div.grid { @for drawing in &drawings { (chart(drawing, &drawing.description)) } }
        },
    })
}
