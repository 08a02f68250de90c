//! The scratch disk with its file, which QEMU inherits.

use std::fs::File;
use std::os::fd::{AsRawFd, RawFd};

use rustix::fs::{Mode, OFlags, open};

use super::boot::Boot;
use super::disk::{Backing, Disk};
use super::virtio::VirtioHost;
use crate::devices::ScratchFile;
use crate::{GuestConfig, Spec};
use ground::Trouble;

/// A scratch disk with its file.
#[derive(Debug)]
pub(super) struct Scratch {
    disk: Disk,
    file: File,
    backing: Backing,
}

impl Scratch {
    /// That of a guest of `config` on `host`, where it is to have one.
    ///
    /// # Errors
    /// When there is no file for it, or it cannot be as it is asked for.
    pub(super) fn of(
        spec: &Spec,
        config: &GuestConfig,
        host: VirtioHost<'_>,
    ) -> Result<Option<Self>, Trouble> {
        let Some(disk) = Disk::of(spec, config, host)? else { return Ok(None) };
        let scratch = ScratchFile::of(spec)?;
        if disk.is_direct() {
            check_direct(&scratch.file)?;
        }
        let backing = Backing::of(&scratch, fd_path(&scratch.file));
        Ok(Some(Self { disk, file: scratch.file, backing }))
    }

    /// The file, which QEMU has to inherit.
    pub(super) fn as_raw_fd(&self) -> RawFd {
        self.file.as_raw_fd()
    }

    /// QEMU's arguments.
    pub(super) fn arguments(&self) -> Vec<String> {
        self.disk.arguments(&self.backing)
    }
}

/// The QEMU of a guest of `config`; `by_kvm` says what runs it. Devices answer after a time of the host's,
/// so that no guest whose clock counts instructions has one unless it is asked for; a Linux has drivers only
/// then; and firmware would take the first disk that it finds, and find nothing to start.
///
/// # Errors
/// When the specification asks for a way to boot that there is not.
pub(super) fn host<'a>(
    spec: &'a Spec,
    config: &'a GuestConfig,
    by_kvm: bool,
) -> Result<VirtioHost<'a>, Trouble> {
    let firmware_boots = matches!(Boot::of(spec)?, Boot::Disk | Boot::Cd);
    let linux = config.linux.as_ref();
    let usual = linux.map_or(&config.arch.qemu.machine, |linux| &linux.machine);
    Ok(VirtioHost {
        machine: spec.get("machine").unwrap_or(usual),
        by_kvm,
        only_if_asked: config.deterministic || linux.is_some() || firmware_boots,
    })
}

/// Refuses a file that cannot be read past the host's cache.
fn check_direct(file: &File) -> Result<(), Trouble> {
    let flags = OFlags::RDONLY | OFlags::DIRECT | OFlags::CLOEXEC;
    open(fd_path(file), flags, Mode::empty()).map(drop).map_err(|_| {
        Trouble::unavailable(
            "cache=none does not work: the scratch disk's file can only be read through the host's \
             cache",
            "set TMPDIR to a folder on a disk, or use cache=writeback",
        )
    })
}

/// The name of an open file for a program that inherits it.
fn fd_path(file: &File) -> String {
    format!("/proc/self/fd/{}", file.as_raw_fd())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Devices;

    #[test]
    fn it_comes_unasked_only_where_time_is_the_hosts_and_nothing_else_boots() {
        let devices = Devices { disk: true, network: false };
        let config = GuestConfig { devices, ..GuestConfig::plain() };
        let counted = GuestConfig { deterministic: true, ..config.clone() };
        let plain = || Spec::plain("qemu-tcg");
        let asked = || plain().with("disk", "virtio-blk");
        let of = |spec: &Spec, config| {
            Scratch::of(spec, config, host(spec, config, false).unwrap()).unwrap()
        };
        let has = |spec: &Spec, config| of(spec, config).is_some();
        assert!(has(&plain(), &config) && has(&asked(), &counted));
        assert!(!has(&plain(), &counted) && !has(&plain().with("boot", "disk"), &config));
        assert!(has(&asked().with("boot", "cd"), &config));
        let scratch = of(&plain(), &config).unwrap();
        assert!(scratch.arguments().join(" ").contains("filename=/proc/self/fd/"));
    }

    #[test]
    fn a_linux_has_one_on_its_own_machine_where_it_is_asked_for() {
        let linux = crate::LinuxBoot {
            kernel: "/k".into(),
            initramfs: "/i".into(),
            options: String::new(),
            machine: "unknown".into(),
            is_common: true,
        };
        let devices = Devices { disk: true, network: false };
        let config = GuestConfig { devices, linux: Some(linux), ..GuestConfig::plain() };
        let of =
            |spec: &Spec| Scratch::of(spec, &config, host(spec, &config, true).unwrap()).unwrap();
        assert!(of(&Spec::plain("qemu-tcg")).is_none());
        let asked = of(&Spec::plain("qemu-tcg").with("disk", "virtio-blk")).unwrap();
        assert!(asked.arguments().join(" ").contains("virtio-blk-pci"));
    }

    #[test]
    fn a_users_disk_is_asked_for_and_reached_in_one_range() {
        let own = tempfile::NamedTempFile::new().unwrap();
        own.as_file().set_len(2 << 20).unwrap();
        let devices = Devices { disk: true, network: false };
        let config = GuestConfig { devices, deterministic: true, ..GuestConfig::plain() };
        let spec = Spec::plain("qemu-tcg").with("disk-file", own.path().to_str().unwrap());
        let scratch = Scratch::of(&spec, &config, host(&spec, &config, false).unwrap()).unwrap();
        let line = scratch.unwrap().arguments().join(" ");
        assert!(line.contains("discard=unmap,offset=4096,size=1048576 "), "{line}");
    }
}
