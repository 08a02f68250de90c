//! What of a divided run is not there, and how to have it.

use std::collections::BTreeSet;

use super::parts::Part;
use results::Shard;

/// The options of `run` that are another part's alone.
const OF_A_PART: [&str; 5] = ["--shard", "-o", "--output", "--keep-log", "--fact"];

/// A part that is not there, or not all of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// The part.
    pub shard: Shard,
    /// What is wrong with it, as in `shard 3 of 4 is missing`.
    pub what: String,
}

/// What is missing of the run that `parts`, in their order, belong to.
pub(super) fn missing(parts: &[Part]) -> Vec<Missing> {
    let Some(first) = parts.first() else { return Vec::new() };
    let platforms = |part: &Part| -> BTreeSet<String> {
        part.document.platforms.iter().map(|run| run.label.clone()).collect()
    };
    let all: BTreeSet<String> = parts.iter().flat_map(platforms).collect();
    let of = first.shard.of();
    let mut missing = Vec::new();
    for shard in (1..=of).filter_map(|number| Shard::new(number, of)) {
        let name = format!("shard {} of {of}", shard.number());
        let what = match parts.iter().find(|part| part.shard == shard) {
            None => format!("{name} is missing"),
            Some(part) if !part.document.complete => {
                format!("{name} ({}) was cut short", part.file)
            }
            Some(part) => {
                let lacks: Vec<_> = all.difference(&platforms(part)).cloned().collect();
                if lacks.is_empty() {
                    continue;
                }
                format!("{name} ({}) has no platform {}", part.file, lacks.join(", "))
            }
        };
        missing.push(Missing { shard, what });
    }
    missing
}

/// The command line that measures `shard`, as a shell takes it, where `command` measured another part.
pub fn rerun(command: &[String], shard: Shard) -> String {
    let mut words = vec!["hyperbench".to_owned()];
    let mut rest = command.iter().skip(1);
    while let Some(word) = rest.next() {
        if OF_A_PART.contains(&word.as_str()) {
            rest.next();
        } else if !is_with_value(word) {
            words.push(word.clone());
        }
    }
    if words.len() == 1 {
        words.push("run".to_owned());
    }
    let file = format!("shard-{}-of-{}.json", shard.number(), shard.of());
    words.extend(["--shard".to_owned(), shard.to_string(), "-o".to_owned(), file]);
    // A word with a NUL cannot be given to a program, so none was.
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default()
}

/// Whether `word` is one of those options together with its value.
fn is_with_value(word: &str) -> bool {
    let long = OF_A_PART.iter().filter_map(|option| word.strip_prefix(option));
    let short = word.starts_with("-o") && word.len() > 2;
    short || long.into_iter().any(|rest| rest.starts_with('='))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rerun_of(line: &str) -> String {
        let words: Vec<String> = line.split('|').map(str::to_owned).collect();
        rerun(&words, Shard::new(3, 4).unwrap())
    }

    #[test]
    fn the_command_line_of_another_part_is_taken_over() {
        let end = "--shard 3/4 -o shard-3-of-4.json";
        let run = |middle: &str| format!("hyperbench run {middle}{end}");
        assert_eq!(rerun_of("/x/hb|run|--shard|1/4|--suite|paper|-o|a"), run("--suite paper "));
        assert_eq!(rerun_of("hb|run|--shard=1/4|--output=a|--boots|2"), run("--boots 2 "));
        assert_eq!(rerun_of("hb|run|-oa|--keep-log|b"), run(""));
        assert_eq!(rerun_of("hb|run|--fact|rack=1|--fact=row=2"), run(""));
        assert_eq!(rerun_of(""), run(""));
    }

    #[test]
    fn what_a_file_says_is_no_shell_s_command() {
        let line = rerun_of("hb|run|--bench|$(reboot) 'x; y");
        assert_eq!(shlex::split(&line).unwrap()[3], "$(reboot) 'x; y");
        assert!(!line.contains(" $(reboot)"), "{line}");
    }
}
