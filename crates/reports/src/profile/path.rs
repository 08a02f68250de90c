//! A profile as a walk: one exit, from function to function.

use std::fmt::Write;

use results::{Answer, Left, Profile, Turn, place};

use crate::digits;

/// The way of one exit, a line each function, indented under what has called it. What takes, with
/// what it calls, fewer than `least` instructions is added to its caller.
pub fn path(profile: &Profile, least: u64) -> String {
    let (name, platform) = (&profile.benchmark, &profile.platform);
    if profile.way.is_empty() {
        return format!(" {name} does not leave the guest on {platform}\n");
    }
    let count = |way: &[Turn]| way.iter().map(|turn| turn.own).sum::<u64>();
    let answers: u64 = profile.answers.iter().map(|answer| count(&answer.way)).sum();
    let answers = match answers {
        0 => String::new(),
        more => format!(", {} of other processors", digits::grouped(&more.to_string())),
    };
    let all = digits::grouped(&count(&profile.way).to_string());
    let mut text = format!(
        " An exit of {name} on {platform}: {all} instructions until the guest goes on{answers}\n"
    );
    exit(&mut text, profile.left.as_ref(), &profile.way, least);
    for Answer { left, way } in &profile.answers {
        exit(&mut text, left.as_ref(), way, least);
    }
    text
}

/// Adds the lines of an exit.
fn exit(text: &mut String, left: Option<&Left>, way: &[Turn], least: u64) {
    let mut line = |own: u64, depth: u64, what: &str| {
        let own = if own == 0 { String::new() } else { digits::grouped(&own.to_string()) };
        let indent = "  ".repeat(usize::try_from(depth).unwrap_or_default());
        let _ = writeln!(text, "{own:>9}  {indent}{what}");
    };
    if let Some(Left { processor, world, address, function, instruction, reason }) = left {
        let words: Vec<&str> = instruction.split_whitespace().collect();
        line(0, 0, &place(*processor, world));
        let within = if function.is_empty() { String::new() } else { format!(" in {function}") };
        line(0, 1, format!("{} (at {address:#x}{within})", words.join(" ")).trim_start());
        line(0, 0, &format!("exit: {reason}"));
    }
    for turn in without_small(way, least) {
        let times = if turn.times > 1 { format!(" ×{}", turn.times) } else { String::new() };
        line(turn.own, turn.depth, &format!("{}{times}", turn.name));
    }
    line(0, 0, "the guest goes on");
}

/// The lines that take at least `least` instructions each time, with what they call; the others
/// are added to what has called them.
fn without_small(turns: &[Turn], least: u64) -> Vec<Turn> {
    let mut result: Vec<Turn> = Vec::new();
    // The lines of the functions that have not returned.
    let mut open: Vec<usize> = Vec::new();
    for (at, turn) in turns.iter().enumerate() {
        let inside = turns[at + 1..].iter().take_while(|later| later.depth > turn.depth);
        let all = turn.own + inside.map(|later| later.own).sum::<u64>();
        open.truncate(usize::try_from(turn.depth).unwrap_or(usize::MAX));
        if let [_world, .., caller] = open[..]
            && all < least * turn.times
        {
            result[caller].own += turn.own;
        } else {
            open.push(result.len());
            result.push(turn.clone());
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::tests::profile;

    fn turn(depth: u64, name: &str, own: u64, times: u64) -> Turn {
        Turn { depth, name: name.into(), own, times }
    }

    #[test]
    fn the_way_of_an_exit_is_indented_and_tells_repetitions() {
        let way = vec![turn(0, "hypervisor", 0, 1), turn(1, "vcpu_run", 1500, 3)];
        let left = Left {
            processor: None,
            world: "guest_kernel".into(),
            address: 0x10_0e54,
            function: "run_in".into(),
            instruction: "in      al, dx".into(),
            reason: "io_in".into(),
        };
        let text = path(&Profile { left: Some(left), way, ..profile(10) }, 4);
        let lines: Vec<&str> = text.lines().skip(1).map(str::trim_end).collect();
        let expected = [
            "           guest kernel",
            "             in al, dx (at 0x100e54 in run_in)",
            "           exit: io_in",
            "           hypervisor",
            "    1,500    vcpu_run ×3",
            "           the guest goes on",
        ];
        assert_eq!(lines, expected);
        assert!(path(&profile(10), 4).contains("does not leave the guest"));
    }

    #[test]
    fn small_functions_are_told_with_their_callers() {
        let way = [
            turn(0, "world", 0, 1),
            turn(1, "run", 9, 1),
            turn(2, "thunk", 2, 2),
            turn(3, "back", 4, 2),
            turn(2, "large", 1, 1),
            turn(3, "inside", 4, 1),
            turn(1, "small", 2, 1),
        ];
        let told = without_small(&way, 4);
        let told: Vec<_> = told.iter().map(|turn| (turn.name.as_str(), turn.own)).collect();
        assert_eq!(told, [("world", 0), ("run", 15), ("large", 1), ("inside", 4), ("small", 2)]);
    }
}
