//! A profile as a flame graph. The usual library for these, inferno, has a licence (CDDL-1.0) that
//! does not go with ours.

use maud::{Markup, html};

use super::exact_or_zero;
use results::{Profile, Stack};

/// Pixels of a flame graph.
const WIDTH: f64 = 1200.0;
const ROW: usize = 18;
/// As many letters fit into its width, at about seven pixels each.
const LETTERS: i64 = 171;

/// A box of a flame graph.
struct Frame<'a> {
    name: &'a str,
    depth: usize,
    from: i64,
    count: i64,
}

/// A flame graph: a box for each function on a stack, as wide as what it and its callees execute,
/// above what has called it.
pub fn flame_graph(profile: &Profile) -> String {
    let frames = frames(&profile.stacks);
    let depth = frames.iter().map(|frame| frame.depth + 1).max().unwrap_or_default();
    let all: i64 = profile.stacks.iter().map(|stack| stack.own.max(0)).sum();
    let (top, height) = (3 * ROW, (depth + 4) * ROW);
    let title = format!(
        "{} on {}: {} instructions an operation",
        profile.benchmark,
        profile.platform,
        exact_or_zero(profile.per_operation(all))
    );
    let svg = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {WIDTH} {height}"))
            font-family="sans-serif" font-size="12" {
            rect width="100%" height="100%" fill="#fff" {}
            text x="10" y="24" font-size="16" { (title) }
            @for frame in &frames {
                (drawn(frame, profile, all.max(1), top + (depth - 1 - frame.depth) * ROW))
            }
        }
    };
    svg.into_string() + "\n"
}

/// The box of `frame` at height `y`, in a graph of `all` instructions.
fn drawn(frame: &Frame, profile: &Profile, all: i64, y: usize) -> Markup {
    let scale = WIDTH / all as f64;
    let (x, width) = (frame.from as f64 * scale, frame.count as f64 * scale);
    let count = exact_or_zero(profile.per_operation(frame.count));
    let share = 100.0 * frame.count as f64 / all as f64;
    let letters = usize::try_from(frame.count * LETTERS / all).unwrap_or_default();
    let label = if letters < 3 { String::new() } else { clipped(frame.name, letters) };
    html! {
        g {
            title { (frame.name) ": " (count) " instructions, " (format!("{share:.1}")) " %" }
            rect x=(format!("{x:.1}")) y=(y) width=(format!("{width:.1}")) height=(ROW - 1)
                fill=(colour(frame.name)) stroke="#fff" stroke-width="0.5" {}
            text x=(format!("{:.1}", x + 3.0)) y=(y + ROW - 5) { (label) }
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
            frames.push(Frame { name, depth, from: at, count: 0 });
        }
        for frame in &open {
            frames[*frame].count += stack.own;
        }
        at += stack.own;
    }
    frames
}

/// A warm colour, the same for the same name.
fn colour(name: &str) -> String {
    let hash = name.bytes().fold(7_u32, |hash, byte| hash.wrapping_mul(31) ^ u32::from(byte));
    format!("hsl({},75%,{}%)", 15 + hash % 40, 62 + hash / 40 % 14)
}

fn clipped(name: &str, letters: usize) -> String {
    if name.chars().count() <= letters {
        return name.to_owned();
    }
    name.chars().take(letters - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::tests::profile;

    #[test]
    fn a_flame_graph_has_a_box_for_each_function_as_wide_as_what_it_executes() {
        let svg = flame_graph(&profile(10));
        assert!(svg.contains("exit&lt;1&gt;: 5.00 instructions, 25.0 %"), "{svg}");
        assert!(svg.contains("width=\"300.0\"") && svg.ends_with("</svg>\n"));
        assert_eq!(svg.matches("<g>").count(), 3);
    }
}
