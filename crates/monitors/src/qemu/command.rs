//! QEMU's command line for a guest.

use super::counting::{Counter, Shared};
use super::wiring::Wiring;
use crate::{GuestConfig, Spec};

/// How QEMU executes the guest.
#[derive(Debug, Clone, Copy)]
pub struct Accelerator {
    /// The value of `-accel`.
    pub accel: &'static str,
    /// Further arguments.
    pub more: &'static [&'static str],
    /// What counts its events.
    pub counter: Counter,
}

/// The arguments with which QEMU boots the kernel of `config`, its console on the standard
/// output and nothing on the machine that the kernel does not need.
pub(super) fn arguments(
    spec: &Spec,
    config: &GuestConfig,
    cpu: &str,
    accelerator: Accelerator,
    wiring: &Wiring,
    shared: Option<&Shared>,
) -> Vec<String> {
    let qemu = &config.arch.qemu;
    let mut words = Words::default();
    words.add(&["-nodefaults", "-display", "none", "-no-reboot", "-boot", "menu=off"]);
    let machine = spec.get("machine").unwrap_or(&qemu.machine);
    words.add(&["-machine", &format!("{machine}{}", wiring.machine_options())]);
    words.add(&["-accel", accelerator.accel]);
    words.add(&["-cpu", cpu]);
    words.add(&["-smp", &config.cpus.to_string()]);
    // In KiB: QEMU's `-m` has no suffix for bytes and would read a bare number as MiB.
    words.add(&["-m", &format!("{}k", config.memory / 1024)]);
    words.add(&["-chardev", "stdio,id=console,signal=off", "-serial", "chardev:console"]);
    for device in qemu.devices.iter().map(String::as_str).chain(spec.get("device")) {
        words.add(&["-device", device]);
    }
    words.add(accelerator.more);
    words.0.extend(wiring.arguments());
    words.0.extend(shared.map(Shared::arguments).unwrap_or_default());
    words.add(&["-kernel", &config.image.to_string_lossy()]);
    words.add(&["-append", &kernel_options(config)]);
    words.0
}

/// The kernel's options together with those that it needs on this architecture's QEMU.
fn kernel_options(config: &GuestConfig) -> String {
    let mut options = config.arch.qemu.kernel_options.clone();
    options.push(config.options.clone());
    options.join(" ")
}

#[derive(Default)]
struct Words(Vec<String>);

impl Words {
    fn add(&mut self, words: &[&str]) {
        self.0.extend(words.iter().map(|&word| word.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_specification_and_the_run_shape_the_machine() {
        let config = GuestConfig { options: "bench=in".into(), cpus: 3, ..GuestConfig::plain() };
        let wiring = Wiring::prepare(&config, Counter::Plugin).unwrap();
        let spec = Spec::plain("qemu-tcg").with("machine", "pc").with("device", "pci-testdev");
        let accelerator =
            Accelerator { accel: "tcg", more: &["-seed", "1"], counter: Counter::Plugin };
        let line = arguments(&spec, &config, "max", accelerator, &wiring, None).join(" ");
        for part in [
            "-machine pc ",
            "-accel tcg ",
            "-cpu max ",
            "-smp 3 ",
            "-m 65536k ",
            "-device pci-testdev ",
            "-seed 1 ",
        ] {
            assert!(line.contains(part), "{part:?} is missing from {line}");
        }
        let config = GuestConfig { counting: true, ..config };
        let wiring = Wiring::prepare(&config, Counter::Plugin).unwrap();
        let shared = Shared::new(Counter::Plugin).unwrap();
        let counted =
            arguments(&spec, &config, "max", accelerator, &wiring, Some(&shared)).join(" ");
        assert!(counted.contains("-machine pc,memory-backend=ram "), "{counted}");
        assert!(counted.contains(",share=on") && counted.contains(" -plugin /"), "{counted}");
        assert!(line.ends_with("bench=in") && line.contains("-kernel /tmp/k.elf -append"));
    }
}
