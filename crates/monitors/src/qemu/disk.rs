//! The scratch disk of a guest whose benchmarks need one, as QEMU is told of it. No disk of a user's is
//! ever touched.

use crate::spec::bad_spec;
use crate::{GuestConfig, Key, ScratchDisk, Spec};
use ground::{Arch, Trouble};

/// Its size in bytes; benchmarks use one MiB.
pub const DISK_BYTES: u64 = 64 << 20;

/// By this serial number the kernel knows that it may write to it (`kernel/drivers/virtio_blk.c`).
const SERIAL: &str = "hyperbench-scratch";

/// The keys of a specification that shape it.
pub const DISK_KEYS: [Key; 5] = [
    Key { name: "disk", help: "the scratch disk of benchmarks that need one: virtio-blk or none" },
    Key { name: "ioeventfd", help: "whether KVM takes its doorbell and wakes QEMU: on or off" },
    Key { name: "iothread", help: "whether it has a thread of QEMU's to itself: on or off" },
    Key { name: "aio", help: "how QEMU reads and writes its file: by threads or io_uring" },
    Key {
        name: "cache",
        help: "how QEMU uses its file: writeback, or none (past the host's cache)",
    },
];

/// The values of each of them.
const VALUES: [(&str, [&str; 2]); 5] = [
    ("disk", ["virtio-blk", "none"]),
    ("ioeventfd", ["on", "off"]),
    ("iothread", ["on", "off"]),
    ("aio", ["threads", "io_uring"]),
    ("cache", ["writeback", "none"]),
];

/// The disk of a machine type that is not known to have another.
const USUAL: &str = "virtio-blk-pci";

/// The disk by registers in memory, whose doorbell is its bus' matter.
const IN_MEMORY: &str = "virtio-blk-device";

/// What the QEMU is that a disk is for.
#[derive(Debug, Clone, Copy)]
pub struct DiskHost<'a> {
    /// Its machine type.
    pub machine: &'a str,
    /// Whether KVM runs its guest.
    pub by_kvm: bool,
    /// Whether there is no disk unless the specification asks for one.
    pub only_if_asked: bool,
}

/// A scratch disk that QEMU is given.
#[derive(Debug)]
pub struct Disk {
    device: String,
    is_direct: bool,
    aio: Option<String>,
    ioeventfd: Option<String>,
    has_thread: bool,
}

/// Checks what `spec` says of the disk.
///
/// # Errors
/// When a value is none of its key's.
pub fn check_disk(spec: &Spec) -> Result<(), Trouble> {
    for (key, values) in VALUES {
        let Some(value) = spec.get(key).filter(|value| !values.contains(value)) else { continue };
        let next = format!("{key}= is {} or {}", values[0], values[1]);
        return Err(bad_spec(spec.text(), &format!("{key}={value}"), next));
    }
    Ok(())
}

impl Disk {
    /// The disk for a guest of `config` on `host`; `None` where none of its benchmarks needs one, or
    /// where none is to be had.
    ///
    /// # Errors
    /// When it cannot be as it is asked for.
    pub fn of(
        spec: &Spec,
        config: &GuestConfig,
        host: DiskHost<'_>,
    ) -> Result<Option<Self>, Trouble> {
        let device = device(spec, config.arch, host);
        let Some(device) = device.filter(|_| config.disk == ScratchDisk::Needed) else {
            return Ok(None);
        };
        let has_thread = spec.get("iothread") == Some("on");
        // QEMU: hw/virtio/virtio-mmio.c turns ioeventfd off without KVM, and the thread needs it.
        if has_thread && device == IN_MEMORY && !host.by_kvm {
            return Err(Trouble::usage(
                "iothread=on does not work on this machine type without KVM: QEMU's emulator has \
                 doorbells that wake a thread on PCI alone",
                "use a machine with PCI, such as machine=q35, or leave iothread= out",
            ));
        }
        let asked = |key| spec.get(key).map(str::to_owned);
        Ok(Some(Self {
            device: device.to_owned(),
            is_direct: spec.get("cache") == Some("none"),
            aio: asked("aio"),
            ioeventfd: asked("ioeventfd"),
            has_thread,
        }))
    }

    /// Whether its file is to be read and written past the host's cache.
    pub fn is_direct(&self) -> bool {
        self.is_direct
    }

    /// QEMU's arguments for it, with its data in the file at `path`. A request that fails is the
    /// guest's matter: QEMU goes on.
    pub fn arguments(&self, path: &str) -> Vec<String> {
        let direct = if self.is_direct { "on" } else { "off" };
        let common = format!("cache.direct={direct},discard=unmap");
        let aio = self.aio.iter().map(|aio| format!(",aio={aio}")).collect::<String>();
        let mut device =
            format!("{},drive=scratch,serial={SERIAL},rerror=report,werror=report", self.device);
        let mut words = vec![
            "-blockdev".to_owned(),
            format!("driver=file,node-name=scratch-file,filename={path},{common}{aio}"),
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

/// QEMU's name of the device, where there is to be one.
fn device<'a>(spec: &Spec, arch: &'a Arch, host: DiskHost<'_>) -> Option<&'a str> {
    let machine = host.machine.split(',').next().unwrap_or_default();
    let known = arch.qemu.disks.get(machine).map(String::as_str);
    match spec.get("disk") {
        Some("none") => None,
        Some(_) => Some(known.unwrap_or(USUAL)),
        None => known.filter(|_| !host.only_if_asked),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "/f";

    fn on(machine: &str) -> DiskHost<'_> {
        DiskHost { machine, by_kvm: true, only_if_asked: false }
    }

    fn line(spec: &Spec, config: &GuestConfig, host: DiskHost<'_>) -> Option<String> {
        Disk::of(spec, config, host).unwrap().map(|disk| disk.arguments(FILE).join(" "))
    }

    #[test]
    fn a_guest_has_a_disk_only_where_a_benchmark_needs_it() {
        let plain = || Spec::plain("qemu-tcg");
        let config = GuestConfig::plain();
        let usual = on(&config.arch.qemu.machine);
        assert_eq!(line(&plain().with("disk", "virtio-blk"), &config, usual), None);
        let config = GuestConfig { disk: ScratchDisk::Needed, ..config };
        let disk = line(&plain(), &config, usual).expect("the usual machine has one");
        assert!(disk.contains("filename=/f,cache.direct=off,discard=unmap -blockdev"), "{disk}");
        assert!(disk.contains(",serial=hyperbench-scratch,"), "{disk}");
        assert_eq!(line(&plain().with("disk", "none"), &config, usual), None);
        assert_eq!(line(&plain(), &config, on("unknown")), None);
        let asked = DiskHost { only_if_asked: true, ..usual };
        assert_eq!(line(&plain(), &config, asked), None);
        assert!(line(&plain().with("disk", "virtio-blk"), &config, asked).is_some());
    }

    #[test]
    fn what_is_said_of_the_disk_reaches_qemu() {
        let config = GuestConfig { disk: ScratchDisk::Needed, ..GuestConfig::plain() };
        let spec = Spec::plain("qemu-kvm").with("disk", "virtio-blk").with("aio", "io_uring");
        let spec = spec.with("iothread", "on").with("ioeventfd", "off");
        let asked = |machine: &str| line(&spec, &config, on(machine)).unwrap();
        let on_pci = asked("unknown,accel=x");
        assert!(on_pci.contains("unmap,aio=io_uring -blockdev driver=raw"), "{on_pci}");
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
        let spec = Spec::plain("qemu-tcg").with("iothread", "on");
        for (machine, device) in &config.arch.qemu.disks {
            let emulated = DiskHost { by_kvm: false, ..on(machine) };
            let refused = Disk::of(&spec, &config, emulated).is_err();
            assert_eq!(refused, device == IN_MEMORY, "{machine}");
            assert!(Disk::of(&spec, &config, on(machine)).is_ok(), "{machine}");
        }
    }

    #[test]
    fn values_are_checked_by_name() {
        for (key, values) in VALUES {
            let spec = |value| Spec::plain("qemu-tcg").with(key, value);
            assert!(values.iter().all(|value| check_disk(&spec(value)).is_ok()));
            let refused = check_disk(&spec("sometimes")).unwrap_err().to_string();
            assert!(refused.contains(key) && refused.contains("sometimes"), "{refused}");
        }
    }
}
