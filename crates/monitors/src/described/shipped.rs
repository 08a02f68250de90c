//! The descriptions that the tool carries.

use super::description::Description;

/// One of them.
#[derive(Debug, Clone, Copy)]
pub struct Shipped {
    /// The platform's name.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// All of them.
pub fn shipped() -> &'static [Shipped] {
    &[
        Shipped { name: "cloud-hypervisor", text: include_str!("data/cloud-hypervisor.toml") },
        Shipped { name: "crosvm", text: include_str!("data/crosvm.toml") },
        Shipped { name: "firecracker", text: include_str!("data/firecracker.toml") },
        Shipped { name: "kvmtool", text: include_str!("data/kvmtool.toml") },
        Shipped { name: "stratovirt", text: include_str!("data/stratovirt.toml") },
        Shipped { name: "virtualbox", text: include_str!("data/virtualbox.toml") },
        Shipped { name: "vmware", text: include_str!("data/vmware.toml") },
        Shipped { name: "xl", text: include_str!("data/xl.toml") },
    ]
}

impl Shipped {
    /// What it describes.
    pub fn description(&self) -> Description {
        Description::read(self.text).expect("the tests read every description")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_description_can_be_read_is_short_and_says_what_it_is() {
        for shipped in shipped() {
            let description = Description::read(shipped.text);
            let description = description.unwrap_or_else(|e| panic!("{}: {e:?}", shipped.name));
            assert!(!description.summary.is_empty(), "{}", shipped.name);
            assert!(shipped.text.lines().count() <= 45, "{}", shipped.name);
        }
    }
}
