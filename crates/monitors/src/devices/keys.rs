//! The keys of a specification that are about the disk and the network of benchmarks that need one.

use crate::spec::bad_spec;
use crate::{Key, Spec};
use ground::Trouble;

/// Whether there is a disk.
pub const DISK: Key = Key {
    name: "disk",
    help: "the scratch disk of benchmarks that need one: virtio-blk, nvme or ahci (on PCI), or none",
};
/// Whether there is a network.
pub const NETWORK: Key = Key {
    name: "net",
    help: "the scratch network of such: user (the monitor answers it), e1000 (Intel's card in virtio's place, on PCI) or none",
};
/// By which of Linux' interfaces the disk's file is used.
pub const AIO: Key =
    Key { name: "aio", help: "how QEMU reads and writes the disk's file: by threads or io_uring" };
/// Who takes doorbells.
pub const IOEVENTFD: Key = Key {
    name: "ioeventfd",
    help: "whether KVM takes doorbells of both and wakes who serves them: on or off",
};
/// Who serves the disk.
pub const IOTHREAD: Key =
    Key { name: "iothread", help: "whether the disk has a thread of QEMU's to itself: on or off" };
/// How the host caches the disk's file.
pub const CACHE: Key = Key {
    name: "cache",
    help: "how QEMU uses its file: writeback, or none (past the host's cache)",
};

/// Kinds of disks.
pub(crate) const NVME: &str = "nvme";
pub(crate) const AHCI: &str = "ahci";

/// A kind of network card, of which QEMU is at the other end as of a virtio one.
pub const E1000: &str = "e1000";

/// A network of which the Linux around QEMU is at the other end, by way of QEMU.
pub const TAP: &str = "tap";
/// The same by way of that Linux' own device (vhost-net).
pub const VHOST: &str = "vhost";

/// What the disk is on instead of a file that is gone afterwards.
pub const DISK_FILE: Key = Key {
    name: "disk-file",
    help: "a file or block device of yours for it, whose first 1,028 KiB are overwritten",
};
/// What becomes of its data.
pub const DISK_DATA: Key =
    Key { name: "disk-data", help: "what disk-file= has there already: keep or lose [keep]" };

/// All of them.
pub const ALL: [Key; 8] = [DISK, NETWORK, AIO, IOEVENTFD, IOTHREAD, CACHE, DISK_DATA, DISK_FILE];

/// Those of a monitor that has one kind of each, and one way to use the disk's file.
pub const PLAIN: [Key; 5] = [DISK, NETWORK, IOEVENTFD, DISK_DATA, DISK_FILE];

/// Data that may go.
pub(super) const LOSE: &str = "lose";

/// The values of each that has but a few.
const VALUES: [(Key, &[&str]); 7] = [
    (DISK, &["virtio-blk", NVME, AHCI, "none"]),
    (NETWORK, &["user", E1000, "none"]),
    (AIO, &["threads", "io_uring"]),
    (IOEVENTFD, &["on", "off"]),
    (IOTHREAD, &["on", "off"]),
    (CACHE, &["writeback", "none"]),
    (DISK_DATA, &["keep", LOSE]),
];

/// Checks what `spec` says by them.
///
/// # Errors
/// When a value is none of its key's.
pub fn check(spec: &Spec) -> Result<(), Trouble> {
    check_among(spec, &VALUES)
}

/// The same for all but the network, of which there may be other kinds.
///
/// # Errors
/// Those of [`check`].
pub fn check_without_network(spec: &Spec) -> Result<(), Trouble> {
    let others: Vec<_> = VALUES.into_iter().filter(|(key, _)| *key != NETWORK).collect();
    check_among(spec, &others)
}

/// Checks what `spec` says by keys that have but these `values`.
///
/// # Errors
/// When it says another.
pub fn check_among(spec: &Spec, values: &[(Key, &[&str])]) -> Result<(), Trouble> {
    for (Key { name: key, .. }, values) in values {
        let Some(value) = spec.get(key).filter(|value| !values.contains(value)) else { continue };
        let next = format!("{key}= is {}", values.join(" or "));
        return Err(bad_spec(spec.text(), &format!("{key}={value}"), next));
    }
    Ok(())
}

/// Checks what `spec` says by those that are [`PLAIN`].
///
/// # Errors
/// When a value is none of its key's, or is one that other monitors have.
pub fn check_plain(spec: &Spec) -> Result<(), Trouble> {
    check(spec)?;
    check_among(spec, &[(DISK, &["virtio-blk", "none"]), (NETWORK, &["user", "none"])])
}

/// Whether `spec` asks for a disk.
pub fn has_disk(spec: &Spec) -> bool {
    match spec.get(DISK.name) {
        Some(kind) => kind != "none",
        None => spec.get(DISK_FILE.name).is_some(),
    }
}

/// Whether it asks for a network.
pub fn has_network(spec: &Spec) -> bool {
    spec.get(NETWORK.name).is_some_and(|kind| kind != "none")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_is_asked_for_by_its_kind_or_its_file() {
        let plain = || Spec::plain("qemu-tcg");
        assert!(!has_disk(&plain()));
        assert!(has_disk(&plain().with("disk", "virtio-blk")));
        let own = plain().with("disk-file", "/f");
        assert!(has_disk(&own) && !has_disk(&own.with("disk", "none")));
    }

    #[test]
    fn values_are_checked_by_name() {
        let named = VALUES.map(|(key, _)| key.name);
        assert_eq!(named[..], ALL.map(|key| key.name)[..named.len()]);
        for (key, values) in VALUES {
            let spec = |value| Spec::plain("qemu-tcg").with(key.name, value);
            assert!(values.iter().all(|value| check(&spec(value)).is_ok()));
            let refused = check(&spec("sometimes")).unwrap_err().to_string();
            assert!(refused.contains(key.name) && refused.contains("sometimes"), "{refused}");
        }
    }
}
