//! The lab's platforms, as a table: another is a row here, and a script in `inside/`.

use ground::{Arch, GuestKind, Trouble};
use monitors::{About, Platform};

use crate::arch::Emulator;
use crate::dom0less::LabDom0less;
use crate::keys;
use crate::maintain::{self, RecipeStatus};
use crate::native::LabNative;
use crate::platform::LabPlatform;

/// The name of the lab's machine itself: there what programs do by themselves is counted.
pub const NATIVE: &str = "lab-native";

/// The same on Intel's side.
pub const INTEL: &str = "lab-vmx-native";

/// What all of them are that QEMU emulates the machine of.
const ON_QEMU: About = About {
    can_be_deterministic: true,
    is_exact: true,
    // A tick is an instruction. QEMU executes some 50 million a second where the clock counts a thousand
    // million; and a guest inside is heard only at its end, after Linux has started where it is a guest of
    // a guest.
    slowdown: 120,
    can_count: true,
    counts_batches: true,
    ..About::PLAIN
};

/// The same of Bochs, which executes some 40 million of 2,400.
const ON_BOCHS: About = About { slowdown: 180, ..ON_QEMU };

/// The machines themselves, without a hypervisor.
static NATIVES: [LabNative; 2] = [
    LabNative {
        about: About {
            name: NATIVE,
            summary: "the lab's machine without a hypervisor; counts instructions",
            keys: keys::KEYS_WITHOUT_IMAGE,
            guests: &GuestKind::ALL,
            is_native: true,
            ..ON_QEMU
        },
        emulator: Emulator::Qemu,
    },
    LabNative {
        about: About {
            name: INTEL,
            summary: "the lab's machine with VMX, without a hypervisor; counts instructions",
            keys: &[keys::OUTER_BOCHS, keys::MODEL, keys::CPUS],
            guests: &GuestKind::ALL,
            is_native: true,
            ..ON_BOCHS
        },
        emulator: Emulator::Bochs,
    },
];

/// What runs guests inside them.
static PLATFORMS: [LabPlatform; 10] = [
    LabPlatform {
        about: About {
            name: "lab-kvm-npt",
            summary: "KVM with nested paging and QEMU, in the lab; counts instructions",
            keys: keys::KEYS_WITH_KVM,
            guests: &GuestKind::ALL,
            hosts_neighbours: true,
            nests_paging: || true,
            ..ON_QEMU
        },
        emulator: Emulator::Qemu,
        image: "kvm",
        needs: None,
        script: NPT,
        is_heard_at_once: false,
    },
    LabPlatform {
        about: About {
            name: "lab-kvm-shadow",
            summary: "KVM with shadow paging and QEMU, in the lab; counts instructions",
            keys: keys::KEYS_WITH_KVM,
            guests: &GuestKind::ALL,
            hosts_neighbours: true,
            ..ON_QEMU
        },
        emulator: Emulator::Qemu,
        image: "kvm",
        needs: Some("shadow-paging"),
        script: SHADOW,
        is_heard_at_once: false,
    },
    LabPlatform {
        about: About {
            name: "lab-qemu-tcg",
            summary: "QEMU's emulator, in the lab; counts instructions",
            keys: keys::KEYS,
            hosts_neighbours: true,
            ..ON_QEMU
        },
        emulator: Emulator::Qemu,
        image: "kvm",
        needs: None,
        script: include_str!("../inside/kvm/tcg.sh"),
        is_heard_at_once: false,
    },
    LabPlatform {
        about: About {
            name: "lab-kvm-ept",
            summary: "KVM on VMX with nested paging and QEMU, in the lab; counts instructions",
            keys: keys::KEYS_WITH_KVM_ON_BOCHS,
            guests: &GuestKind::ALL,
            nests_paging: || true,
            ..ON_BOCHS
        },
        emulator: Emulator::Bochs,
        image: "kvm-vmx",
        needs: None,
        script: NPT,
        is_heard_at_once: false,
    },
    LabPlatform {
        about: About {
            name: "lab-kvm-vmx-shadow",
            summary: "KVM on VMX with shadow paging and QEMU, in the lab; counts instructions",
            keys: keys::KEYS_WITH_KVM_ON_BOCHS,
            ..ON_BOCHS
        },
        emulator: Emulator::Bochs,
        image: "kvm-vmx",
        needs: None,
        script: SHADOW,
        is_heard_at_once: false,
    },
    LabPlatform {
        about: About {
            name: "lab-xen-pvh",
            summary: "Xen, PVH guest without a device model, in the lab; counts instructions",
            keys: keys::KEYS_WITH_XEN,
            guests: &GuestKind::ALL,
            nests_paging: || true,
            ..ON_QEMU
        },
        emulator: Emulator::Qemu,
        image: "xen",
        needs: None,
        script: PVH,
        is_heard_at_once: false,
    },
    LabPlatform {
        about: About {
            name: "lab-xen-pv",
            summary: "Xen, PV guest, which has Linux in it, in the lab; counts instructions",
            keys: keys::KEYS_WITH_XEN_PV,
            guests: &[GuestKind::Linux],
            ..ON_QEMU
        },
        emulator: Emulator::Qemu,
        image: "xen",
        needs: None,
        script: PV,
        is_heard_at_once: true,
    },
    LabPlatform {
        about: About {
            name: "lab-xen-hvm",
            summary: "Xen, HVM guest with QEMU in dom0, in the lab; counts instructions",
            keys: keys::KEYS_WITH_XEN_AND_QEMU,
            nests_paging: || true,
            ..ON_QEMU
        },
        emulator: Emulator::Qemu,
        image: "xen",
        needs: None,
        script: HVM,
        is_heard_at_once: false,
    },
    LabPlatform {
        about: About {
            name: "lab-xen-vmx-pvh",
            summary: "Xen on VMX, PVH guest without a device model, in the lab; counts instructions",
            keys: keys::KEYS_WITH_XEN_ON_BOCHS,
            nests_paging: || true,
            ..ON_BOCHS
        },
        emulator: Emulator::Bochs,
        image: "xen-vmx",
        needs: None,
        script: PVH,
        is_heard_at_once: false,
    },
    LabPlatform {
        about: About {
            name: "lab-xen-vmx-hvm",
            summary: "Xen on VMX, HVM guest with QEMU in dom0, in the lab; counts instructions",
            keys: keys::KEYS_WITH_XEN_AND_QEMU_ON_BOCHS,
            nests_paging: || true,
            ..ON_BOCHS
        },
        emulator: Emulator::Bochs,
        image: "xen-vmx",
        needs: None,
        script: HVM,
        is_heard_at_once: false,
    },
];

/// Xen without a dom0.
static DOM0LESS: LabDom0less = LabDom0less {
    about: About {
        name: "lab-xen-arm",
        summary: "Xen on Arm, a domain without a dom0, in the lab; counts instructions",
        keys: &[keys::OUTER, keys::CPUS, keys::XEN_OF_DEBIAN],
        nests_paging: || true,
        ..ON_QEMU
    },
};

const NPT: &str = include_str!("../inside/kvm/npt.sh");
const SHADOW: &str = include_str!("../inside/kvm/shadow.sh");
const PVH: &str = include_str!("../inside/xen/pvh.sh");
const PV: &str = include_str!("../inside/xen/pv.sh");
const HVM: &str = include_str!("../inside/xen/hvm.sh");

/// All of them.
pub fn platforms() -> impl Iterator<Item = &'static dyn Platform> {
    let natives = NATIVES.iter().map(|one| -> &'static dyn Platform { one });
    let others = PLATFORMS.iter().map(|one| -> &'static dyn Platform { one });
    natives.chain(others).chain([&DOM0LESS as &dyn Platform])
}

/// Has the image there that the platform called `name` runs in for kernels of `arch`, made where it has not been;
/// `say` is told of that. Nothing is done for what has no image.
///
/// # Errors
/// When it cannot be made.
pub fn prepare(name: &str, arch: &Arch, say: &dyn Fn(&str)) -> Result<(), Trouble> {
    let Some(platform) = PLATFORMS.iter().find(|it| it.about.name == name) else { return Ok(()) };
    let is_it = |one: &RecipeStatus| one.built && one.name == platform.image;
    if !maintain::status(arch)?.recipes.iter().any(is_it) {
        maintain::build(arch, &[platform.image.to_owned()], false, say)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::Recipe;

    #[test]
    fn what_hosts_neighbours_has_a_script_that_starts_them() {
        for platform in &PLATFORMS {
            let has_script =
                !Recipe::scripts(platform.image, platform.script, false).beside.is_empty();
            let can = has_script && platform.emulator == Emulator::Qemu;
            assert_eq!(platform.about.hosts_neighbours, can, "{}", platform.about.name);
        }
    }
}
