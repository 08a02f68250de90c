//! Which functions execute the instructions of an operation: flame graphs of profiles.

use maud::{Markup, html};

use super::part::{Part, scrolling};
use crate::profile::{element, title};
use results::Profile;

pub(super) fn part(profiles: &[Profile]) -> Option<Part> {
    (!profiles.is_empty()).then(|| Part {
        id: "functions",
        short: "Functions",
        title: "Which functions execute an operation",
        lead: html! { p {
            "Every instruction of an operation, by the functions on the stack when it was executed, \
             less those of the loop without it. What is wide is long. A name without a symbol is its \
             module and address. Colours tell the guest, the hypervisor and the device model apart."
        } },
        body: html! { @for profile in profiles { (graph(profile)) } },
    })
}

fn graph(profile: &Profile) -> Markup {
    let name = title(profile);
    html! { figure.profile { (scrolling(&name, &element(profile))) } }
}
