//! What to print: shared by the commands that print for people, scripts and programs.

use clap::Args;

use reports::Format;

/// What to print on the standard output.
#[derive(Debug, Clone, Args)]
pub(crate) struct FormatArgs {
    /// What to print on the standard output
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl FormatArgs {
    /// The format asked for.
    pub(crate) fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }
}
