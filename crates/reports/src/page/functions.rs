//! Which functions execute the instructions of an operation: flame graphs of profiles.

use maud::html;

use super::chart::{WIDTH, chart};
use super::part::Part;
use crate::figures::exits;
use crate::profile::{element, title};
use results::Profile;

pub(super) fn part(profiles: &[Profile]) -> Option<Part> {
    (!profiles.is_empty()).then(|| Part {
        id: "functions",
        short: "Functions",
        title: "Which functions execute an operation",
        lead: html! { p {
            "Every instruction of an operation, by the functions on the stack when it was executed, \
             less those of the loop without it. A box is as wide as the instructions are many. A name without a symbol is its \
             module and address. Colours tell the guest, the hypervisor and the device model apart. Below stands how \
             long exits last, by their reason."
        } },
        body: html! { @for profile in profiles {
            figure.profile {
                figcaption { b { (title(profile)) } }
                (element(profile))
            }
            @if let Some(drawing) = exits(profile, WIDTH) {
                (chart(&drawing, &""))
            }
        } },
    })
}
