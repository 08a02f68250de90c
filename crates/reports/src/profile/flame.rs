//! A profile as a flame graph. The usual library for these, inferno, has a licence (CDDL-1.0) that
//! does not go with ours.

use maud::{Markup, html};

use super::exact_or_zero;
use results::{Profile, Stack};

/// Pixels of a flame graph in a file of its own, and of a row of it.
const WIDTH: usize = 1200;
const ROW: usize = 18;
/// Rows above the boxes, for the search; in a file of its own a title stands in one more.
const HEAD: usize = 4;

/// A box that is narrower, in percent of the graph, has no room for a letter.
const LABELLED: f64 = 2.0;

/// What searches and zooms all graphs of a document.
pub(crate) const PROGRAM: &str = include_str!("../../assets/profile/flame.js");
const STYLE: &str = include_str!("../../assets/profile/flame.css");

/// A box of a flame graph.
struct Frame<'a> {
    name: &'a str,
    world: &'a str,
    depth: usize,
    from: i64,
    count: i64,
}

/// A flame graph as an SVG file: a box for each function on a stack, as wide as what it and its
/// callees execute, above what has called it. In a browser it can be searched and zoomed.
pub fn flame_graph(profile: &Profile) -> String {
    graph(profile, Some(WIDTH), &html! { script { (PROGRAM) } }).into_string() + "\n"
}

/// The same as an element of a page, which has the [`PROGRAM`] and the [`title`] already, as wide as there is
/// room: its texts keep their size.
pub(crate) fn element(profile: &Profile) -> Markup {
    graph(profile, None, &html! {})
}

/// What a graph is called.
pub(crate) fn title(profile: &Profile) -> String {
    format!(
        "{} on {}: {} instructions an operation",
        profile.benchmark,
        profile.platform,
        exact_or_zero(profile.per_operation(profile.total))
    )
}

/// The graph, of a `width` or as wide as there is room, with `last` as its last element.
fn graph(profile: &Profile, width: Option<usize>, last: &Markup) -> Markup {
    let frames = frames(&profile.stacks);
    let titled = usize::from(width.is_some());
    let below = |y: usize| y + titled * ROW;
    let rows = HEAD + titled + frames.iter().map(|frame| frame.depth + 1).max().unwrap_or_default();
    let all: i64 = profile.stacks.iter().map(|stack| stack.own.max(0)).sum();
    let height = (rows + 1) * ROW;
    html! {
        svg.flame xmlns="http://www.w3.org/2000/svg" data-count=(all) height=(height)
            viewBox=[width.map(|width| format!("0 0 {width} {height}"))]
            width=(width.map_or_else(|| "100%".to_owned(), |width| width.to_string())) {
            style { (STYLE) }
            @if titled > 0 { text.title x="4" y="18" { (title(profile)) } }
            text.hint x="4" y=(below(20)) { "Click a box to see it wide, beside it to see all." }
            text.found-share x="204" y=(below(46)) {}
            foreignObject x="4" y=(below(30)) width="190" height="24" {
                input xmlns="http://www.w3.org/1999/xhtml" type="search" placeholder="Search functions" aria-label="Search functions" {}
            }
            @for frame in &frames {
                (drawn(frame, profile, all.max(1), (rows - 1 - frame.depth) * ROW))
            }
            (last)
        }
    }
}

/// The box of `frame` at height `y`, in a graph of `all` instructions.
fn drawn(frame: &Frame, profile: &Profile, all: i64, y: usize) -> Markup {
    let share = |count: i64| 100.0 * count as f64 / all as f64;
    let (x, width) = (share(frame.from), share(frame.count));
    let count = exact_or_zero(profile.per_operation(frame.count));
    let hidden = (width < LABELLED).then_some("display:none");
    html! {
        svg x=(format!("{x:.4}%")) y=(y) width=(format!("{width:.4}%")) height=(ROW - 1)
            data-from=(frame.from) data-count=(frame.count) {
            title { (frame.name) ": " (count) " instructions, " (format!("{width:.1}")) " %" }
            rect width="100%" height="100%" fill=(colour(frame)) stroke="#fff" stroke-width="0.5" {}
            text x="3" y=(ROW - 5) style=[hidden] { (frame.name) }
        }
    }
}

/// The boxes of `stacks`, which are sorted.
fn frames(stacks: &[Stack]) -> Vec<Frame<'_>> {
    let mut frames: Vec<Frame<'_>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    for stack in stacks.iter().filter(|stack| stack.own > 0) {
        let is_open = |(name, frame): (&String, &usize)| frames[*frame].name == name;
        let same = stack.frames.iter().zip(&open).take_while(|it| is_open(*it)).count();
        open.truncate(same);
        for (depth, name) in stack.frames.iter().enumerate().skip(same) {
            open.push(frames.len());
            frames.push(Frame { name, world: &stack.frames[0], depth, from: at, count: 0 });
        }
        for frame in &open {
            frames[*frame].count += stack.own;
        }
        at += stack.own;
    }
    frames
}

/// A colour of the world's, the same for the same name.
fn colour(frame: &Frame) -> String {
    let world = frame.world.rsplit(": ").next();
    let hue = match world.unwrap_or_default() {
        "hypervisor" => 25,
        "el2" => 55,
        "device model" => 200,
        _ => 105,
    };
    let hash = frame.name.bytes().fold(7_u32, |hash, it| hash.wrapping_mul(31) ^ u32::from(it));
    format!("hsl({},70%,{}%)", hue + hash % 25, 66 + hash / 25 % 14)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::tests::profile;

    #[test]
    fn a_flame_graph_has_a_box_for_each_function_as_wide_as_what_it_executes() {
        let svg = flame_graph(&profile(10));
        assert!(svg.contains("exit&lt;1&gt;: 5.00 instructions, 25.0 %"), "{svg}");
        assert!(svg.contains("width=\"25.0000%\"") && svg.ends_with("</svg>\n"));
        assert_eq!(svg.matches("<rect").count(), 3);
    }
}
