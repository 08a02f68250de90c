//! `hyperbench ingest`

use std::path::{Path, PathBuf};

use clap::Args;

use super::{FormatArgs, RunArgs};

/// Examples.
pub(super) const EXAMPLES: &str = "Examples:\n  \
    hyperbench ingest console.txt -o board.json           one log, all of its boots\n  \
    hyperbench ingest aws.txt gcp.txt --label aws --label gcp\n  \
    hyperbench ingest lab.log --instructions --json";

/// What to read, and what to call it.
#[derive(Debug, Args)]
pub(crate) struct IngestArgs {
    /// Text of a console: from --keep-log, a serial port, a terminal or a cloud's page
    ///
    /// Times or names in front of each line, firmware in between, escape sequences and lines that a
    /// terminal has cut do no harm. What is damaged beyond mending is named.
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<String>,

    /// Names the column of a log; may be repeated, in the order of the logs [default: its file's name]
    #[arg(long = "label", value_name = "NAME")]
    labels: Vec<String>,

    /// The logs are of runs that counted executed instructions
    #[arg(long)]
    instructions: bool,

    /// Keep the results in this JSON file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// What to print
    #[command(flatten)]
    printed: FormatArgs,
}

impl IngestArgs {
    /// The run that replays the logs.
    pub(crate) fn run(&self) -> RunArgs {
        let labels = self.labels.iter().map(Some).chain(std::iter::repeat(None));
        let mut run = RunArgs::default();
        run.platforms = self.logs.iter().zip(labels).map(|(log, l)| self.spec(log, l)).collect();
        run.output.clone_from(&self.output);
        run.printed.clone_from(&self.printed);
        run
    }

    fn spec(&self, log: &str, label: Option<&String>) -> String {
        let stem = Path::new(log).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let label = label.cloned().or(stem).unwrap_or_default();
        let unit = if self.instructions { "instructions" } else { "cycles" };
        let [log, label] = [log, &label].map(|text| text.replace(',', ",,"));
        format!("replay:file={log},label={label},unit={unit}")
    }
}
