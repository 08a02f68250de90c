//! The tool itself as the monitor of a guest, for a machine that it is brought to.

use super::description::Description;
use crate::kvm;

/// The command that runs a guest is hidden: `hyperbench monitor --help`.
const TEXT: &str = r#"
program = "hyperbench"
arguments = [
    "monitor", "{kernel}",
    "--cpus", "{cpus}",
    "--memory", "{memory}M",
    "--options", "{cmdline}",
]
"#;

/// The description of the tool's own monitor; `None` where this build has none.
pub fn own() -> Option<Description> {
    kvm::HAS_MONITOR.then(|| Description {
        summary: "KVM alone: hyperbench runs the guest itself, without QEMU".to_owned(),
        architectures: vec![std::env::consts::ARCH.to_owned()],
        ..Description::read(TEXT).expect("a test reads it")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tools_own_description_can_be_read() {
        assert_eq!(own().is_some(), kvm::HAS_MONITOR);
    }
}
