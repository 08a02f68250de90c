//! `hyperbench completions`

use clap::Args;
use clap_complete::Shell;

/// Examples: each takes effect in the shells that are opened afterwards.
pub(super) const EXAMPLES: &str = "Examples:\n  \
    hyperbench completions bash > ~/.local/share/bash-completion/completions/hyperbench\n  \
    hyperbench completions fish > ~/.config/fish/completions/hyperbench.fish\n  \
    hyperbench completions zsh > ~/.zfunc/_hyperbench        where fpath holds ~/.zfunc";

/// For which shell.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell that is to complete the command line
    #[arg(value_enum)]
    pub shell: Shell,
}
