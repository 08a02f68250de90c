//! Profiles: as tables, as stacks for other tools, as a flame graph, as a walk.

use std::fmt::Write;

use comfy_table::Cell;

use super::digits::{self, exact};
use crate::tables::style;
use results::{Profile, Stack};
use serde::Serialize;

/// Functions in a table; the others are summed up.
const SHOWN: usize = 60;

/// The functions of `profile`, the greatest first.
pub fn table(profile: &Profile) -> String {
    let header = ["own", "share", "with callees", "calls", "function", "module", "world"];
    let mut table = style::new_table(&header, false);
    let each = |count: i64| exact_or_zero(profile.per_operation(count));
    let share = |count: i64| format!("{:.1} %", 100.0 * count as f64 / profile.total as f64);
    for one in profile.functions.iter().take(SHOWN) {
        table.add_row([
            Cell::new(each(one.own)),
            Cell::new(share(one.own)),
            Cell::new(each(one.inclusive)),
            Cell::new(each(one.calls)),
            Cell::new(&one.name),
            Cell::new(&one.module),
            Cell::new(one.world.replace('_', " ")),
        ]);
    }
    let rest = profile.functions.get(SHOWN..).unwrap_or_default();
    if !rest.is_empty() {
        let own = rest.iter().map(|one| one.own).sum();
        let others = format!("{} others", rest.len());
        table.add_row([each(own), share(own), String::new(), String::new(), others]);
    }
    if profile.idle != 0 {
        table.add_row(
            [each(profile.idle), share(profile.idle)].map(Cell::new).into_iter().chain([
                Cell::new(""),
                Cell::new(""),
                Cell::new("waiting, no instruction"),
            ]),
        );
    }
    for column in table.column_iter_mut().take(4) {
        column.set_cell_alignment(comfy_table::CellAlignment::Right);
    }
    format!(
        " {} on {}: {} instructions an operation ({} operations, less the loop without them)\n{}",
        profile.benchmark,
        profile.platform,
        exact_or_zero(profile.per_operation(profile.total)),
        profile.n,
        style::text(&table)
    )
}

/// What changes from `before` to `after`, the greatest first.
pub fn changes(before: &Profile, after: &Profile) -> String {
    let mut table =
        style::new_table(&["difference", "before", "after", "function", "module", "world"], false);
    let number = |of: Option<f64>| of.map_or_else(|| "–".to_owned(), exact_or_zero);
    let rows = before.changes(after);
    for change in &rows {
        table.add_row([
            signed(change.difference),
            number(change.before),
            number(change.after),
            change.name.clone(),
            change.module.clone(),
            change.world.replace('_', " "),
        ]);
    }
    let idle = after.per_operation(after.idle) - before.per_operation(before.idle);
    if idle != 0.0 {
        table.add_row([signed(idle), String::new(), String::new(), "waiting".to_owned()]);
    }
    for column in table.column_iter_mut().take(3) {
        column.set_cell_alignment(comfy_table::CellAlignment::Right);
    }
    let [from, to] = [before, after].map(|one| one.per_operation(one.total));
    format!(
        " {}: {} on {}, {} on {}: {} instructions an operation\n{}",
        before.benchmark,
        exact_or_zero(from),
        before.platform,
        exact_or_zero(to),
        after.platform,
        signed(to - from),
        if rows.is_empty() && idle == 0.0 {
            " no function has changed\n".to_owned()
        } else {
            style::text(&table)
        }
    )
}

/// Stacks, a line each: names apart by semicolons, and instructions of all operations.
pub fn folded(profile: &Profile) -> String {
    let mut text = String::new();
    for Stack { frames, own } in profile.stacks.iter().filter(|stack| stack.own > 0) {
        let frames: Vec<String> =
            frames.iter().map(|frame| frame.replace([';', ' '], "_")).collect();
        let _ = writeln!(text, "{} {own}", frames.join(";"));
    }
    text
}

/// Anything of a profile for programs.
///
/// # Errors
/// Never for profiles; the encoder says so.
pub fn json(what: &impl Serialize) -> std::io::Result<String> {
    Ok(serde_json::to_string_pretty(what)? + "\n")
}

/// The way of one exit, a line each function, indented under what has called it.
pub fn path(profile: &Profile) -> String {
    let (name, platform) = (&profile.benchmark, &profile.platform);
    if profile.way.is_empty() {
        return format!(" {name} does not leave the guest on {platform}\n");
    }
    let all: u64 = profile.way.iter().map(|turn| turn.own).sum();
    let mut text = format!(
        " An exit of {name} on {platform}: {} instructions until the guest goes on\n",
        digits::grouped(&all.to_string())
    );
    for turn in &profile.way {
        let own = match turn.own {
            0 => String::new(),
            own => digits::grouped(&own.to_string()),
        };
        let times = if turn.times > 1 { format!(" ×{}", turn.times) } else { String::new() };
        let indent = "  ".repeat(usize::try_from(turn.depth).unwrap_or_default());
        let _ = writeln!(text, "{own:>9}  {indent}{}{times}", turn.name);
    }
    text
}

fn exact_or_zero(value: f64) -> String {
    if value == 0.0 { "0".to_owned() } else { exact(value) }
}

fn signed(value: f64) -> String {
    match value {
        more if more > 0.0 => format!("+{}", exact(more)),
        less if less < 0.0 => format!("-{}", exact(-less)),
        _ => "0".to_owned(),
    }
}

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
    let total = profile.per_operation(all);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"10\" y=\"24\" font-size=\"16\">{} on {}: {} instructions an operation</text>\n",
        escaped(&profile.benchmark),
        escaped(&profile.platform),
        exact_or_zero(total)
    );
    for frame in &frames {
        let scale = WIDTH / all.max(1) as f64;
        let (x, width) = (frame.from as f64 * scale, frame.count as f64 * scale);
        let y = top + (depth - 1 - frame.depth) * ROW;
        let name = escaped(frame.name);
        let count = exact_or_zero(profile.per_operation(frame.count));
        let share = 100.0 * frame.count as f64 / all.max(1) as f64;
        let letters = usize::try_from(frame.count * LETTERS / all.max(1)).unwrap_or_default();
        let label = if letters < 3 { String::new() } else { clipped(frame.name, letters) };
        let _ = writeln!(
            svg,
            "<g><title>{name}: {count} instructions, {share:.1} %</title>\
             <rect x=\"{x:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"{}\" fill=\"{}\" \
             stroke=\"#fff\" stroke-width=\"0.5\"/><text x=\"{:.1}\" y=\"{}\">{}</text></g>",
            ROW - 1,
            colour(frame.name),
            x + 3.0,
            y + ROW - 5,
            escaped(&label)
        );
    }
    svg + "</svg>\n"
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

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::{Function, Turn};

    fn profile(own: i64) -> Profile {
        let stack = |frames: &[&str], own| Stack {
            frames: frames.iter().map(|&name| name.to_owned()).collect(),
            own,
        };
        let function = |name: &str, own| Function {
            world: "hypervisor".into(),
            module: "kvm".into(),
            name: name.into(),
            own,
            inclusive: own,
            calls: 2,
        };
        Profile {
            platform: "lab-kvm-npt".into(),
            benchmark: "in".into(),
            n: 2,
            total: 30 + own,
            idle: 0,
            functions: vec![function("vcpu_run", 30), function("exit<1>", own)],
            stacks: vec![
                stack(&["hypervisor", "vcpu_run"], 30),
                stack(&["hypervisor", "vcpu_run", "exit<1>"], own),
            ],
            way: Vec::new(),
        }
    }

    #[test]
    fn a_table_says_what_one_operation_takes_where() {
        let text = table(&profile(10));
        assert!(text.contains("in on lab-kvm-npt: 20.00 instructions"), "{text}");
        assert!(text.contains("15.00") && text.contains("75.0 %") && text.contains("exit<1>"));
    }

    #[test]
    fn changes_name_the_function_that_has_grown_and_no_other() {
        let text = changes(&profile(10), &profile(84));
        assert!(text.contains("+37.00") && text.contains("exit<1>"), "{text}");
        assert!(!text.contains("vcpu_run"), "{text}");
        assert!(changes(&profile(10), &profile(10)).contains("no function has changed"));
    }

    #[test]
    fn stacks_are_folded_and_walked() {
        let text = folded(&profile(10));
        assert_eq!(text, "hypervisor;vcpu_run 30\nhypervisor;vcpu_run;exit<1> 10\n");
    }

    #[test]
    fn the_way_of_an_exit_is_indented_and_tells_repetitions() {
        let turn = |depth, name: &str, own, times| Turn { depth, name: name.into(), own, times };
        let way = vec![turn(0, "hypervisor", 0, 1), turn(1, "vcpu_run", 1500, 3)];
        let text = path(&Profile { way, ..profile(10) });
        let lines: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(lines, ["           hypervisor", "    1,500    vcpu_run ×3"]);
        assert!(path(&profile(10)).contains("does not leave the guest"));
    }

    #[test]
    fn a_flame_graph_has_a_box_for_each_function_as_wide_as_what_it_executes() {
        let svg = flame_graph(&profile(10));
        assert!(svg.contains("exit&lt;1&gt;: 5.00 instructions, 25.0 %"), "{svg}");
        assert!(svg.contains("width=\"300.0\"") && svg.ends_with("</svg>\n"));
        assert_eq!(svg.matches("<g>").count(), 3);
    }
}
