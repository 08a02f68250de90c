//! What a specification can ask of a platform of the lab.

use crate::arch::{LabArch, Mode};
use ground::Trouble;
use monitors::devices::keys::{
    self as scratch, AIO, DISK, E1000, IOEVENTFD, IOTHREAD, NETWORK, TAP, VHOST,
};
use monitors::qemu::paravirtual;
use monitors::{Key, Spec, keys, linux_keys};

/// The key that names the outer machine's QEMU.
pub(super) const OUTER: Key = Key {
    name: "outer",
    help: "the QEMU that emulates the outer machine: 7.2, 10.0, 11.1, or a program [7.2]",
};

/// The same where that is Bochs.
pub(super) const OUTER_BOCHS: Key = Key {
    name: OUTER.name,
    help: "the Bochs that emulates the outer machine: 2.7, or a program [2.7]",
};

/// Which processor the outer machine has.
pub(super) const MODEL: Key =
    Key { name: "model", help: "the outer machine's processor, as Bochs names it [tigerlake]" };

pub(super) const KERNEL: Key = Key {
    name: "kernel",
    help: "the outer Linux: Debian's of a version, such as 6.12 or 6.12.43+deb12, or a bzImage",
};
/// Which of Debian's builds of a version it is.
pub(super) const FLAVOUR: Key =
    Key { name: "flavour", help: "Debian's builds of a version: cloud, generic or rt [the lab's]" };
pub(super) const MODULES: Key = Key { name: "modules", help: "the folder with its modules" };
pub(super) const QEMU: Key = Key {
    name: "qemu",
    help: "the QEMU that runs guests inside: 5.2, 7.2, 10.0, 11.1, or a program [7.2]",
};
/// What runs them instead.
pub(super) const MONITOR: Key = Key {
    name: "monitor",
    help: "in QEMU's place inside: a file that describes a monitor, or hyperbench, the tool itself",
};
pub(super) const XEN: Key = Key {
    name: "xen",
    help: "the hypervisor: 4.14, 4.17, 4.20, or Xen's ELF file, gzipped or not [4.17]",
};

/// The same where it starts the guest by itself.
pub(super) const XEN_OF_DEBIAN: Key =
    Key { name: XEN.name, help: "the hypervisor: 4.20, 4.17, or Xen's file [4.20]" };

/// How many virtual CPUs a guest has; not what is asked for with `--cpus`, which is 2 unless it is
/// given: figures are of one processor unless a column is to have several.
pub(super) const CPUS: Key = Key { name: "cpus", help: "virtual CPUs [1]" };

/// Where they run.
pub(super) const PLACEMENT: Key = Key {
    name: "placement",
    help: "several CPUs: separate, a processor each, or share, taking turns on one [separate]",
};

/// The most processors that an outer machine has.
const PROCESSORS: u32 = 8;

/// Whether Xen gives the guest its memory page by page, when it is first touched.
pub(super) const POD: Key =
    Key { name: "pod", help: "populate on demand: on, or off for all memory beforehand [on]" };

/// Whether KVM's own statistics are compared with what is counted.
pub(super) const STATISTICS: Key = Key {
    name: "statistics",
    help: "on: note what KVM itself counts, beside what is counted [off]",
};

/// How long KVM polls before it lets a halted CPU sleep.
pub(super) const HALT_POLL: Key = Key {
    name: "halt_poll_ns",
    help: "KVM's: nanoseconds that it polls for a halted CPU, 0 for none [Linux']",
};

/// How many Linuxes with KVM lie below the guest.
pub(super) const DEPTH: Key =
    Key { name: "depth", help: "2: the guest is KVM's in a Linux that is KVM's guest itself [1]" };

/// How KVM uses the processor, where it has a choice.
pub(super) const MODE: Key = Key {
    name: "mode",
    help: "AArch64's: how KVM uses EL2: nvhe, vhe, protected or nested [nvhe]",
};

/// Whether a guest has the level of hypervisors.
pub(super) const EL2: Key =
    Key { name: "el2", help: "on: an AArch64 guest has EL2, with mode=nested [off]" };

/// What the outer Linux is told besides.
pub(super) const THP: Key =
    Key { name: "thp", help: "huge pages of the outer Linux: on, or off for 4 KiB alone [on]" };
pub(super) const MITIGATIONS: Key = Key {
    name: "mitigations",
    help: "the outer Linux's against faults of processors: on, or off [on]",
};

/// The disk of a guest without a QEMU.
const XENS_DISK: Key = Key {
    name: DISK.name,
    help: "the scratch disk of a Linux guest: xen (by Xen's protocol; dom0's QEMU serves it) or none",
};

/// Its network.
const XENS_NETWORK: Key = Key {
    name: NETWORK.name,
    help: "its scratch network: xen (by Xen's protocol; dom0's Linux answers it) or none",
};

/// The network of a guest of KVM's.
const OUTER_NETWORK: Key = Key {
    name: NETWORK.name,
    help: "its scratch network: user (QEMU answers it), e1000 (Intel's card in virtio's place, on PCI), tap or vhost (the outer Linux does, by way of QEMU or of its own vhost-net), or none",
};
const OUTER_VALUES: &[&str] = &["user", E1000, TAP, VHOST, "none"];

/// How both of Xen's are asked for.
pub(super) const XENS: &str = "xen";
const XENS_VALUES: &[&str] = &[XENS, "none"];

/// What the outer Linux is, and what runs the guests in it.
const PARTS: &[Key] = &[KERNEL, FLAVOUR, MODULES, QEMU];

/// What KVM is told of a guest, on all machines. The disk's file is in memory, and cannot be read past the
/// cache.
const KVMS: &[Key] =
    &[MONITOR, DEPTH, THP, MITIGATIONS, paravirtual::KEY, DISK, IOEVENTFD, IOTHREAD, AIO];

/// What is QEMU's, so that no other monitor takes it.
pub(super) const QEMUS: &[Key] =
    &[QEMU, DEPTH, STATISTICS, paravirtual::KEY, DISK, NETWORK, IOEVENTFD, IOTHREAD, AIO];

/// The keys of a machine without an image.
pub(super) const KEYS_WITHOUT_IMAGE: &[Key] = keys!(&[OUTER, CPUS], &linux_keys::ALL);

/// The keys of a platform with an image.
pub(super) const KEYS: &[Key] =
    keys!(&[OUTER, CPUS], PARTS, &[THP, MITIGATIONS, DISK, NETWORK, AIO]);

/// The keys where KVM runs in it.
pub(super) const KEYS_WITH_KVM: &[Key] = keys!(
    &[OUTER, CPUS, PLACEMENT, HALT_POLL, MODE, EL2],
    PARTS,
    KVMS,
    &linux_keys::ALL,
    &[STATISTICS, OUTER_NETWORK]
);

/// Options of KVM's module for VMX, which has the same names for them (Linux,
/// kvm/vmx/vmx.c). They are read when a run loads the module: no other image is made for them.
const MODULE_OPTIONS: [Key; 6] = [
    Key { name: "vmentry_l1d_flush", help: "KVM's: never, cond or always flush L1D at an entry" },
    Key { name: "nested", help: "KVM's: whether guests have VMX, 1 or 0 [1]" },
    Key {
        name: "enable_shadow_vmcs",
        help: "KVM's: whether guests have a shadow VMCS, 1 or 0 [1]",
    },
    Key {
        name: "enable_apicv",
        help: "KVM's: whether the processor has a virtual APIC, 1 or 0 [1]",
    },
    Key { name: "pml", help: "KVM's: whether the processor lists written pages, 1 or 0 [1]" },
    Key { name: "ple_gap", help: "KVM's: cycles between two PAUSEs of a loop, 0 for no exits" },
];

/// The keys where KVM runs in it on Bochs.
pub(super) const KEYS_WITH_KVM_ON_BOCHS: &[Key] =
    keys!(&[OUTER_BOCHS, MODEL, CPUS, PLACEMENT, NETWORK], PARTS, KVMS, &MODULE_OPTIONS);

/// The keys where a hypervisor runs below Linux.
pub(super) const KEYS_WITH_XEN: &[Key] =
    keys!(&[OUTER, CPUS, PLACEMENT, POD], PARTS, &linux_keys::ALL, &[XEN, XENS_DISK, XENS_NETWORK]);

/// The same where a guest has all of its memory at its start.
pub(super) const KEYS_WITH_XEN_PV: &[Key] =
    keys!(&[OUTER, CPUS, PLACEMENT], PARTS, &linux_keys::ALL, &[XEN, XENS_DISK, XENS_NETWORK]);

/// The same where QEMU is the guest's device model: Debian's for Xen has no network of the user mode.
pub(super) const KEYS_WITH_XEN_AND_QEMU: &[Key] =
    keys!(&[OUTER, CPUS, PLACEMENT, POD], PARTS, &[XEN, DISK, AIO]);

/// Both on Bochs, where Xen has one processor: with three it was not ready after 25 minutes.
pub(super) const KEYS_WITH_XEN_ON_BOCHS: &[Key] =
    keys!(&[OUTER_BOCHS, MODEL, CPUS, POD], PARTS, &[XEN]);
pub(super) const KEYS_WITH_XEN_AND_QEMU_ON_BOCHS: &[Key] =
    keys!(KEYS_WITH_XEN_ON_BOCHS, &[DISK, AIO]);

/// Checks the keys of a platform with an image.
///
/// # Errors
/// When one has another value than it may have.
pub(super) fn check(spec: &Spec) -> Result<(), Trouble> {
    cpus(spec)?;
    pod(spec)?;
    is_nested(spec)?;
    has_el2(spec)?;
    statistics(spec)?;
    halt_poll(spec)?;
    module_options(spec)?;
    linux_options(spec).map(|_| ())
}

/// Whether `spec` asks for a network that ends in the outer Linux.
pub(super) fn is_outer_network(spec: &Spec) -> bool {
    spec.get(NETWORK.name).is_some_and(|kind| [TAP, VHOST].contains(&kind))
}

/// Checks what `spec` says of both on a platform that has these `known` keys.
///
/// # Errors
/// When a value is none of its key's.
pub(super) fn check_devices(spec: &Spec, known: &[Key]) -> Result<(), Trouble> {
    if known.contains(&XENS_DISK) {
        return scratch::check_among(
            spec,
            &[XENS_DISK, XENS_NETWORK].map(|key| (key, XENS_VALUES)),
        );
    }
    if !known.contains(&OUTER_NETWORK) {
        return scratch::check(spec);
    }
    scratch::check_among(spec, &[(OUTER_NETWORK, OUTER_VALUES)])?;
    let whose = [(MONITOR, "a monitor in QEMU's place"), (DEPTH, "a guest of a guest")];
    let mut whose = whose.iter().filter(|_| is_outer_network(spec));
    if let Some((key, who)) = whose.find(|(key, _)| spec.get(key.name).is_some_and(|it| it != "1"))
    {
        let next = format!("leave {}= out, or use net=user", key.name);
        return Err(Trouble::unavailable(format!("{who} has no network in the outer Linux"), next));
    }
    scratch::check_without_network(spec)
}

/// What the outer Linux is told because of the specification (Linux,
/// Documentation/admin-guide/kernel-parameters.txt).
///
/// # Errors
/// When the specification does not say on or off.
pub(super) fn linux_options(spec: &Spec) -> Result<Vec<&'static str>, Trouble> {
    let keys = [(&THP, "transparent_hugepage=never"), (&MITIGATIONS, "mitigations=off")];
    let mut options = Vec::new();
    for (key, option) in keys {
        if !switch(spec, key, true)? {
            options.push(option);
        }
    }
    Ok(options)
}

/// What KVM's module is told because of the specification, for a shell.
///
/// # Errors
/// When a value has other characters than letters and digits.
pub(super) fn module_options(spec: &Spec) -> Result<String, Trouble> {
    let mut options = Vec::new();
    for Key { name, help } in MODULE_OPTIONS {
        let Some(value) = spec.get(name) else { continue };
        if value.is_empty() || !value.chars().all(|c| c.is_ascii_alphanumeric()) {
            let why = format!("{name}={value} is no option of KVM's module");
            return Err(Trouble::unavailable(why, format!("{name}: {help}")));
        }
        options.push(format!("{name}={value}"));
    }
    Ok(options.join(" "))
}

/// How many virtual CPUs a guest has.
///
/// # Errors
/// When the specification asks for what is no such number.
pub(super) fn cpus(spec: &Spec) -> Result<u32, Trouble> {
    let text = spec.get(CPUS.name).unwrap_or("1");
    text.parse().ok().filter(|cpus| (1..=64).contains(cpus)).ok_or_else(|| {
        Trouble::unavailable(format!("cpus={text} is no number from 1 to 64"), "use cpus=2")
    })
}

/// How many processors the outer machine has on which guests run: one for each of their CPUs, with
/// `own` more for what serves them, or one for all. Of these `keys` one says which.
///
/// # Errors
/// When the specification asks for more than there can be, or names no placement.
pub(super) fn processors(spec: &Spec, keys: &[Key], own: u32) -> Result<u32, Trouble> {
    let cpus = cpus(spec)?;
    let can_choose = keys.iter().any(|key| key.name == PLACEMENT.name);
    let processors = match spec.get(PLACEMENT.name) {
        Some("separate") => cpus + own,
        None if can_choose && cpus > 1 => cpus + own,
        None | Some("share") => 1,
        Some(other) => {
            return Err(Trouble::unavailable(
                format!("placement={other} is neither separate nor share"),
                format!("{}: {}", PLACEMENT.name, PLACEMENT.help),
            ));
        }
    };
    if processors <= PROCESSORS {
        return Ok(processors);
    }
    Err(Trouble::unavailable(
        format!("cpus={cpus} takes {processors} processors, and the lab has {PROCESSORS} at most"),
        format!("use cpus={} or fewer, or placement=share", PROCESSORS - own),
    ))
}

/// Whether the guest is KVM's in a guest of KVM's.
///
/// # Errors
/// When the specification asks for another depth than 1 or 2.
pub(super) fn is_nested(spec: &Spec) -> Result<bool, Trouble> {
    match spec.get(DEPTH.name) {
        None | Some("1") => Ok(false),
        Some("2") => Ok(true),
        Some(other) => Err(Trouble::unavailable(
            format!("depth={other} is neither 1 nor 2"),
            format!("{}: {}", DEPTH.name, DEPTH.help),
        )),
    }
}

/// Whether a guest on its own is to have EL2.
///
/// # Errors
/// When the specification does not say on or off.
pub(super) fn has_el2(spec: &Spec) -> Result<bool, Trouble> {
    switch(spec, &EL2, false)
}

/// How the hypervisors of a `lab` are to use the processor; `None` where they have no choice.
///
/// # Errors
/// When the specification asks for what none of them can.
pub(super) fn mode<'a>(spec: &Spec, lab: &'a LabArch) -> Result<Option<&'a Mode>, Trouble> {
    let Some(asked) = spec.get(MODE.name) else { return Ok(lab.modes.first()) };
    let names: Vec<_> = lab.modes.iter().map(|mode| mode.name.as_str()).collect();
    let refused = || match names.is_empty() {
        true => Trouble::unavailable(
            format!("mode={asked} is of KVM on AArch64"),
            "leave mode= out, or choose a kernel for Arm with --arch",
        ),
        false => Trouble::unavailable(
            format!("mode={asked} is none of {}", names.join(", ")),
            format!("{}: {}", MODE.name, MODE.help),
        ),
    };
    lab.modes.iter().find(|mode| mode.name == asked).map(Some).ok_or_else(refused)
}

/// Whether a guest's memory is populated on demand.
///
/// # Errors
/// When the specification does not say on or off.
pub(super) fn pod(spec: &Spec) -> Result<bool, Trouble> {
    switch(spec, &POD, true)
}

/// Whether KVM's own statistics are asked for.
///
/// # Errors
/// When the specification does not say on or off.
pub(super) fn statistics(spec: &Spec) -> Result<bool, Trouble> {
    switch(spec, &STATISTICS, false)
}

/// How many nanoseconds KVM is to poll for a halted CPU, where the specification says it.
///
/// # Errors
/// When it is no number.
pub(super) fn halt_poll(spec: &Spec) -> Result<Option<u32>, Trouble> {
    let Some(text) = spec.get(HALT_POLL.name) else { return Ok(None) };
    text.parse().map(Some).map_err(|_| {
        Trouble::unavailable(
            format!("{}={text} is no number of nanoseconds", HALT_POLL.name),
            format!("{}: {}", HALT_POLL.name, HALT_POLL.help),
        )
    })
}

/// A key that is on or off.
fn switch(spec: &Spec, key: &Key, default: bool) -> Result<bool, Trouble> {
    match spec.get(key.name) {
        None => Ok(default),
        Some("on") => Ok(true),
        Some("off") => Ok(false),
        Some(other) => Err(Trouble::unavailable(
            format!("{}={other} is neither on nor off", key.name),
            format!("{}: {}", key.name, key.help),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cpu_has_a_processor_unless_they_are_to_share_one() {
        let of = |values: &[(&str, &str)], keys, own| {
            let plain = Spec::plain("lab");
            let spec = values.iter().fold(plain, |spec, (key, value)| spec.with(key, value));
            processors(&spec, keys, own).map_err(|error| error.to_string())
        };
        let (cpus, separate, share) =
            (("cpus", "4"), ("placement", "separate"), ("placement", "share"));
        for (values, keys, own, processors) in [
            (&[][..], KEYS_WITH_KVM, 1, 1),
            (&[cpus], KEYS_WITH_KVM, 0, 4),
            (&[cpus, separate], KEYS_WITH_KVM, 1, 5),
            (&[cpus, share], KEYS_WITH_KVM, 1, 1),
            (&[separate], KEYS_WITH_KVM, 1, 2),
            (&[cpus], KEYS_WITH_KVM_ON_BOCHS, 0, 4),
            (&[cpus], KEYS_WITH_XEN_ON_BOCHS, 1, 1),
        ] {
            assert_eq!(of(values, keys, own), Ok(processors), "{values:?}");
        }
        for (values, why) in [
            ([("cpus", "9"), separate], "takes 9 processors, and the lab has 8"),
            ([cpus, ("placement", "apart")], "placement=apart is neither separate nor share"),
        ] {
            assert!(of(&values, KEYS_WITH_KVM, 0).unwrap_err().contains(why), "{why}");
        }
    }

    #[test]
    fn a_guest_without_a_qemu_has_xens_disk_and_no_other_has_it() {
        let of = |kind: &str| Spec::plain("lab").with("disk", kind);
        let refused = |kind, known| check_devices(&of(kind), known).is_err();
        for (kind, is_xens, is_qemus) in
            [("none", true, true), ("xen", true, false), ("virtio-blk", false, true)]
        {
            assert_eq!(refused(kind, &[XENS_DISK]), !is_xens, "{kind}");
            assert_eq!(refused(kind, &[DISK]), !is_qemus, "{kind}");
        }
    }

    #[test]
    fn a_network_in_the_outer_linux_is_for_a_qemu_of_that_linux() {
        let of = |words: &[(&str, &str)]| {
            let plain = Spec::plain("lab-kvm-npt");
            words.iter().fold(plain, |spec, (key, value)| spec.with(key, value))
        };
        let refused = |words: &[(&str, &str)], known| {
            check_devices(&of(words), known).err().map(|why| why.to_string()).unwrap_or_default()
        };
        let tap = ("net", TAP);
        for fine in [&[tap][..], &[("net", VHOST)], &[tap, ("depth", "1")], &[("net", "user")]] {
            assert_eq!(refused(fine, KEYS_WITH_KVM), "", "{fine:?}");
        }
        assert!(refused(&[tap], KEYS).contains("net=tap"));
        assert!(refused(&[("net", "socket")], KEYS_WITH_KVM).contains("net=socket"));
        assert!(refused(&[tap, ("disk", "floppy")], KEYS_WITH_KVM).contains("disk=floppy"));
        for more in [("depth", "2"), ("monitor", "hyperbench")] {
            let why = refused(&[tap, more], KEYS_WITH_KVM);
            assert!(why.contains("no network in the outer Linux"), "{why}");
        }
    }
}
