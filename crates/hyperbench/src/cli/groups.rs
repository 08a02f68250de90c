//! The commands by what they are for.

use clap::{Command, Subcommand};

/// Purposes, each with its commands.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Measure", &["run", "doctor", "list", "explain", "info"]),
    ("Read what was measured", &["show", "runs", "report", "compare", "export", "model", "schema"]),
    ("Change hypervisors", &["lab", "atlas", "profile", "bisect-step"]),
    ("Programs of yours", &["guest", "workload", "predict"]),
    ("Elsewhere", &["image", "serial", "import", "platform"]),
    ("Many hosts and days", &["fleet", "trend", "merge", "completions"]),
];

/// The help of the whole, with `commands` by what they are for.
pub(super) fn template<T: Subcommand>() -> String {
    let all = T::augment_subcommands(Command::new(""));
    let line = |name: &&str| {
        let command = all.find_subcommand(name).expect("a group names commands that there are");
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        format!("  {name:<12} {about}\n")
    };
    let groups = GROUPS.map(|(purpose, names)| {
        format!("{purpose}:\n{}\n", names.iter().map(line).collect::<String>())
    });
    let groups = groups.concat();
    format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}Options:\n{{options}}{{after-help}}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_that_is_shown_is_in_one_group_and_fits_80_columns() {
        let all = super::super::Command::augment_subcommands(Command::new(""));
        for command in all.get_subcommands().filter(|command| !command.is_hide_set()) {
            let name = command.get_name();
            let groups = GROUPS.iter().filter(|(_, names)| names.contains(&name));
            assert_eq!(groups.count(), 1, "{name}");
        }
        let text = template::<super::super::Command>();
        let long = text.lines().filter(|line| line.starts_with("  ")).max_by_key(|it| it.len());
        assert!(long.is_some_and(|line| line.chars().count() <= 80), "{long:?}");
    }
}
