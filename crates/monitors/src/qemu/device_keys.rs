//! The keys of a specification that are about the disk and the network of benchmarks that need one.

use crate::spec::bad_spec;
use crate::{Key, Spec};
use ground::Trouble;

/// Their names, and a kind of disk.
pub(super) const DISK: &str = "disk";
pub(super) const NVME: &str = "nvme";
pub(super) const NETWORK: &str = "net";
pub(super) const AIO: &str = "aio";
pub(super) const IOEVENTFD: &str = "ioeventfd";
pub(super) const IOTHREAD: &str = "iothread";
pub(super) const CACHE: &str = "cache";

/// All of them, those first that any QEMU takes.
pub const DEVICE_KEYS: [Key; 6] = [
    Key {
        name: DISK,
        help: "the scratch disk of benchmarks that need one: virtio-blk, nvme (on PCI) or none",
    },
    Key { name: NETWORK, help: "the scratch network of such: user (QEMU's own) or none" },
    Key { name: AIO, help: "how QEMU reads and writes the disk's file: by threads or io_uring" },
    Key { name: IOEVENTFD, help: "whether KVM takes doorbells of both and wakes QEMU: on or off" },
    Key { name: IOTHREAD, help: "whether the disk has a thread of QEMU's to itself: on or off" },
    Key { name: CACHE, help: "how QEMU uses its file: writeback, or none (past the host's cache)" },
];

/// The values of each of them.
const VALUES: [(&str, &[&str]); 6] = [
    (DISK, &["virtio-blk", NVME, "none"]),
    (NETWORK, &["user", "none"]),
    (AIO, &["threads", "io_uring"]),
    (IOEVENTFD, &["on", "off"]),
    (IOTHREAD, &["on", "off"]),
    (CACHE, &["writeback", "none"]),
];

/// Checks what `spec` says by them.
///
/// # Errors
/// When a value is none of its key's.
pub fn check_devices(spec: &Spec) -> Result<(), Trouble> {
    for (key, values) in VALUES {
        let Some(value) = spec.get(key).filter(|value| !values.contains(value)) else { continue };
        let next = format!("{key}= is {}", values.join(" or "));
        return Err(bad_spec(spec.text(), &format!("{key}={value}"), next));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_by_name() {
        for (Key { name, .. }, (key, values)) in DEVICE_KEYS.into_iter().zip(VALUES) {
            assert_eq!(name, key);
            let spec = |value| Spec::plain("qemu-tcg").with(key, value);
            assert!(values.iter().all(|value| check_devices(&spec(value)).is_ok()));
            let refused = check_devices(&spec("sometimes")).unwrap_err().to_string();
            assert!(refused.contains(key) && refused.contains("sometimes"), "{refused}");
        }
    }
}
