//! The scratch network of a guest whose benchmarks need one: QEMU's own of the user mode, in which QEMU
//! itself answers pings, and from which nothing reaches the host (`restrict`), but what a Linux guest sends to a
//! server, a `cat` for each connection. In the lab also an interface of the outer Linux'.

use std::path::Path;

use super::locate::ask;
use super::sandbox;
use super::virtio::{Bus, VirtioHost};
use crate::devices::keys::{E1000, NETWORK, TAP, VHOST};
use crate::devices::network_address;
use crate::{GuestConfig, Spec};

/// The server, which `linux/port/network.c` knows by this address: a program that QEMU starts.
const SERVER: &str = ",guestfwd=tcp:10.0.2.4:7-cmd:cat";

/// A scratch network that QEMU is given.
#[derive(Debug)]
pub struct Network {
    words: Vec<String>,
}

impl Network {
    /// The network for a guest of `config` on `host`; `None` where none of its benchmarks needs one, or
    /// where none is to be had.
    pub fn of(spec: &Spec, config: &GuestConfig, host: VirtioHost<'_>) -> Option<Self> {
        let bus =
            Bus::of(spec, NETWORK.name, config.arch, host).filter(|_| config.devices.network)?;
        let kind = spec.get(NETWORK.name);
        // A network device on PCI brings a ROM that boots from it.
        let rom = if bus == Bus::Pci || kind == Some(E1000) { ",romfile=" } else { "" };
        let address = network_address();
        let device = format!("netdev=scratch-net,mac={address}{rom}");
        let may_start = config.linux.is_some() && !sandbox::is_on(spec);
        let server = if may_start { SERVER } else { "" };
        let backend = match kind {
            Some(kind @ (TAP | VHOST)) => {
                let vhost = if kind == VHOST { ",vhost=on" } else { "" };
                format!("tap,id=scratch-net,ifname=scratch,script=no,downscript=no{vhost}")
            }
            _ => format!("user,id=scratch-net,restrict=on,ipv6=off{server}"),
        };
        let mut words = vec!["-netdev".to_owned(), backend];
        match kind {
            Some(E1000) => words.extend(["-device".to_owned(), format!("{E1000},{device}")]),
            _ => words.extend(bus.arguments("net", &device, spec)),
        }
        Some(Self { words })
    }

    /// The same for the QEMU at `path`, which may have been built without; one that is asked for
    /// says so itself.
    pub(super) fn of_qemu(
        path: &Path,
        spec: &Spec,
        config: &GuestConfig,
        host: VirtioHost<'_>,
    ) -> Option<Self> {
        let network = Self::of(spec, config, host)?;
        let has = || {
            let kinds = ask(path, &["-machine", "none", "-netdev", "help"]).ok()?;
            Some(kinds.stdout.lines().any(|kind| kind.trim() == "user"))
        };
        let is_there = spec.get(NETWORK.name).is_some() || has() == Some(true);
        is_there.then_some(network)
    }

    /// QEMU's arguments for it.
    pub fn arguments(&self) -> &[String] {
        &self.words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Devices;

    fn host(machine: &str) -> VirtioHost<'_> {
        VirtioHost { machine, by_kvm: false, only_if_asked: false }
    }

    fn config() -> GuestConfig {
        let devices = Devices { network: true, ..Devices::default() };
        GuestConfig { devices, ..GuestConfig::plain() }
    }

    #[test]
    fn a_guest_has_a_network_only_where_a_benchmark_needs_it() {
        let (plain, config) = (|| Spec::plain("qemu-tcg"), config());
        let usual = host(&config.arch.qemu.machine);
        let has = |spec: &Spec, config, host| Network::of(spec, config, host).is_some();
        let needless = GuestConfig::plain();
        assert!(has(&plain(), &config, usual) && !has(&plain(), &needless, usual));
        assert!(!has(&plain().with("net", "none"), &config, usual));
        let asked = VirtioHost { only_if_asked: true, ..usual };
        assert!(
            !has(&plain(), &config, asked) && has(&plain().with("net", "user"), &config, asked)
        );
    }

    #[test]
    fn nothing_of_it_reaches_the_host_and_no_rom_boots() {
        let spec = Spec::plain("qemu-tcg").with("net", "user").with("ioeventfd", "off");
        let line = Network::of(&spec, &config(), host("unknown")).unwrap().arguments().join(" ");
        assert_eq!(
            line,
            "-netdev user,id=scratch-net,restrict=on,ipv6=off -device virtio-net-pci,\
             netdev=scratch-net,mac=52:54:00:48:42:00,romfile=,ioeventfd=off"
        );
    }

    #[test]
    fn an_e1000_is_on_pci_whatever_virtio_is_on() {
        let spec = Spec::plain("qemu-tcg").with("net", "e1000").with("ioeventfd", "off");
        for machine in config().arch.qemu.virtio.keys() {
            let line = Network::of(&spec, &config(), host(machine)).unwrap().arguments().join(" ");
            let device = "-device e1000,netdev=scratch-net,mac=52:54:00:48:42:00,romfile=";
            assert!(line.starts_with("-netdev user,") && line.ends_with(device), "{line}");
        }
    }

    #[test]
    fn a_linux_guest_has_a_server_where_qemu_may_start_one() {
        let linux = crate::LinuxBoot {
            kernel: "kernel".into(),
            initramfs: "files".into(),
            options: String::new(),
            machine: String::new(),
            is_common: true,
        };
        let config = GuestConfig { linux: Some(linux), ..config() };
        let spec = || Spec::plain("qemu-tcg");
        let usual = host(&config.arch.qemu.machine);
        let words = |spec: &Spec| Network::of(spec, &config, usual).unwrap().arguments()[1].clone();
        assert!(words(&spec()).ends_with(SERVER));
        assert!(!words(&spec().with("sandbox", "on")).contains("guestfwd"));
    }

    #[test]
    fn a_qemu_that_was_built_without_is_given_none_unless_it_is_asked_for() {
        let none = Path::new("/bin/true");
        let (plain, config) = (Spec::plain("qemu-tcg"), config());
        let usual = host(&config.arch.qemu.machine);
        assert!(Network::of_qemu(none, &plain, &config, usual).is_none());
        assert!(Network::of_qemu(none, &plain.with("net", "user"), &config, usual).is_some());
    }
}
