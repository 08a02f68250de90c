//! What KVM does for guests that know of it, switched by the properties of QEMU's CPU models.

use crate::spec::bad_spec;
use crate::{Key, Spec};
use ground::{Arch, Trouble};

/// The key of a specification.
pub const KEY: Key = Key {
    name: "pv",
    help: "what KVM does for guests that know of it: on, off, some of it, such as clock+eoi, or all but \
           some, such as -clock-eoi [on]",
};

/// The properties that a CPU model of `arch` is given because of `spec`, a comma before each.
///
/// # Errors
/// When `spec` names what KVM does not do for guests of `arch`.
pub fn properties(spec: &Spec, arch: &Arch) -> Result<String, Trouble> {
    let text = |(property, is_on)| format!(",{property}={}", if is_on { "on" } else { "off" });
    Ok(switched(spec, arch)?.into_iter().map(text).collect())
}

/// The properties that `spec` switches, and whether they are on.
fn switched<'a>(spec: &Spec, arch: &'a Arch) -> Result<Vec<(&'a str, bool)>, Trouble> {
    let features = &arch.qemu.paravirtual;
    let value = spec.get(KEY.name).unwrap_or("on");
    let (listed, are_without) = match (value, value.strip_prefix('-')) {
        ("on", _) => return Ok(Vec::new()),
        ("off", _) => (Vec::new(), false),
        (_, Some(without)) => (without.split('-').collect(), true),
        (with, None) => (with.split('+').collect(), false),
    };
    if let Some(name) = listed.iter().find(|name| !features.contains_key(**name)) {
        let known: Vec<_> = features.keys().map(String::as_str).collect();
        let next = match known.is_empty() {
            true => format!("KVM does nothing that can be switched for guests of {}", arch.name),
            false => {
                format!("pv= is on, off, or of {}: name+name, or -name-name", known.join(", "))
            }
        };
        return Err(bad_spec(spec.text(), name, next));
    }
    let mut switched = Vec::new();
    for (name, properties) in features {
        let is_listed = listed.contains(&name.as_str());
        if are_without && !is_listed {
            continue;
        }
        for property in properties {
            let own = property.trim_start_matches('-');
            switched.push((own, (is_listed && !are_without) == (own == property)));
        }
    }
    Ok(switched)
}

/// Whether `spec` switches off what `name` stands for.
pub fn is_off(spec: &Spec, arch: &Arch, name: &str) -> bool {
    let own = arch.qemu.paravirtual.get(name).and_then(|properties| properties.first());
    let switched = switched(spec, arch).unwrap_or_default();
    own.is_some_and(|own| switched.contains(&(own.as_str(), false)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The architecture whose KVM does so much for guests: all, some or nothing.
    fn arch(does: &str) -> &'static Arch {
        let fits = |arch: &&Arch| match arch.qemu.paravirtual.len() {
            0 => does == "nothing",
            1 => does == "some",
            _ => does == "all",
        };
        Arch::all().find(fits).expect("there is one")
    }

    fn on(does: &str, value: &str) -> Result<String, Trouble> {
        properties(&Spec::plain("qemu-kvm").with(KEY.name, value), arch(does))
    }

    /// The properties that `text` sets to `state`.
    fn of_state<'a>(text: &'a str, state: &str) -> Vec<&'a str> {
        text.split(',').filter_map(|one| one.strip_suffix(state)?.strip_suffix('=')).collect()
    }

    #[test]
    fn all_is_as_qemu_has_it_unless_it_is_asked_for() {
        assert_eq!(properties(&Spec::plain("qemu-kvm"), arch("all")).unwrap(), "");
        assert_eq!(on("all", "on").unwrap(), "");
    }

    #[test]
    fn off_switches_every_property_off() {
        let all = arch("all").qemu.paravirtual.values().flatten();
        let off = on("all", "off").unwrap();
        assert!(off.contains(",kvmclock=off,"), "{off}");
        assert_eq!(of_state(&off, "off").len() + 1, all.count());
        assert_eq!(of_state(&off, "on"), ["kvm"], "its signature stays");
        assert_eq!(on("some", "off").unwrap(), ",kvm-steal-time=off");
        assert_eq!(on("nothing", "off").unwrap(), "");
    }

    #[test]
    fn some_are_alone_and_others_are_left_out() {
        let alone = on("all", "eoi+clock").unwrap();
        assert_eq!(
            of_state(&alone, "on"),
            ["kvmclock", "kvmclock-stable-bit", "kvm-pv-eoi", "kvm"]
        );
        let other = on("all", "hyperv").unwrap();
        assert!(other.contains(",hv-time=on,") && other.contains(",kvm=off,"), "{other}");
        assert!(alone.contains(",kvm-pv-ipi=off"), "{alone}");
        let without = on("all", "-eoi-ipi").unwrap();
        assert_eq!(without, ",kvm-pv-eoi=off,kvm-pv-ipi=off");
        for (value, are_off) in
            [("on", [false, false]), ("clock", [false, true]), ("-clock", [true, false])]
        {
            let spec = Spec::plain("qemu-kvm").with(KEY.name, value);
            assert_eq!(
                ["clock", "eoi"].map(|name| is_off(&spec, arch("all"), name)),
                are_off,
                "{value}"
            );
        }
    }

    #[test]
    fn what_kvm_does_not_do_is_refused_by_name() {
        for (does, value, named) in
            [("all", "clock+warp", "stealtime"), ("some", "-clock", "stealtime")]
        {
            let refused = format!("{:?}", on(does, value).unwrap_err());
            assert!(refused.contains("is wrong at") && refused.contains(named), "{refused}");
        }
        let refused = format!("{:?}", on("nothing", "clock").unwrap_err());
        assert!(refused.contains("nothing that can be switched"), "{refused}");
        assert!(on("all", "").is_err() && on("all", "-").is_err());
    }
}
