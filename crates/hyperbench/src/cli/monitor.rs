//! `hyperbench monitor`: for the lab, in which the tool may be what runs guests.

use std::path::PathBuf;

use clap::Args;

use super::size;

/// The guest.
#[derive(Debug, Args)]
pub(crate) struct MonitorArgs {
    /// The kernel, an ELF file that starts by PVH
    #[arg(value_name = "KERNEL")]
    pub kernel: PathBuf,

    /// Virtual CPUs
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub cpus: u32,

    /// Guest memory, such as 128M
    #[arg(long, value_name = "SIZE", default_value = "128M", value_parser = size::memory)]
    pub memory: u64,

    /// The kernel's command line
    #[arg(long, value_name = "LINE", default_value = "", allow_hyphen_values = true)]
    pub options: String,

    /// The scratch devices that it has, as the platform kvm takes them: disk=virtio-blk,net=user
    #[arg(long, value_name = "KEYS")]
    pub devices: Option<String>,
}
