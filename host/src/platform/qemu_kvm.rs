//! QEMU with KVM: the guest's instructions run on the host's processor.

use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::path::Path;

use super::{Detected, Platform, PlatformError};
use crate::arch::Arch;
use crate::guest::{Guest, GuestConfig};
use crate::qemu::{self, Accelerator};
use crate::results::Unit;
use crate::spec::{Key, Spec};

/// The platform.
pub(super) static PLATFORM: &dyn Platform = &QemuKvm;

struct QemuKvm;

/// KVM's interface.
const DEVICE: &str = "/dev/kvm";

impl Platform for QemuKvm {
    fn name(&self) -> &'static str {
        "qemu-kvm"
    }

    fn summary(&self) -> &'static str {
        "QEMU with KVM, the hypervisor of the Linux kernel"
    }

    fn keys(&self) -> &'static [Key] {
        qemu::KEYS
    }

    fn detect(&self, spec: &Spec, arch: &Arch) -> Result<Detected, PlatformError> {
        let version = qemu::locate(spec, arch)?.version;
        if !arch.is_host() {
            return Err(PlatformError::Unavailable {
                why: format!("KVM runs only the host's own architecture, not {}", arch.name),
                next: "use a platform that emulates the processor".to_owned(),
            });
        }
        open_device()?;
        Ok(Detected { version, caveat: backend_caveat(Path::new("/sys/module")) })
    }

    fn unit(&self, _spec: &Spec, _deterministic: bool) -> Unit {
        Unit::Cycles
    }

    fn launch(
        &self,
        spec: &Spec,
        config: &GuestConfig,
        _boot: usize,
    ) -> Result<Option<Box<dyn Guest>>, PlatformError> {
        let accelerator = Accelerator { accel: "kvm", more: &[] };
        qemu::start(spec, config, &config.arch.qemu.kvm_cpus, accelerator).map(Some)
    }
}

fn open_device() -> Result<File, PlatformError> {
    let opened = OpenOptions::new().read(true).write(true).open(DEVICE);
    opened.map_err(|error| {
        let next = match error.kind() {
            ErrorKind::PermissionDenied => {
                "join its group, then log in again: sudo usermod -aG kvm $USER"
            }
            ErrorKind::NotFound => {
                "load KVM's module for your processor; inside a virtual machine, first enable \
                 nested virtualization on its host"
            }
            _ => "see what the kernel says about it: dmesg | grep -i kvm",
        };
        PlatformError::Unavailable {
            why: format!("KVM cannot be used: {DEVICE}: {}", plain(&error)),
            next: next.to_owned(),
        }
    })
}

/// The error without the number that the standard library appends.
fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

/// Says so where KVM does without hardware virtualization: figures are far higher then.
fn backend_caveat(modules: &Path) -> String {
    if modules.join("kvm_pvm").exists() {
        return "KVM without hardware virtualization (kvm_pvm): it emulates kernel code".into();
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn software_kvm_is_told_from_the_hardware_kind() {
        let modules = tempfile::tempdir().unwrap();
        assert_eq!(backend_caveat(modules.path()), "");
        std::fs::create_dir(modules.path().join("kvm_pvm")).unwrap();
        assert!(backend_caveat(modules.path()).contains("without hardware virtualization"));
    }

    #[test]
    fn errors_of_the_system_lose_their_number() {
        assert_eq!(plain(&std::io::Error::from_raw_os_error(13)), "permission denied");
    }
}
