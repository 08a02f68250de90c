//! KVM's device file, and which implementation stands behind it.

use std::ffi::CStr;
use std::io::ErrorKind;
use std::path::Path;

use kvm_bindings::KVM_API_VERSION;
use kvm_ioctls::Kvm;

use ground::{Arch, Trouble};

/// KVM's interface.
const DEVICE: &CStr = c"/dev/kvm";

/// Where the kernel lists its modules, those built in too where they have parameters.
const MODULES: &str = "/sys/module";

/// Checks that KVM can run kernels of `arch` here.
///
/// # Errors
/// When it is another processor's, or KVM's interface is not there, may not be used or is something else's;
/// says what to do.
pub fn find(arch: &Arch) -> Result<(), Trouble> {
    if !arch.is_host() {
        return Err(Trouble::unavailable(
            format!("KVM runs only the host's own architecture, not {}", arch.name),
            "use a platform that emulates the processor",
        ));
    }
    check(DEVICE)
}

fn check(device: &CStr) -> Result<(), Trouble> {
    let unusable = |why: &str, next: &str| {
        let name = device.to_string_lossy();
        Err(Trouble::unavailable(format!("KVM cannot be used: {name}{why}"), next))
    };
    match Kvm::new_with_path(device).map(|kvm| kvm.get_api_version().cast_unsigned()) {
        Ok(KVM_API_VERSION) => Ok(()),
        Ok(_) => unusable(" is another device", "see what it is: ls -l /dev/kvm"),
        Err(error) => {
            let error = std::io::Error::from_raw_os_error(error.errno());
            unusable(&format!(": {}", plain(&error)), remedy(error.kind()))
        }
    }
}

fn remedy(fault: ErrorKind) -> &'static str {
    match fault {
        ErrorKind::PermissionDenied => {
            "join its group, then log in again: sudo usermod -aG kvm $USER"
        }
        ErrorKind::NotFound => {
            "load KVM's module for your processor; inside a virtual machine, first enable nested \
             virtualization on its host"
        }
        _ => "see what the kernel says about it: dmesg | grep -i kvm",
    }
}

/// The kernel module that implements KVM here, such as `kvm_intel`; empty when unknown.
pub fn backend() -> String {
    backend_in(Path::new(MODULES))
}

/// Whether KVM uses the processor's virtualization, by its module: figures are far higher where it does not.
pub fn caveat() -> String {
    caveat_of(&backend())
}

fn caveat_of(backend: &str) -> String {
    match backend {
        "kvm_pvm" => {
            "KVM without hardware virtualization (kvm_pvm): it emulates kernel code".to_owned()
        }
        "" => String::new(),
        module => format!("KVM with hardware virtualization ({module})"),
    }
}

/// Whether KVM's guests have nested paging, as the parameter of its module says.
pub fn nests_paging() -> bool {
    nests_paging_in(Path::new(MODULES))
}

fn nests_paging_in(modules: &Path) -> bool {
    let parameters = ["kvm_intel/parameters/ept", "kvm_amd/parameters/npt"];
    let values =
        parameters.iter().filter_map(|file| system::input::read_text(modules.join(file)).ok());
    values.into_iter().any(|value| ["Y", "1"].contains(&value.trim()))
}

/// Why KVM cannot boot a Linux here.
pub fn boots_no_linux() -> Option<String> {
    let why = "no stock Linux boots on a KVM without hardware virtualization (kvm_pvm): it emulates \
               kernel code, and stops at CMPXCHG16B, XRSTOR and INT3, which it does not know";
    (backend() == "kvm_pvm").then(|| why.to_owned())
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
    use std::fs;

    use super::*;

    #[test]
    fn what_is_no_kvm_is_told_apart_from_what_is_not_there() {
        let why = |device| check(device).expect_err("no KVM").to_string();
        assert!(why(c"/dev/null").contains("/dev/null is another device"));
        assert!(why(c"/dev/nothing").contains("no such file or directory"));
    }

    #[test]
    fn software_kvm_is_told_from_the_hardware_kind() {
        let modules = tempfile::tempdir().unwrap();
        assert_eq!(backend_in(modules.path()), "");
        std::fs::create_dir(modules.path().join("kvm_intel")).unwrap();
        assert_eq!(backend_in(modules.path()), "kvm_intel");
        assert_eq!(caveat_of("kvm_intel"), "KVM with hardware virtualization (kvm_intel)");
        std::fs::create_dir(modules.path().join("kvm_pvm")).unwrap();
        assert_eq!(backend_in(modules.path()), "kvm_pvm");
        assert!(caveat_of("kvm_pvm").starts_with("KVM without hardware virtualization"));
    }

    #[test]
    fn nested_paging_is_what_the_module_of_the_processor_says() {
        let modules = tempfile::tempdir().unwrap();
        assert!(!nests_paging_in(modules.path()));
        let parameters = modules.path().join("kvm_amd/parameters");
        fs::create_dir_all(&parameters).unwrap();
        for (value, nests) in [("N\n", false), ("Y\n", true), ("0\n", false), ("1\n", true)] {
            fs::write(parameters.join("npt"), value).unwrap();
            assert_eq!(nests_paging_in(modules.path()), nests, "{value}");
        }
    }

    #[test]
    fn errors_of_the_system_lose_their_number() {
        assert_eq!(plain(&std::io::Error::from_raw_os_error(13)), "permission denied");
    }
}
