//! QEMU's command line for a guest.

use super::boot::{Boot, kernel_options};
use super::counting::{Counter, Shared};
use super::sandbox;
use super::wiring::Wiring;
use crate::{GuestConfig, LinuxBoot, Spec, linux_keys};

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
    let usual = config.linux.as_ref().map_or(&qemu.machine, |linux| &linux.machine);
    let machine = spec.get("machine").unwrap_or(usual);
    words.add(&["-machine", &format!("{machine}{}", wiring.machine_options())]);
    words.add(&["-accel", accelerator.accel]);
    let change = qemu.counted_time_cpu.as_deref().filter(|_| config.deterministic);
    let cpu: Vec<&str> = [cpu].into_iter().chain(change).collect();
    words.add(&["-cpu", &cpu.join(",")]);
    words.add(&["-smp", &config.cpus.to_string()]);
    // In KiB: QEMU's `-m` has no suffix for bytes and would read a bare number as MiB.
    words.add(&["-m", &format!("{}k", config.memory / 1024)]);
    words.add(&["-chardev", "stdio,id=console,signal=off", "-serial", "chardev:console"]);
    for device in qemu.devices.iter().map(String::as_str).chain(spec.get("device")) {
        words.add(&["-device", device]);
    }
    if let Some(firmware) = spec.get("firmware") {
        words.add(&[&qemu.firmware, firmware]);
    }
    words.add(sandbox::arguments(spec));
    words.add(accelerator.more);
    words.0.extend(wiring.arguments());
    words.0.extend(shared.map(Shared::arguments).unwrap_or_default());
    let booted = match &config.linux {
        Some(linux) => boot_linux(linux, spec, config),
        None => boot_kernel(spec, config),
    };
    words.0.extend(booted);
    words.0
}

/// The arguments that boot the kernel.
fn boot_kernel(spec: &Spec, config: &GuestConfig) -> Vec<String> {
    let boot = Boot::of(spec).unwrap_or(Boot::Elf);
    boot.arguments(&config.image.to_string_lossy(), &kernel_options(config))
}

/// The arguments that boot `linux`.
fn boot_linux(linux: &LinuxBoot, spec: &Spec, config: &GuestConfig) -> Vec<String> {
    let options = linux.command_line(spec.get(linux_keys::OPTION.name), &config.options);
    let (kernel, initramfs) = (linux.kernel.to_string_lossy(), linux.initramfs.to_string_lossy());
    ["-kernel", &kernel, "-initrd", &initramfs, "-append", &options].map(str::to_owned).into()
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
    use std::path::Path;

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
        let deterministic = GuestConfig { deterministic: true, ..config.clone() };
        let line = arguments(&spec, &deterministic, "max", accelerator, &wiring, None).join(" ");
        let change = config.arch.qemu.counted_time_cpu.iter().map(|change| format!(",{change}"));
        assert!(line.contains(&format!("-cpu max{} ", change.collect::<String>())), "{line}");
        let config = GuestConfig { counting: true, ..config };
        let wiring = Wiring::prepare(&config, Counter::Plugin).unwrap();
        let shared = Shared::new(Counter::Hypervisor, Path::new("/nowhere")).unwrap();
        let counted =
            arguments(&spec, &config, "max", accelerator, &wiring, Some(&shared)).join(" ");
        assert!(counted.contains("-machine pc,memory-backend=ram "), "{counted}");
        assert!(counted.contains(",share=on"), "{counted}");
        assert!(line.ends_with("bench=in") && line.contains("-kernel /tmp/k.elf -append"));
    }

    #[test]
    fn linux_gets_its_options_and_its_first_process_the_guests() {
        let linux = LinuxBoot {
            kernel: "/tmp/vmlinuz".into(),
            initramfs: "/tmp/initramfs".into(),
            options: "quiet".into(),
            machine: "m".into(),
            is_common: true,
        };
        let config = GuestConfig {
            linux: Some(linux),
            options: "bench=fork".into(),
            ..GuestConfig::plain()
        };
        let wiring = Wiring::prepare(&config, Counter::Plugin).unwrap();
        let accelerator = Accelerator { accel: "tcg", more: &[], counter: Counter::Plugin };
        let line = |spec| arguments(&spec, &config, "max", accelerator, &wiring, None).join(" ");
        let plain = line(Spec::plain("qemu-tcg"));
        assert!(plain.contains("-machine m "), "{plain}");
        assert!(
            plain.ends_with(
                "-kernel /tmp/vmlinuz -initrd /tmp/initramfs -append quiet -- bench=fork"
            )
        );
        let more = line(Spec::plain("qemu-tcg").with("linux", "hz=100").with("machine", "pc"));
        assert!(more.contains("-machine pc ") && more.ends_with("quiet hz=100 -- bench=fork"));
    }
}
