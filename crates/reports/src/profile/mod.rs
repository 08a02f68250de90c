//! Profiles: as tables, as stacks for other tools, as a flame graph, as a walk.

mod exits;
mod flame;
mod path;

use std::fmt::Write;

use comfy_table::{Cell, Table};

use crate::digits::{counted, exact};
use crate::tables::style;
pub use exits::exits;
pub(crate) use exits::{Kind, kinds};
pub use flame::flame_graph;
pub(crate) use flame::{PROGRAM, element, title};
use ground::brief;
pub use path::path;
use results::{Change, Profile, Stack, place};
use serde::Serialize;

/// Functions in a table; the others are summed up.
const SHOWN: usize = 60;

/// Characters of a function's name that are shown at least: those of templates take hundreds.
const LEAST_NAME: usize = 40;

/// The text of what `build` makes with names of so many characters at most: all of each, or what fits the
/// terminal, where there is one, but no fewer than the first of two.
fn fitting(
    room: Option<usize>,
    (least, longest): (usize, usize),
    build: impl Fn(usize) -> Table,
) -> String {
    let whole = build(longest);
    let excess = room.map_or(0, |room| style::width(&whole).saturating_sub(room));
    match excess {
        0 => style::text(&whole),
        _ => style::text(&build(longest.saturating_sub(excess).max(least))),
    }
}

/// `name` in so many characters at most.
fn shortened(name: &str, most: usize) -> String {
    match name.chars().count() <= most {
        true => brief(name, most),
        false => brief(name, most.saturating_sub(" … ".chars().count())),
    }
}

/// The most characters that one of `names` has.
fn longest<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or_default()
}

/// The functions of `profile`, the greatest first.
pub fn table(profile: &Profile) -> String {
    let shown = profile.functions.iter().take(SHOWN);
    let longest = longest(shown.map(|one| one.name.as_str()));
    format!(
        " {} on {}: {} instructions an operation ({}, less the loop without them)\n{}",
        profile.benchmark,
        profile.platform,
        exact_or_zero(profile.per_operation(profile.total)),
        counted(profile.n, "operations"),
        fitting(style::terminal_width(), (LEAST_NAME, longest), |most| functions(profile, most))
    )
}

/// The same without a title, with names of so many characters at `most`.
fn functions(profile: &Profile, most: usize) -> Table {
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
            Cell::new(shortened(&one.name, most)),
            Cell::new(&one.module),
            Cell::new(place(one.processor, &one.world)),
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
    table
}

/// What changes from `before` to `after`, the greatest first.
pub fn changes(before: &Profile, after: &Profile) -> String {
    let rows = before.changes(after);
    let idle = after.per_operation(after.idle) - before.per_operation(before.idle);
    let [from, to] = [before, after].map(|one| one.per_operation(one.total));
    let longest = longest(rows.iter().map(|change| change.name.as_str()));
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
            fitting(style::terminal_width(), (LEAST_NAME, longest), |most| {
                changed(&rows, idle, most)
            })
        }
    )
}

/// The `rows` of what changes and the difference of what is waited, with names of so many characters at `most`.
fn changed(rows: &[Change], idle: f64, most: usize) -> Table {
    let mut table =
        style::new_table(&["difference", "before", "after", "function", "module", "world"], false);
    let number = |of: Option<f64>| of.map_or_else(|| "–".to_owned(), exact_or_zero);
    for change in rows {
        table.add_row([
            signed(change.difference),
            number(change.before),
            number(change.after),
            shortened(&change.name, most),
            change.module.clone(),
            place(change.processor, &change.world),
        ]);
    }
    if idle != 0.0 {
        table.add_row([signed(idle), String::new(), String::new(), "waiting".to_owned()]);
    }
    for column in table.column_iter_mut().take(3) {
        column.set_cell_alignment(comfy_table::CellAlignment::Right);
    }
    table
}

/// Stacks, a line each: names apart by semicolons, and instructions of one operation. What reads them takes
/// whole numbers only, so each is rounded such that they sum to the whole.
pub fn folded(profile: &Profile) -> String {
    let mut text = String::new();
    let (mut before, mut rounded) = (0_i64, 0.0);
    for Stack { frames, own } in profile.stacks.iter().filter(|stack| stack.own > 0) {
        let parts = |c: char| c == ';' || c.is_whitespace() || c.is_control();
        let frames: Vec<String> = frames.iter().map(|frame| frame.replace(parts, "_")).collect();
        before = before.saturating_add(*own);
        let until = profile.per_operation(before).round();
        if until > rounded {
            let _ = writeln!(text, "{} {}", frames.join(";"), until - rounded);
        }
        rounded = until;
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

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use results::Function;

    /// 30 instructions in one function and `own` in one that it calls, of two operations.
    pub(in crate::profile) fn profile(own: i64) -> Profile {
        let stack = |frames: &[&str], own| Stack {
            frames: frames.iter().map(|&name| name.to_owned()).collect(),
            own,
        };
        let function = |name: &str, own| Function {
            processor: None,
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
            left: None,
            way: Vec::new(),
            answers: Vec::new(),
            exits: Vec::new(),
        }
    }

    #[test]
    fn a_long_name_leaves_room_for_the_rest_of_the_table() {
        let name = format!("next<{}>", "Region".repeat(40));
        let mut profile = profile(8);
        profile.functions[1].name.clone_from(&name);
        let fitted =
            |room| fitting(room, (LEAST_NAME, name.len()), |most| functions(&profile, most));
        assert!(fitted(None).contains(&name) && fitted(Some(1000)).contains(&name));
        let text = fitted(Some(120));
        // A name is shortened in its middle, by an even number.
        let width = text.lines().map(|line| line.chars().count()).max().unwrap();
        assert!((119..=120).contains(&width), "{text}");
        assert!(text.contains("next<Region") && text.contains("Region>") && text.contains(" … "));
        // Numbers go before names.
        assert!(fitted(Some(30)).contains("next<Region"));
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
        assert_eq!(text, "hypervisor;vcpu_run 15\nhypervisor;vcpu_run;exit<1> 5\n");
    }

    /// Each of two operations: 15 instructions, and half of what is in the other function.
    #[test]
    fn folded_stacks_sum_to_the_figure_of_one_operation() {
        let sum = |own| {
            let text = folded(&profile(own));
            let counts = text.lines().map(|line| line.rsplit_once(' ').unwrap().1);
            counts.map(|count| count.parse::<i64>().expect("a whole number")).sum::<i64>()
        };
        assert_eq!([10, 12, 13, 0].map(sum), [20, 21, 22, 15]);
        let third = |frame: &str| Stack { frames: vec![frame.into()], own: 1 };
        let thirds = Profile { n: 3, stacks: ["a", "b", "c"].map(third).into(), ..profile(0) };
        assert_eq!(folded(&thirds), "b 1\n", "three thirds are one");
    }
}
