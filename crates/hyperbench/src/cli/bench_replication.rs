//! `hyperbench bench-replication`: the project's benchmark of how well its own figures repeat.

use clap::Args;

/// What to read.
#[derive(Debug, Args)]
pub(crate) struct BenchReplicationArgs {
    /// Results files of runs of the same thing, in their order
    #[arg(value_name = "FILE", required = true)]
    pub results: Vec<std::path::PathBuf>,
}
