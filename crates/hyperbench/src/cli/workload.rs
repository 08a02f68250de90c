//! `hyperbench workload`

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::image::ArchArgs;
use super::usage::positive;
use super::{FormatArgs, size};
use crate::exit;
use results::Unit;

/// Examples, and what a script can learn.
pub(super) fn help() -> String {
    let examples = "Examples:\n  \
         hyperbench workload add pack --file data -- gzip -9 -c data\n  \
         hyperbench workload add sums --stdin list.txt -- ./sums --fast\n  \
         hyperbench workload add report --file report.sh --file /usr/bin/sort -- sh report.sh\n  \
         hyperbench workload add web --from report.txt --native 2.4e9     counted by perf kvm stat\n  \
         hyperbench predict --signature lab.signature.json --workload pack\n  \
         hyperbench run --guest linux --platform lab-native --platform lab-kvm-npt --bench pack\n  \
         hyperbench workload remove pack\n\n";
    examples.to_owned() + &exit::help()
}

/// What to do with workloads of the user's.
#[derive(Debug, Args)]
pub(crate) struct WorkloadArgs {
    /// What to do
    #[command(subcommand)]
    pub action: WorkloadAction,
}

/// What can be done with them.
#[derive(Debug, Subcommand)]
pub(crate) enum WorkloadAction {
    /// Run a program in the Linux guest, natively in the lab, and keep what was counted
    ///
    /// The program is found as a shell finds it, and comes with its loader and its shared libraries; a
    /// script with its interpreter. It starts in a folder of its own, sees no network, no file that is
    /// not named, and only some programs of busybox's. It runs many times, must end with status 0, and
    /// print the same each time.
    Add(Box<AddArgs>),
    /// List the workloads that have been added
    List {
        /// What to print
        #[command(flatten)]
        printed: FormatArgs,
    },
    /// Show what a workload does; as JSON, its usage for `hyperbench predict --usage`
    Show {
        /// Its name
        name: String,

        /// What to print
        #[command(flatten)]
        printed: FormatArgs,
    },
    /// Remove a workload
    Remove {
        /// Its name
        name: String,
    },
}

/// What to add.
#[derive(Debug, Args)]
pub(crate) struct AddArgs {
    /// What to call it
    pub name: String,

    /// A file or a folder that the program needs, and where in the guest it is to be, from the
    /// program's folder or from the root; may be repeated [default: where it is here]
    ///
    /// A program among them brings its shared libraries.
    #[arg(long = "file", value_name = "PATH[:PLACE]", value_parser = file, conflicts_with = "from")]
    pub files: Vec<(PathBuf, Option<String>)>,

    /// What the program reads from its standard input [default: nothing]
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    pub stdin: Option<PathBuf>,

    /// Keep what is in this file instead of running anything: a usage, or exits that another program
    /// counted, as for `hyperbench usage --foreign`
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,

    /// What the workload of such exits takes natively
    #[arg(long, value_name = "NUMBER", value_parser = positive, requires = "from")]
    pub native: Option<f64>,

    /// The number is of executed instructions, not of cycles
    #[arg(long, requires = "native")]
    pub instructions: bool,

    /// Run the program so many times
    #[arg(long, value_name = "N", default_value_t = 15,
          value_parser = clap::value_parser!(u32).range(2..=1000))]
    pub batches: u32,

    /// Take it to hang after so many seconds of the guest's, each a billion instructions
    #[arg(long, value_name = "S", default_value_t = 5,
          value_parser = clap::value_parser!(u32).range(1..=600))]
    timeout: u32,

    /// Guest memory, of which the files may take a quarter
    #[arg(long, value_name = "SIZE", default_value = "128M", value_parser = size::memory)]
    pub memory: u64,

    /// Whose guest
    #[command(flatten)]
    pub arch: ArchArgs,

    /// Take the place of a workload of the same name
    #[arg(long)]
    pub replace: bool,

    /// Write the usage also to this file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// The program and its arguments
    #[arg(
        last = true,
        value_name = "COMMAND",
        required_unless_present = "from",
        conflicts_with = "from"
    )]
    pub command: Vec<String>,
}

impl AddArgs {
    /// Guest milliseconds after which the program is taken to hang.
    pub(crate) fn timeout_ms(&self) -> u32 {
        self.timeout * 1000
    }

    /// What the native time of other programs' exits counts.
    pub(crate) fn unit(&self) -> Unit {
        if self.instructions { Unit::Instructions } else { Unit::Cycles }
    }
}

/// Reads a path and, behind its last colon, a place in the guest. A file that is here with a colon in
/// its name is that file.
fn file(text: &str) -> Result<(PathBuf, Option<String>), String> {
    let whole = PathBuf::from(text);
    match text.rsplit_once(':') {
        Some((path, place)) if !whole.exists() => match path.is_empty() || place.is_empty() {
            true => Err("write a path, or a path, a colon and a place, as in data:in/data".into()),
            false => Ok((PathBuf::from(path), Some(place.to_owned()))),
        },
        _ => Ok((whole, None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_have_another_place() {
        assert_eq!(file("a/b"), Ok((PathBuf::from("a/b"), None)));
        let placed = (PathBuf::from("a"), Some("/etc/b".to_owned()));
        assert_eq!(file("a:/etc/b"), Ok(placed));
        assert!(file("a:").is_err() && file(":b").is_err());
    }
}
