//! `hyperbench guest`

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};

use super::image::{ArchArgs, ImageArgs, kinds};
use super::size;
use ground::{GuestKind, Trouble};
use measuring::{Costs, Request, Target, shortest};
use results::Tool;

/// Examples.
pub(super) const EXAMPLES: &str = "Examples:\n  \
    hyperbench guest build && hyperbench run --guest linux\n  \
    hyperbench guest build --kernel linux/vmlinuz       with a kernel of your own\n  \
    hyperbench guest build --update                     with Debian's newest packages\n  \
    hyperbench guest build --with papers                with a compiler, a database, Java\n  \
    hyperbench guest costs --platform qemu-tcg          what one costs as a whole";

/// Examples of one of them.
const COSTS_EXAMPLES: &str = "Examples:\n  \
    hyperbench guest costs --platform qemu-tcg\n  \
    hyperbench guest costs --platform qemu-kvm --guests 4     four together, without and with KSM\n  \
    hyperbench guest costs --platform lab-native --platform lab-kvm-npt     in instructions\n  \
    hyperbench guest costs --guest bare -o costs.json && hyperbench show costs.json --view costs";

/// What to do with the Linux guest.
#[derive(Debug, Args)]
pub(crate) struct GuestArgs {
    /// What to do
    #[command(subcommand)]
    pub action: GuestAction,
}

/// What a guest can have more of.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum More {
    /// A compiler and what it compiles, a server of databases, Java, fio and dbench, for the papers' workloads
    Papers,
}

/// What can be done with the Linux guest.
#[derive(Debug, Subcommand)]
pub(crate) enum GuestAction {
    /// Download Debian's packages and make the guest of them; what is there is used again
    Build {
        /// Whose guest
        #[command(flatten)]
        arch: ArchArgs,

        /// Look for newer packages even where all are there
        #[arg(long)]
        update: bool,

        /// Boot this kernel, until the guest is built without it, in place of Debian's
        ///
        /// It needs an initial RAM file system, tmpfs and the machine's serial console built in:
        /// the guest loads no modules.
        #[arg(long, value_name = "FILE")]
        kernel: Option<PathBuf>,

        /// Also the programs and sources that only some of the papers' workloads need
        ///
        /// A guest gets them when such a workload is run, and needs more memory then: `--memory 1664M`.
        /// These workloads are in no suite but paper-sizes; elsewhere they have to be called by their
        /// names.
        #[arg(long, value_enum, value_name = "WHAT")]
        with: Option<More>,
    },
    /// Show what the guest was made of, and where it is
    Status {
        /// Whose guest
        #[command(flatten)]
        arch: ArchArgs,
    },
    /// Say what guests cost as a whole: how long each stage of their boot takes and their power-off, and
    /// what memory their monitors take
    #[command(after_help = COSTS_EXAMPLES)]
    Costs(CostsArgs),
    /// Remove everything that has been downloaded and made
    Clean,
}

/// Whose costs.
#[derive(Debug, Args)]
pub(crate) struct CostsArgs {
    /// Platform, NAME[:key=value,…]; may be repeated [default: all available]
    #[arg(long = "platform", value_name = "SPEC")]
    platforms: Vec<String>,

    /// Boot each platform this often, taking turns; once where instructions are counted
    #[arg(long, value_name = "N", default_value_t = 10,
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    boots: u32,

    /// Also run so many guests together, and say what memory they take, without and with KSM
    ///
    /// For that, Linux' merging of equal pages is switched on, which takes root's rights, and put back
    /// afterwards.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=64))]
    guests: Option<u32>,

    /// Virtual CPUs
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    cpus: u32,

    /// Guest memory, such as 128M
    #[arg(long, value_name = "SIZE", default_value = "128M", value_parser = size::memory)]
    memory: u64,

    /// Print the results as JSON: `platforms[].boots[].stages`, `footprint`, and `platforms[].together`
    #[arg(long)]
    pub json: bool,

    /// Keep the results in this JSON file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// What the guest is: linux, a small Linux; or bare, the benchmark kernel alone
    #[arg(long, value_name = "KIND", default_value = "linux", value_parser = kinds())]
    guest: GuestKind,

    /// What to boot
    #[command(flatten)]
    image: ImageArgs,
}

/// Wall time for a platform: a boot may take long in the lab, or on a busy machine.
const TIME_BUDGET: Duration = Duration::from_secs(3600);

impl CostsArgs {
    /// What brings them, for `tool`: boots that measure next to nothing.
    ///
    /// # Errors
    /// When there is no such kernel.
    pub(crate) fn request(&self, tool: Tool) -> Result<Request, Trouble> {
        Ok(Request {
            targets: self.platforms.iter().cloned().map(Target::Text).collect(),
            benches: vec![shortest(self.guest).to_owned()],
            batches: Some(1),
            cpus: self.cpus,
            memory: self.memory,
            time_budget: Some(TIME_BUDGET),
            costs: Some(Costs { boots: self.boots, together: self.guests }),
            outputs: self.output.iter().cloned().collect(),
            ..Request::new(tool, self.image.image(self.guest)?)
        })
    }
}
