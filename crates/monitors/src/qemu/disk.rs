//! The scratch disk of a guest whose benchmarks need one: a sparse file without a name, which is gone
//! with the last program that has it open. No disk of a user's is ever touched.

use std::fs::File;
use std::os::fd::{AsRawFd, RawFd};

use rustix::fs::{Mode, OFlags, open};

use crate::spec::bad_spec;
use crate::{GuestConfig, Key, ScratchDisk, Spec};
use ground::Trouble;

/// Its size in bytes; benchmarks use one MiB.
const SIZE: u64 = 64 << 20;

/// By this serial number the kernel knows that it may write to it (`kernel/drivers/virtio_blk.c`).
const SERIAL: &str = "hyperbench-scratch";

/// The keys of a specification that shape it.
pub(super) const KEYS: [Key; 4] = [
    Key { name: "disk", help: "the scratch disk of benchmarks that need one: virtio-blk or none" },
    Key {
        name: "cache",
        help: "how QEMU uses its file: writeback, or none (past the host's cache)",
    },
    Key { name: "ioeventfd", help: "whether KVM takes its doorbell and wakes QEMU: on or off" },
    Key { name: "iothread", help: "whether it has a thread of QEMU's to itself: on or off" },
];

/// The values of each of them.
const VALUES: [(&str, [&str; 2]); 4] = [
    ("disk", ["virtio-blk", "none"]),
    ("cache", ["writeback", "none"]),
    ("ioeventfd", ["on", "off"]),
    ("iothread", ["on", "off"]),
];

/// The disk of a machine type that is not known to have another.
const USUAL: &str = "virtio-blk-pci";

/// The disk by registers in memory, whose doorbell is its bus' matter.
const IN_MEMORY: &str = "virtio-blk-device";

/// A scratch disk that QEMU is given.
#[derive(Debug)]
pub(super) struct Disk {
    file: File,
    device: String,
    is_direct: bool,
    ioeventfd: Option<String>,
    has_thread: bool,
}

/// Checks what `spec` says of the disk.
///
/// # Errors
/// When a value is none of its key's.
pub(super) fn check(spec: &Spec) -> Result<(), Trouble> {
    for (key, values) in VALUES {
        let Some(value) = spec.get(key).filter(|value| !values.contains(value)) else { continue };
        let next = format!("{key}= is {} or {}", values[0], values[1]);
        return Err(bad_spec(spec.text(), &format!("{key}={value}"), next));
    }
    Ok(())
}

impl Disk {
    /// The disk for a guest of `config`; `None` where none of its benchmarks needs one, or where
    /// none is to be had; `by_kvm` says what runs the guest. It answers after a time of the
    /// host's, so that no guest whose clock counts instructions has one unless it is asked for.
    ///
    /// # Errors
    /// When there is no file for it, or it cannot be as it is asked for.
    pub(super) fn of(
        spec: &Spec,
        config: &GuestConfig,
        by_kvm: bool,
    ) -> Result<Option<Self>, Trouble> {
        let Some(device) = device(spec, config) else { return Ok(None) };
        let has_thread = spec.get("iothread") == Some("on");
        // QEMU: hw/virtio/virtio-mmio.c turns ioeventfd off without KVM, and the thread needs it.
        if has_thread && device == IN_MEMORY && !by_kvm {
            return Err(Trouble::usage(
                "iothread=on does not work on this machine type without KVM: QEMU's emulator has \
                 doorbells that wake a thread on PCI alone",
                "use a machine with PCI, such as machine=q35, or leave iothread= out",
            ));
        }
        let is_direct = spec.get("cache") == Some("none");
        Ok(Some(Self {
            file: scratch_file(is_direct)?,
            device,
            is_direct,
            ioeventfd: spec.get("ioeventfd").map(str::to_owned),
            has_thread,
        }))
    }

    /// The file, which QEMU has to inherit.
    pub(super) fn as_raw_fd(&self) -> RawFd {
        self.file.as_raw_fd()
    }

    /// QEMU's arguments for it. A request that fails is the guest's matter: QEMU goes on.
    pub(super) fn arguments(&self) -> Vec<String> {
        let direct = if self.is_direct { "on" } else { "off" };
        let common = format!("cache.direct={direct},discard=unmap");
        let path = fd_path(self.as_raw_fd());
        let mut device =
            format!("{},drive=scratch,serial={SERIAL},rerror=report,werror=report", self.device);
        let mut words = vec![
            "-blockdev".to_owned(),
            format!("driver=file,node-name=scratch-file,filename={path},{common}"),
            "-blockdev".to_owned(),
            format!("driver=raw,node-name=scratch,file=scratch-file,{common}"),
        ];
        if self.has_thread {
            words.extend(["-object", "iothread,id=scratch-thread"].map(str::to_owned));
            device += ",iothread=scratch-thread";
        }
        match &self.ioeventfd {
            Some(value) if self.device == IN_MEMORY => {
                words.extend(["-global".to_owned(), format!("virtio-mmio.ioeventfd={value}")]);
            }
            Some(value) => device += &format!(",ioeventfd={value}"),
            None => (),
        }
        words.extend(["-device".to_owned(), device]);
        words
    }
}

/// QEMU's name of the device, where the guest is to have one.
fn device(spec: &Spec, config: &GuestConfig) -> Option<String> {
    let qemu = &config.arch.qemu;
    let machine = spec.get("machine").unwrap_or(&qemu.machine);
    let known = qemu.disks.get(machine.split(',').next().unwrap_or_default());
    // It would take the first disk that it finds, and there is nothing to start on this one.
    let firmware_boots = matches!(spec.get("boot"), Some("disk" | "cd"));
    let device = match spec.get("disk") {
        Some("none") => None,
        Some(_) => Some(known.map_or(USUAL, String::as_str)),
        None => known.map(String::as_str).filter(|_| !config.deterministic && !firmware_boots),
    };
    device.filter(|_| config.disk == ScratchDisk::Needed).map(str::to_owned)
}

/// An empty file without a name, which can be read past the host's cache if it `is_direct`.
fn scratch_file(is_direct: bool) -> Result<File, Trouble> {
    let file = tempfile::tempfile().and_then(|file| file.set_len(SIZE).map(|()| file));
    let file = file.map_err(|error| {
        Trouble::unavailable(
            format!("there is no file to be had for the scratch disk: {error}"),
            "set TMPDIR to a folder with 64 MiB free, or use disk=none",
        )
    })?;
    let flags = OFlags::RDONLY | OFlags::DIRECT | OFlags::CLOEXEC;
    let direct = || open(fd_path(file.as_raw_fd()), flags, Mode::empty());
    if is_direct && direct().is_err() {
        return Err(Trouble::unavailable(
            "cache=none does not work: the scratch disk's file can only be read through the host's \
             cache",
            "set TMPDIR to a folder on a disk, or use cache=writeback",
        ));
    }
    Ok(file)
}

/// The name of an open file for the program that has it.
fn fd_path(fd: RawFd) -> String {
    format!("/proc/self/fd/{fd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(spec: &Spec, config: &GuestConfig) -> Option<String> {
        Disk::of(spec, config, true).unwrap().map(|disk| disk.arguments().join(" "))
    }

    #[test]
    fn a_guest_has_a_disk_only_where_a_benchmark_needs_it() {
        let plain = || Spec::plain("qemu-tcg");
        let config = GuestConfig::plain();
        assert_eq!(line(&plain().with("disk", "virtio-blk"), &config), None);
        let config = GuestConfig { disk: ScratchDisk::Needed, ..config };
        let disk = line(&plain(), &config).expect("the usual machine has one");
        assert!(disk.contains("filename=/proc/self/fd/") && disk.contains("cache.direct=off"));
        assert!(disk.contains(",serial=hyperbench-scratch,"), "{disk}");
        assert_eq!(line(&plain().with("disk", "none"), &config), None);
        assert_eq!(line(&plain().with("machine", "unknown"), &config), None);
        assert_eq!(line(&plain().with("boot", "disk"), &config), None);
        let counted = GuestConfig { deterministic: true, ..config };
        assert_eq!(line(&plain(), &counted), None);
        assert!(line(&plain().with("disk", "virtio-blk"), &counted).is_some());
    }

    #[test]
    fn what_is_said_of_the_disk_reaches_qemu() {
        let config = GuestConfig { disk: ScratchDisk::Needed, ..GuestConfig::plain() };
        let asked = |machine: &str| {
            let spec = Spec::plain("qemu-kvm").with("machine", machine).with("disk", "virtio-blk");
            line(&spec.with("iothread", "on").with("ioeventfd", "off"), &config).unwrap()
        };
        let on_pci = asked("unknown,accel=x");
        assert!(on_pci.contains("-object iothread,id=scratch-thread"), "{on_pci}");
        assert!(on_pci.contains("-device virtio-blk-pci,drive=scratch"), "{on_pci}");
        assert!(on_pci.ends_with(",iothread=scratch-thread,ioeventfd=off"), "{on_pci}");
        for (machine, device) in &config.arch.qemu.disks {
            let global = asked(machine).contains("-global virtio-mmio.ioeventfd=off");
            assert_eq!(global, device == IN_MEMORY, "{machine}");
        }
    }

    #[test]
    fn a_thread_that_qemu_cannot_give_it_is_refused() {
        let config = GuestConfig { disk: ScratchDisk::Needed, ..GuestConfig::plain() };
        for (machine, device) in &config.arch.qemu.disks {
            let spec = Spec::plain("qemu-tcg").with("machine", machine).with("iothread", "on");
            assert_eq!(Disk::of(&spec, &config, false).is_err(), device == IN_MEMORY, "{machine}");
        }
    }

    #[test]
    fn values_are_checked_by_name() {
        for (key, values) in VALUES {
            let spec = |value| Spec::plain("qemu-tcg").with(key, value);
            assert!(values.iter().all(|value| check(&spec(value)).is_ok()));
            let refused = check(&spec("sometimes")).unwrap_err().to_string();
            assert!(refused.contains(key) && refused.contains("sometimes"), "{refused}");
        }
    }
}
