//! Charts with their captions.

use maud::{Markup, Render, html};

use crate::figures::Drawing;

/// How wide charts are drawn, in pixels: as wide as a phone's column is. Wider columns scale them.
pub(super) const WIDTH: f64 = 360.0;

/// A figure, its caption above it.
pub(super) fn chart(drawing: &Drawing, caption: &impl Render) -> Markup {
    html! {
        figure {
            figcaption { b { (drawing.title) } " " (caption) }
            (drawing.element())
        }
    }
}
