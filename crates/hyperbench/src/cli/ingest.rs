//! `hyperbench import` of consoles and screens; once `hyperbench ingest`.

use std::path::{Path, PathBuf};

use clap::Args;

use super::FormatArgs;
use ground::{Arch, GuestKind, Trouble};
use images::KernelImage;
use measuring::{Request, Target};
use results::{Tool, Unit};

/// What to read, and what to call it.
#[derive(Debug, Args)]
pub(crate) struct IngestArgs {
    /// Text of a console: from --keep-log, a serial port, a terminal or a cloud's page; or what
    /// kvm-unit-tests' vmexit or micro-bench, lmbench or perf bench have printed
    ///
    /// Times or names in front of each line, firmware in between, escape sequences and lines that a
    /// terminal has cut do no harm. What is damaged beyond mending is named.
    #[arg(value_name = "LOG", required = true)]
    pub logs: Vec<String>,

    /// The text is what the kernel showed on a screen, typed in or read from a photograph
    ///
    /// Every line has a check behind an asterisk, and a sum ends a page: what was misread is named, and
    /// nothing is taken then. How many blanks there are does not matter. Several files are the pages of
    /// one summary.
    #[arg(long)]
    pub screen: bool,

    /// Names the column of a log; may be repeated, in the order of the logs [default: its file's name]
    #[arg(long = "label", value_name = "NAME")]
    pub labels: Vec<String>,

    /// What is counted are executed instructions
    #[arg(long)]
    pub instructions: bool,

    /// Keep the results in this JSON file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// What to print
    #[command(flatten)]
    pub printed: FormatArgs,
}

impl IngestArgs {
    /// What replays the logs, for `tool`.
    ///
    /// # Errors
    /// None that is known: the tool carries a kernel.
    pub(crate) fn request(&self, tool: Tool) -> Result<Request, Trouble> {
        let labels = self.labels.iter().map(Some).chain(std::iter::repeat(None));
        Ok(Request {
            targets: self.logs.iter().zip(labels).map(|(log, l)| self.target(log, l)).collect(),
            outputs: self.output.iter().cloned().collect(),
            ..Request::new(tool, KernelImage::carried(Arch::native(), GuestKind::Bare)?)
        })
    }

    /// What is counted.
    pub(crate) fn unit(&self) -> Unit {
        if self.instructions { Unit::Instructions } else { Unit::Cycles }
    }

    fn target(&self, log: &str, label: Option<&String>) -> Target {
        let label = label.cloned().unwrap_or_else(|| stem(log));
        let unit = if self.instructions { "instructions" } else { "cycles" };
        Target::known("replay", &[("file", log), ("label", &label), ("unit", unit)])
    }
}

/// What the file of a log is called, without its folder and its ending.
pub(crate) fn stem(log: &str) -> String {
    let stem = Path::new(log).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    stem.unwrap_or_default()
}
