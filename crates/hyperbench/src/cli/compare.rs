//! `hyperbench compare`

use clap::Args;

use super::JudgeArgs;
use crate::exit;

/// Examples, and what a script can learn.
pub(super) fn help() -> String {
    let examples = "Examples:\n  \
         hyperbench compare @2:kvm @:kvm                         the latest run with the one before\n  \
         hyperbench compare old.json new.json                    what changed, and how sure is it?\n  \
         hyperbench compare run.json:qemu-kvm run.json:kvm       two platforms of one run\n  \
         hyperbench compare old.json new.json --fail-on 'slower>5%' || echo regression\n  \
         hyperbench compare run.json:qemu-kvm paper-kvm-ept --force   against published figures\n  \
         hyperbench compare old.json new.json --json | jq '.rows[] | select(.verdict == \"slower\")'\n\n";
    examples.to_owned() + &exit::help()
}

/// What to compare, and how.
#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// What is compared with: FILE, a run that `hyperbench runs` lists, @ for the latest, @2 for the one
    /// before; each with :PLATFORM where it holds several; or published figures
    #[arg(value_name = "A", default_value = "@2")]
    pub a: String,

    /// What is compared, likewise
    #[arg(value_name = "B", default_value = "@")]
    pub b: String,

    /// How to judge
    #[command(flatten)]
    pub judge: JudgeArgs,

    /// Compare although the processors, their frequencies or the hosts' kernels differ
    #[arg(long)]
    pub force: bool,

    /// Print the comparison as JSON
    #[arg(long)]
    pub json: bool,
}
