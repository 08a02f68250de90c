//! KVM's device file, and which implementation stands behind it.

use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::path::Path;

use crate::PlatformError;

/// KVM's interface.
const DEVICE: &str = "/dev/kvm";

/// Where the kernel lists its modules, those built in too where they have parameters.
const MODULES: &str = "/sys/module";

/// Opens KVM's interface.
///
/// # Errors
/// When it is not there or may not be used; says how to get it.
pub fn open_device() -> Result<File, PlatformError> {
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

/// The kernel module that implements KVM here, such as `kvm_intel`; empty when unknown.
pub fn backend() -> String {
    backend_in(Path::new(MODULES))
}

/// Says so where KVM does without hardware virtualization: figures are far higher then.
pub fn caveat() -> String {
    match backend().as_str() {
        "kvm_pvm" => "KVM without hardware virtualization (kvm_pvm): it emulates kernel code",
        _ => "",
    }
    .to_owned()
}

fn backend_in(modules: &Path) -> String {
    let known = ["kvm_pvm", "kvm_intel", "kvm_amd"];
    known.into_iter().find(|name| modules.join(name).exists()).unwrap_or_default().to_owned()
}

/// The error without the number that the standard library appends.
fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn software_kvm_is_told_from_the_hardware_kind() {
        let modules = tempfile::tempdir().unwrap();
        assert_eq!(backend_in(modules.path()), "");
        std::fs::create_dir(modules.path().join("kvm_intel")).unwrap();
        assert_eq!(backend_in(modules.path()), "kvm_intel");
        std::fs::create_dir(modules.path().join("kvm_pvm")).unwrap();
        assert_eq!(backend_in(modules.path()), "kvm_pvm");
    }

    #[test]
    fn errors_of_the_system_lose_their_number() {
        assert_eq!(plain(&std::io::Error::from_raw_os_error(13)), "permission denied");
    }
}
