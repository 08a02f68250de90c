//! What drawings are made of.

use maud::{Markup, html};

use super::axis::{Axis, Label};

/// Pixels that a character takes on average.
const CHARACTER: f64 = 7.0;

/// Marks of platforms, besides their colours, around a place.
pub(crate) const SYMBOLS: [&str; 5] = [
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
    "M-4-4h8v8h-8z",
    "M0-5l5 9h-10z",
    "M0-6l5 6l-5 6l-5-6z",
    "M-5-2h10v4h-10z",
];

/// The width in pixels that `text` takes, about.
pub(crate) fn width(text: &str) -> f64 {
    text.chars().count() as f64 * CHARACTER
}

/// `text`, cut where it would be wider than `room` pixels.
pub(crate) fn cut(text: &str, room: f64) -> String {
    let count = text.chars().count();
    if width(text) <= room {
        return text.to_owned();
    }
    let fits = (1..count).rev().find(|count| (*count + 1) as f64 * CHARACTER <= room);
    text.chars().take(fits.unwrap_or_default()).chain(['…']).collect()
}

/// A text of a class, its middle at height `y`; `align` is start, middle or end.
pub(crate) fn text(class: &str, (x, y): (f64, f64), align: &str, text: &str) -> Markup {
    let class = (!class.is_empty()).then_some(class);
    html! { text class=[class] x=(x) y=(y + 4.0) text-anchor=(align) { (text) } }
}

/// A line of a class.
pub(crate) fn line(class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> Markup {
    html! { line class=(class) x1=(x1) y1=(y1) x2=(x2) y2=(y2) {} }
}

/// A rectangle from one corner to the other, at least a pixel wide, with what is said where somebody
/// points at it.
pub(crate) fn area((x1, y1): (f64, f64), (x2, y2): (f64, f64), tip: &str) -> Markup {
    let short = super::axis::tenth;
    html! {
        rect x=(x1) y=(y1) width=(short((x2 - x1).max(1.0))) height=(short((y2 - y1).max(0.0))) {
            @if !tip.is_empty() { title { (tip) } }
        }
    }
}

/// An interval at height `y`, with ends as high as twice `half`.
pub(super) fn interval((low, high): (f64, f64), y: f64, half: f64) -> Markup {
    let (from, to) = (y - half, y + half);
    html! { path.ink d=(format!("M{low} {y}H{high}M{low} {from}V{to}M{high} {from}V{to}")) {} }
}

/// The mark of platform `index` at a place.
pub(crate) fn symbol(index: usize, (x, y): (f64, f64), tip: &str) -> Markup {
    html! {
        path.symbol d=(SYMBOLS[index % SYMBOLS.len()]) transform=(format!("translate({x} {y})")) {
            @if !tip.is_empty() { title { (tip) } }
        }
    }
}

/// Lines down at the ticks of `x` from `top` to `bottom`, and below them their labels, as far as there
/// is room.
pub(crate) fn down(x: &Axis, (top, bottom): (f64, f64), label: Label) -> Markup {
    let mut free = f64::MIN;
    let mut labels = Vec::new();
    for (tick, name) in x.ticks.iter().zip(x.labels(label)) {
        let place = x.at(*tick);
        let half = width(&name) / 2.0;
        if place - half >= free {
            free = place + half + 6.0;
            labels.push((place, name));
        }
    }
    let line = |tick: &f64| format!("M{} {top}V{bottom}", x.at(*tick));
    html! {
        path.axis d=(x.ticks.iter().map(line).collect::<String>()) {}
        g text-anchor="middle" {
            @for (place, name) in &labels { text x=(place) y=(bottom + 15.0) { (name) } }
        }
    }
}

/// Lines across at the ticks of `y` from `left` to `right`, and beside them their labels.
pub(crate) fn across(y: &Axis, (left, right): (f64, f64), label: Label) -> Markup {
    let line = |tick: &f64| format!("M{left} {}H{right}", y.at(*tick));
    html! {
        path.axis d=(y.ticks.iter().map(line).collect::<String>()) {}
        g text-anchor="end" {
            @for (tick, name) in y.ticks.iter().zip(y.labels(label)) {
                text x=(left - 6.0) y=(y.at(*tick) + 4.0) { (name) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stay_texts() {
        let drawn = text("", (0.0, 0.0), "start", "<script>").into_string();
        let drawn = drawn + &area((0.0, 0.0), (1.0, 1.0), "</title><b>").into_string();
        assert!(drawn.contains("&lt;script&gt;") && drawn.contains("&lt;/title&gt;&lt;b&gt;"));
        assert!(!drawn.contains("<script>") && !drawn.contains("<b>"), "{drawn}");
    }

    #[test]
    fn long_texts_are_cut_and_labels_do_not_touch() {
        assert_eq!(
            (cut("short", 100.0), cut("a long name", 40.0)),
            ("short".into(), "a lo…".into())
        );
        let axis = Axis::linear(0.0, 100.0, 10.0).along(0.0, 100.0);
        let drawn = down(&axis, (0.0, 10.0), |value, _| format!("{value:.3}")).into_string();
        assert_eq!((drawn.matches("V10").count(), drawn.matches("<text").count()), (11, 2));
    }
}
