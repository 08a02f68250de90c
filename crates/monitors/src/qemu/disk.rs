//! The scratch disk of a guest whose benchmarks need one, as QEMU is told of it.

use super::virtio::{Bus, VirtioHost};
use crate::devices::keys::{AHCI, AIO, CACHE, DISK, DISK_FILE, IOTHREAD, NVME};
use crate::devices::{SERIAL, ScratchFile};
use crate::{GuestConfig, Spec};
use ground::Trouble;

/// Where its data is.
#[derive(Debug)]
pub struct Backing {
    /// QEMU's name for what kind of file it is.
    pub(super) driver: &'static str,
    /// Where QEMU finds it.
    pub(super) path: String,
    /// From which byte on it is used, and how many are; `None` for all.
    pub(super) range: Option<(u64, u64)>,
}

impl Backing {
    /// What is behind a disk, which QEMU finds at `path`.
    pub(super) fn of(scratch: &ScratchFile, path: String) -> Self {
        let driver = if scratch.is_device { "host_device" } else { "file" };
        let range = scratch.range;
        Self { driver, path, range: (range.0 > 0).then_some(range) }
    }

    /// The whole file at `path`.
    pub fn file(path: impl Into<String>) -> Self {
        Self { driver: "file", path: path.into(), range: None }
    }
}

/// A scratch disk that QEMU is given.
#[derive(Debug)]
pub struct Disk {
    spec: Spec,
    bus: Bus,
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
        host: VirtioHost<'_>,
    ) -> Result<Option<Self>, Trouble> {
        let only_if_asked = host.only_if_asked && spec.get(DISK_FILE.name).is_none();
        let host = VirtioHost { only_if_asked, ..host };
        let bus = Bus::of(spec, DISK.name, config.arch, host).filter(|_| config.devices.disk);
        let disk = bus.map(|bus| Self { spec: spec.clone(), bus });
        // QEMU: hw/virtio/virtio-mmio.c turns ioeventfd off without KVM, and the thread needs it.
        if disk.as_ref().is_some_and(|disk| disk.has_thread() && disk.bus == Bus::Memory)
            && !host.by_kvm
        {
            return Err(Trouble::usage(
                "iothread=on does not work on this machine type without KVM: QEMU's emulator has \
                 doorbells that wake a thread on PCI alone",
                "use a machine with PCI, such as machine=q35, or leave iothread= out",
            ));
        }
        Ok(disk)
    }

    fn has_thread(&self) -> bool {
        self.spec.get(IOTHREAD.name) == Some("on")
    }

    /// Whether its file is to be read and written past the host's cache.
    pub fn is_direct(&self) -> bool {
        self.spec.get(CACHE.name) == Some("none")
    }

    /// QEMU's arguments for it. A request that fails is the guest's matter: QEMU goes on.
    pub fn arguments(&self, backing: &Backing) -> Vec<String> {
        let Backing { driver, path, range } = backing;
        let range = range.map(|(from, bytes)| format!(",offset={from},size={bytes}"));
        let range = range.unwrap_or_default();
        let direct = if self.is_direct() { "on" } else { "off" };
        let common = format!("cache.direct={direct},discard=unmap");
        let aio = self.spec.get(AIO.name).map(|aio| format!(",aio={aio}")).unwrap_or_default();
        let mut words = vec![
            "-blockdev".to_owned(),
            format!("driver={driver},node-name=scratch-file,filename={path},{common}{aio}"),
            "-blockdev".to_owned(),
            format!("driver=raw,node-name=scratch,file=scratch-file,{common}{range}"),
        ];
        let mut device = format!("drive=scratch,serial={SERIAL}");
        if self.spec.get(DISK.name) == Some(NVME) {
            words.extend(["-device".to_owned(), format!("{NVME},{device}")]);
            return words;
        }
        device += ",rerror=report,werror=report";
        if self.spec.get(DISK.name) == Some(AHCI) {
            let on_it = format!("ide-hd,bus=scratch-port.0,{device}");
            words.extend(["-device", "ahci,id=scratch-port", "-device", &on_it].map(str::to_owned));
            return words;
        }
        if self.has_thread() {
            words.extend(["-object", "iothread,id=scratch-thread"].map(str::to_owned));
            device += ",iothread=scratch-thread";
        }
        words.extend(self.bus.arguments("blk", &device, &self.spec));
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Devices;

    const NEEDED: Devices = Devices { disk: true, network: false };

    fn on(machine: &str) -> VirtioHost<'_> {
        VirtioHost { machine, by_kvm: true, only_if_asked: false }
    }

    fn line(spec: &Spec, config: &GuestConfig, host: VirtioHost<'_>) -> Option<String> {
        Disk::of(spec, config, host)
            .unwrap()
            .map(|disk| disk.arguments(&Backing::file("/f")).join(" "))
    }

    #[test]
    fn a_guest_has_a_disk_only_where_a_benchmark_needs_it() {
        let plain = || Spec::plain("qemu-tcg");
        let config = GuestConfig::plain();
        let usual = on(&config.arch.qemu.machine);
        assert_eq!(line(&plain().with("disk", "virtio-blk"), &config, usual), None);
        let config = GuestConfig { devices: NEEDED, ..config };
        let disk = line(&plain(), &config, usual).expect("the usual machine has one");
        assert!(disk.contains("filename=/f,cache.direct=off,discard=unmap -blockdev"), "{disk}");
        assert!(disk.contains(",serial=hyperbench-scratch,"), "{disk}");
        assert_eq!(line(&plain().with("disk", "none"), &config, usual), None);
        assert_eq!(line(&plain(), &config, on("unknown")), None);
        let asked = VirtioHost { only_if_asked: true, ..usual };
        assert_eq!(line(&plain(), &config, asked), None);
        assert!(line(&plain().with("disk", "virtio-blk"), &config, asked).is_some());
    }

    #[test]
    fn what_is_said_of_the_disk_reaches_qemu() {
        let config = GuestConfig { devices: NEEDED, ..GuestConfig::plain() };
        let spec = Spec::plain("qemu-kvm").with("disk", "virtio-blk").with("aio", "io_uring");
        let spec = spec.with("iothread", "on").with("ioeventfd", "off");
        let asked = |machine: &str| line(&spec, &config, on(machine)).unwrap();
        let on_pci = asked("unknown,accel=x");
        assert!(on_pci.contains("unmap,aio=io_uring -blockdev driver=raw"), "{on_pci}");
        assert!(on_pci.contains("-object iothread,id=scratch-thread"), "{on_pci}");
        assert!(on_pci.contains("-device virtio-blk-pci,drive=scratch"), "{on_pci}");
        assert!(on_pci.ends_with(",iothread=scratch-thread,ioeventfd=off"), "{on_pci}");
        for (machine, bus) in &config.arch.qemu.virtio {
            let global = asked(machine).contains("-global virtio-mmio.ioeventfd=off");
            assert_eq!(global, bus == "device", "{machine}");
        }
    }

    #[test]
    fn other_kinds_of_disks_have_the_same_name() {
        let config = GuestConfig { devices: NEEDED, ..GuestConfig::plain() };
        let of = |kind: &str| {
            let spec = Spec::plain("qemu-tcg").with("disk", kind).with("aio", "threads");
            line(&spec, &config, on("unknown")).unwrap()
        };
        let [nvme, ahci] = [NVME, AHCI].map(of);
        assert!(nvme.ends_with(" -device nvme,drive=scratch,serial=hyperbench-scratch"), "{nvme}");
        let on_it = " -device ahci,id=scratch-port -device ide-hd,bus=scratch-port.0,drive=scratch,\
                     serial=hyperbench-scratch,rerror=report,werror=report";
        assert!(ahci.ends_with(on_it), "{ahci}");
    }

    #[test]
    fn a_thread_that_qemu_cannot_give_it_is_refused() {
        let config = GuestConfig { devices: NEEDED, ..GuestConfig::plain() };
        let spec = Spec::plain("qemu-tcg").with("iothread", "on");
        for (machine, bus) in &config.arch.qemu.virtio {
            let emulated = VirtioHost { by_kvm: false, ..on(machine) };
            let refused = Disk::of(&spec, &config, emulated).is_err();
            assert_eq!(refused, bus == "device", "{machine}");
            assert!(Disk::of(&spec, &config, on(machine)).is_ok(), "{machine}");
        }
    }
}
