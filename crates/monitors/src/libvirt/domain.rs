//! The description of a domain (libvirt, Domain XML format).

use std::path::Path;

use ground::LibvirtArch;
use quick_xml::escape::escape;

/// A domain that boots the kernel and has nothing else.
pub(super) struct Domain<'a> {
    /// Its name, which no other domain has.
    pub name: &'a str,
    /// What libvirt calls its architecture.
    pub arch: &'a str,
    /// What its architecture asks for.
    pub needs: &'a LibvirtArch,
    pub emulated: bool,
    /// The machine type, which is libvirt's own choice without one.
    pub machine: Option<&'a str>,
    pub cpus: u32,
    /// In MiB.
    pub memory: u64,
    pub kernel: &'a Path,
    pub options: &'a str,
    /// The pipes of its console, but for `.in` and `.out`.
    pub console: &'a Path,
}

impl Domain<'_> {
    /// The XML.
    pub(super) fn xml(&self) -> String {
        let Self { name, arch, cpus, memory, .. } = self;
        let (kind, cpu) = match self.emulated {
            true => ("qemu", self.needs.emulated_cpu.as_str()),
            false => ("kvm", "<cpu mode='host-passthrough'/>"),
        };
        let machine = self.machine.map(|machine| format!(" machine='{}'", escape(machine)));
        let machine = machine.unwrap_or_default();
        let features: String =
            self.needs.features.iter().map(|feature| format!("<{feature}/>")).collect();
        let [kernel, console] =
            [self.kernel, self.console].map(|path| escape(path.to_string_lossy()));
        let options = escape(self.options);
        format!(
            "<domain type='{kind}'>\n  <name>{name}</name>\n  \
             <memory unit='MiB'>{memory}</memory>\n  <vcpu>{cpus}</vcpu>\n  {cpu}\n  \
             <os>\n    <type arch='{arch}'{machine}>hvm</type>\n    \
             <kernel>{kernel}</kernel>\n    <cmdline>{options}</cmdline>\n  </os>\n  \
             <features>{features}</features>\n  \
             <on_poweroff>destroy</on_poweroff>\n  <on_reboot>destroy</on_reboot>\n  \
             <on_crash>destroy</on_crash>\n  <devices>\n    \
             <serial type='pipe'><source path='{console}'/></serial>\n    \
             <controller type='usb' model='none'/>\n    <memballoon model='none'/>\n  \
             </devices>\n</domain>\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn domain(needs: &LibvirtArch) -> Domain<'_> {
        Domain {
            name: "hyperbench-1",
            arch: "mips",
            needs,
            emulated: true,
            machine: Some("a'b"),
            cpus: 2,
            memory: 128,
            kernel: Path::new("/tmp/k&l"),
            options: "bench=in a<\"b\">",
            console: Path::new("/tmp/console"),
        }
    }

    #[test]
    fn nothing_that_is_given_becomes_xml() {
        let needs = LibvirtArch::default();
        let xml = domain(&needs).xml();
        for part in ["machine='a&apos;b'", "/tmp/k&amp;l<", ">bench=in a&lt;&quot;b&quot;&gt;<"] {
            assert!(xml.contains(part), "{part} is missing from {xml}");
        }
    }

    #[test]
    fn what_an_architecture_needs_is_in_it_and_the_hosts_processor_under_kvm() {
        let needs = LibvirtArch {
            features: vec!["acpi".into()],
            emulated_cpu: "<cpu mode='x'/>".into(),
            ..LibvirtArch::default()
        };
        let emulated = domain(&needs);
        assert!(emulated.xml().contains("<features><acpi/></features>"), "{}", emulated.xml());
        assert!(emulated.xml().contains("type='qemu'") && emulated.xml().contains("mode='x'"));
        let native = Domain { emulated: false, machine: None, ..emulated };
        assert!(native.xml().contains("type='kvm'") && !native.xml().contains("mode='x'"));
        assert!(native.xml().contains("<type arch='mips'>"), "{}", native.xml());
    }
}
