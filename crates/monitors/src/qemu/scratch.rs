//! The scratch disk's file: a sparse one without a name, which is gone with the last program that has
//! it open.

use std::fs::File;
use std::os::fd::{AsRawFd, RawFd};

use rustix::fs::{Mode, OFlags, open};

use super::boot::Boot;
use super::disk::{DISK_BYTES, Disk};
use super::virtio::VirtioHost;
use crate::{GuestConfig, Spec};
use ground::Trouble;

/// A scratch disk with its file.
#[derive(Debug)]
pub(super) struct Scratch {
    disk: Disk,
    file: File,
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
        Ok(Some(Self { file: empty_file(disk.is_direct())?, disk }))
    }

    /// The file, which QEMU has to inherit.
    pub(super) fn as_raw_fd(&self) -> RawFd {
        self.file.as_raw_fd()
    }

    /// QEMU's arguments.
    pub(super) fn arguments(&self) -> Vec<String> {
        self.disk.arguments(&fd_path(self.as_raw_fd()))
    }
}

/// The QEMU of a guest of `config`; `by_kvm` says what runs it. Devices answer after a time of the host's,
/// so that no guest whose clock counts instructions has one unless it is asked for; and firmware would
/// take the first disk that it finds, and find nothing to start.
///
/// # Errors
/// When the specification asks for a way to boot that there is not.
pub(super) fn host<'a>(
    spec: &'a Spec,
    config: &GuestConfig,
    by_kvm: bool,
) -> Result<VirtioHost<'a>, Trouble> {
    let firmware_boots = matches!(Boot::of(spec)?, Boot::Disk | Boot::Cd);
    Ok(VirtioHost {
        machine: spec.get("machine").unwrap_or(&config.arch.qemu.machine),
        by_kvm,
        only_if_asked: config.deterministic || firmware_boots,
    })
}

/// A file that can be read past the host's cache if it `is_direct`.
fn empty_file(is_direct: bool) -> Result<File, Trouble> {
    let file = tempfile::tempfile().and_then(|file| file.set_len(DISK_BYTES).map(|()| file));
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
        assert_eq!(scratch.file.metadata().unwrap().len(), DISK_BYTES);
    }
}
