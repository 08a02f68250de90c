//! The disk and the network of a guest's benchmarks: devices of its QEMU's, or, where it has none, those of Xen's own
//! protocols.

use ground::Trouble;
use monitors::devices::keys::{DISK, NETWORK};
use monitors::devices::{DISK_BYTES, network_address};
use monitors::qemu::{Backing, Disk, Network, VirtioHost};
use monitors::{GuestConfig, Key, Spec};

use super::keys::{XENS, is_outer_network};
use super::recipe::Scripts;

/// What gives a guest Xen's own, before the script that runs that.
const FRONTENDS: &str = include_str!("../inside/xen/frontends.sh");

/// Who answers in a network that ends in the outer Linux, and what has one of KVM's end there.
const PEER: &str = include_str!("../inside/peer.sh");
const OUTER: &str = include_str!("../inside/kvm/tap.sh");

/// What gives the guest its disk and its network, where they are asked for and a benchmark needs them: no
/// other figure has a machine with one behind it.
///
/// # Errors
/// When it cannot have them as they are asked for.
pub(super) fn settings(
    scripts: &Scripts,
    spec: &Spec,
    config: &GuestConfig,
) -> Result<String, Trouble> {
    let is_xens = |key: &Key| spec.get(key.name) == Some(XENS);
    match (is_xens(&DISK), is_xens(&NETWORK)) {
        (false, false) => qemus(scripts, spec, config),
        asked => Ok(xens(config, asked)),
    }
}

/// Xen's own, of which a `disk` and a `network` are asked for. Linux alone has drivers for them.
fn xens(config: &GuestConfig, (disk, network): (bool, bool)) -> String {
    if config.linux.is_none() {
        return String::new();
    }
    let mut script = FRONTENDS.to_owned();
    if disk && config.devices.disk {
        script += &format!("DISK_BYTES={DISK_BYTES}\ndisk\n");
    }
    if network && config.devices.network {
        script += &format!("{PEER}ADDRESS={}\nnetwork\n", network_address());
    }
    script
}

fn qemus(scripts: &Scripts, spec: &Spec, config: &GuestConfig) -> Result<String, Trouble> {
    let machine = scripts.machine(config.arch);
    let host = VirtioHost { machine, by_kvm: true, only_if_asked: true };
    let disk =
        Disk::of(spec, config, host)?.map(|disk| disk.arguments(&Backing::file("/tmp/scratch")));
    let mut words = disk.unwrap_or_default();
    words.extend(Network::of(spec, config, host).iter().flat_map(Network::arguments).cloned());
    if words.is_empty() {
        return Ok(String::new());
    }
    let words = words.join(" ");
    let outer =
        if has_outer_network(spec, config) { [PEER, OUTER].concat() } else { String::new() };
    Ok(format!("{outer}DISK_BYTES={DISK_BYTES}\nDEVICES=\"{words}\"\n{}", scripts.devices))
}

/// Whether the guest has a network that ends in the outer Linux, which is handed modules for it.
pub(super) fn has_outer_network(spec: &Spec, config: &GuestConfig) -> bool {
    config.devices.network && is_outer_network(spec)
}
