//! The disk and the network of a guest's benchmarks: devices of its QEMU's, or, where it has none, those of Xen's own
//! protocols.

use ground::Trouble;
use monitors::devices::keys::{self, DISK, NETWORK};
use monitors::devices::{DISK_BYTES, network_address};
use monitors::qemu::{Backing, Disk, Network, VirtioHost};
use monitors::{GuestConfig, Key, Spec};

use super::recipe::Scripts;

/// The disk of a guest without a QEMU.
pub(super) const XENS_DISK: Key = Key {
    name: DISK.name,
    help: "the scratch disk of a Linux guest: xen (by Xen's protocol; dom0's QEMU serves it) or none",
};

/// Its network.
pub(super) const XENS_NETWORK: Key = Key {
    name: NETWORK.name,
    help: "its scratch network: xen (by Xen's protocol; dom0's Linux answers it) or none",
};

/// How both are asked for.
const XENS: &str = "xen";
const XENS_VALUES: &[&str] = &[XENS, "none"];

/// What gives them to the guest, before the script that runs that.
const FRONTENDS: &str = include_str!("../inside/xen/frontends.sh");

/// Checks what `spec` says of both on a platform that has these `known` keys.
///
/// # Errors
/// When a value is none of its key's.
pub(super) fn check(spec: &Spec, known: &[Key]) -> Result<(), Trouble> {
    match known.contains(&XENS_DISK) {
        true => keys::check_among(spec, &[XENS_DISK, XENS_NETWORK].map(|key| (key, XENS_VALUES))),
        false => keys::check(spec),
    }
}

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
        script += &format!("ADDRESS={}\nnetwork\n", network_address());
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
    Ok(format!("DISK_BYTES={DISK_BYTES}\nDEVICES=\"{words}\"\n{}", scripts.devices))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_without_a_qemu_has_xens_disk_and_no_other_has_it() {
        let of = |kind: &str| Spec::plain("lab").with("disk", kind);
        let refused = |kind, known| check(&of(kind), known).is_err();
        for (kind, is_xens, is_qemus) in
            [("none", true, true), ("xen", true, false), ("virtio-blk", false, true)]
        {
            assert_eq!(refused(kind, &[XENS_DISK]), !is_xens, "{kind}");
            assert_eq!(refused(kind, &[DISK]), !is_qemus, "{kind}");
        }
    }
}
