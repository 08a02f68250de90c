//! A small chart, one of many of the same kind, that needs no program to be drawn.

use maud::{Markup, html};

use crate::figure_text;

/// The size of its drawing, in units of about a pixel.
pub(super) const WIDTH: f64 = 320.0;
/// As [`WIDTH`].
pub(super) const HEIGHT: f64 = 110.0;

/// The part of it that has the data: the rest is for what stands at its axes.
pub(super) const LEFT: f64 = 52.0;
/// As [`LEFT`].
pub(super) const RIGHT: f64 = WIDTH - 8.0;
/// As [`LEFT`].
pub(super) const TOP: f64 = 14.0;
/// As [`LEFT`].
pub(super) const BOTTOM: f64 = HEIGHT - 18.0;

/// Where values are on an axis.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    from: f64,
    to: f64,
    start: f64,
    end: f64,
}

impl Scale {
    /// The values `from` … `to` along the places `start` … `end`.
    pub(super) fn new((from, to): (f64, f64), (start, end): (f64, f64)) -> Self {
        Self { from, to, start, end }
    }

    /// Where `value` is, to a tenth: no screen shows more, and pages stay small.
    pub(super) fn at(self, value: f64) -> f64 {
        let range = self.to - self.from;
        let share = if range > 0.0 { (value - self.from) / range } else { 0.5 };
        let place = self.start + share.clamp(0.0, 1.0) * (self.end - self.start);
        (place * 10.0).round() / 10.0
    }
}

/// A card: its `name`, a line `about` it, and the `drawing`, which `says` for who does not see it.
pub(super) fn card(name: &str, about: &Markup, says: &str, drawing: &Markup) -> Markup {
    let size = format!("0 0 {WIDTH} {HEIGHT}");
    html! {
        figure.multiple {
            svg viewBox=(size) role="img" aria-label=(says) { (drawing) }
            figcaption { b { (name) } " " (about) }
        }
    }
}

/// A cost at an axis, where there is room for seven characters.
pub(super) fn short(value: f64) -> String {
    match value.abs() {
        large if large >= 999.5e9 => format!("{value:.1e}"),
        large if large >= 999.5e6 => format!("{:.1} G", value / 1e9),
        large if large >= 999.5e3 => format!("{:.1} M", value / 1e6),
        _ => figure_text(value),
    }
}

/// A text at a place; `align` is start, middle or end.
pub(super) fn label(x: f64, y: f64, align: &str, text: &str) -> Markup {
    html! { text x=(x) y=(y) text-anchor=(align) { (text) } }
}

/// A line across the chart, or down, of a class.
pub(super) fn line(class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> Markup {
    html! { line class=(class) x1=(x1) y1=(y1) x2=(x2) y2=(y2) {} }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_their_places_and_what_is_outside_stays_inside() {
        let scale = Scale::new((10.0, 20.0), (100.0, 0.0));
        let places = [5.0, 10.0, 12.54, 20.0, 1e300].map(|value| scale.at(value).to_string());
        assert_eq!(places, ["100", "100", "74.6", "0", "0"]);
        let one = Scale::new((7.0, 7.0), (0.0, 10.0));
        assert_eq!(one.at(7.0).to_string(), "5");
    }

    #[test]
    fn costs_fit_their_place() {
        let costs = [1.234, 999_400.0, 13_560_000.0, 2.5e9, f64::MAX, f64::MIN_POSITIVE];
        let texts = costs.map(short);
        assert_eq!(texts[..4], ["1.23", "999,400", "13.6 M", "2.5 G"]);
        assert!(texts.iter().all(|text| text.chars().count() <= 8), "{texts:?}");
    }

    #[test]
    fn texts_stay_texts() {
        let drawing = label(0.0, 0.0, "start", "<script>");
        let card = card("<b>", &html! {}, "\"<", &drawing).into_string();
        assert!(card.contains("&lt;script&gt;") && !card.contains("<script>"), "{card}");
    }
}
