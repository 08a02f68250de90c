//! What the tool says where nothing is asked of it: what can be measured here, and what to type.

use std::io;

use super::heading;
use super::lines::wrapped;
use super::style;
use results::HostEnvironment;

/// Columns that a command takes beside its explanation.
const COMMAND: usize = 35;

/// What is known of the machine without starting anything.
#[derive(Debug, Clone, Default)]
pub struct Start<'a> {
    /// The machine.
    pub host: HostEnvironment,
    /// What a run measures that names no platform.
    pub platforms: Vec<&'a str>,
    /// What such a run would measure besides, if it were here.
    pub missing: Vec<&'a str>,
    /// Whether the lab has an image; `None` where there is no lab for this architecture.
    pub lab: Option<bool>,
    /// The latest run's name.
    pub latest: Option<String>,
}

/// Prints it.
///
/// # Errors
/// When `out` cannot be written.
pub fn start(of: &Start, out: &mut dyn io::Write) -> io::Result<()> {
    out.write_all(page(of, style::screen_width()).as_bytes())
}

fn page(of: &Start, width: usize) -> String {
    let mut text = wrapped(
        "",
        "HyperBench measures what virtualization costs, operation by operation.",
        width,
    );
    text += &wrapped("", &format!("This machine: {}.", heading::machine(&of.host)), width);
    text += "\n";
    for (command, what) in rows(of) {
        text += &wrapped(&format!("  {command:<COMMAND$} "), &what, width);
    }
    if !of.missing.is_empty() {
        let missing = of.missing.join(", ");
        text += "\n";
        text += &wrapped(
            "",
            &format!("Not usable here: {missing}. Why, and what helps: hyperbench list platforms"),
            width,
        );
    }
    text
}

/// Commands, each with what it is good for on this machine.
fn rows(of: &Start) -> Vec<(&'static str, String)> {
    let mut rows = Vec::new();
    if !of.platforms.is_empty() {
        let seconds = 8 * of.platforms.len();
        rows.push(("hyperbench run", format!("{}: about {seconds} s", of.platforms.join(", "))));
    }
    let processes = match of.host.virtual_machine {
        Some(_) => "what processes pay in this VM",
        None => "what processes pay here, natively",
    };
    rows.push(("hyperbench run --platform host", processes.to_owned()));
    rows.extend(of.lab.map(|is_built| match is_built {
        true => (
            "hyperbench run --platform 'lab-*'",
            "KVM, Xen and QEMU by counted instructions".to_owned(),
        ),
        false => ("hyperbench lab build", "the lab: KVM, Xen and QEMU by instructions".to_owned()),
    }));
    rows.push(("hyperbench explain cpuid", "what an operation is and what it costs".to_owned()));
    rows.push(("hyperbench doctor", "what distorts figures on this machine".to_owned()));
    rows.extend(
        of.latest.as_ref().map(|name| ("hyperbench show", format!("the latest run again: {name}"))),
    );
    rows.push(("hyperbench --help", "all commands".to_owned()));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(virtual_machine: Option<&str>) -> Start<'static> {
        let host = HostEnvironment {
            cpu: "Some Processor of a Name that is Long, with 64 Cores".into(),
            cpus: Some(1),
            virtual_machine: virtual_machine.map(str::to_owned),
            ..HostEnvironment::default()
        };
        Start { host, ..Start::default() }
    }

    #[test]
    fn it_says_in_a_few_lines_what_is_there_and_what_is_not() {
        let of = Start {
            platforms: vec!["kvm", "qemu-kvm", "qemu-tcg", "host"],
            missing: vec!["a-platform", "another-platform"],
            lab: Some(false),
            latest: Some("2026-11-24-1".into()),
            ..machine(Some("KVM"))
        };
        let text = page(&of, 80);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(text.lines().count() <= 14, "{text}");
        for part in [
            "1 CPU, itself a VM",
            "kvm, qemu-kvm, qemu-tcg, host: about 32 s",
            "in this VM",
            "hyperbench lab build",
            "again: 2026-11-24-1",
            "Not usable here: a-platform, another-platform.",
        ] {
            assert!(
                text.split_whitespace().collect::<Vec<_>>().join(" ").contains(part),
                "{part}: {text}"
            );
        }
    }

    #[test]
    fn it_names_nothing_that_is_not_there() {
        let text = page(&machine(None), 80);
        for part in ["hyperbench run \n", "lab", "again", "Not usable", "VM"] {
            assert!(!text.contains(part), "{part}: {text}");
        }
        assert!(text.contains("natively"), "{text}");
    }
}
