//! What stands above a table: what was measured, on what, and with which reservations.

use std::fmt::Write;

use super::latencies;
use crate::digits::{counted, grouped, percent, size};
use ground::GuestKind;
use results::{Boot, Document, HostEnvironment, PlatformRun, Speed};

/// Before the line on the machine itself: `host` is a platform, its processes.
const MACHINE: &str = "machine";

/// What one file brought to a table.
pub(crate) struct Part<'a> {
    /// The file's name; `None` where there is only one.
    pub(crate) file: Option<&'a str>,
    /// What it holds besides platforms.
    pub(crate) about: &'a Document,
    /// Its platforms.
    pub(crate) runs: Vec<&'a PlatformRun>,
}

/// The lines above the table.
pub(crate) fn render(document: &Document) -> String {
    let runs = document.platforms.iter().collect();
    render_parts(document, &[Part { file: None, about: document, runs }])
}

/// The lines above a table of `document`, whose platforms come from `parts`.
pub(crate) fn render_parts(document: &Document, parts: &[Part]) -> String {
    let latency = latencies::are_in(document);
    let what = if latency { "latency of single operations" } else { "cost of one operation" };
    let mut text = format!("HyperBench {}: {what}", document.tool.version);
    if document.platforms.len() > 1 && !latency {
        let _ = write!(text, ", and its ratio to {}", document.baseline);
    }
    text + "\n\n" + &blocks(document, parts)
}

/// What `document`, whose platforms come from `parts`, was measured on.
pub(crate) fn blocks(document: &Document, parts: &[Part]) -> String {
    let mut text = String::new();
    let names = document.platforms.iter().map(|run| run.label.chars().count());
    // No more than can be filled up.
    let width = names.chain([MACHINE.len()]).max().unwrap_or_default().min(u16::MAX.into());
    let mut block = |name: &str, lines: Vec<String>| {
        for (index, line) in lines.iter().enumerate() {
            let name = if index == 0 { name } else { "" };
            let _ = writeln!(text, " {name:width$}  {line}");
        }
    };
    for part in parts {
        let file = part.file.map(|file| [file, &part.about.started].join("  "));
        block("file", file.iter().map(|line| line.trim_end().to_owned()).collect());
        block(MACHINE, vec![host(&part.about.host)]);
        for run in &part.runs {
            block(&run.label, platform(run, part.about));
        }
    }
    text
}

pub(crate) fn host(host: &HostEnvironment) -> String {
    let mut parts = vec![host.cpu.clone()];
    parts.extend(host.cpus.map(|count| cpus(count as u64)));
    parts.push(format!("Linux {}", host.kernel).trim_end_matches("Linux ").to_owned());
    let inside = |vm: &String| format!("itself a virtual machine ({vm})");
    parts.extend(host.virtual_machine.as_ref().map(inside));
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}

/// The machine, in a few words.
pub(crate) fn machine(host: &HostEnvironment) -> String {
    let mut parts = vec![host.cpu.clone()];
    parts.extend(host.cpus.map(|count| cpus(count as u64)));
    parts.extend(host.virtual_machine.as_ref().map(|_| "itself a VM".to_owned()));
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}

pub(crate) fn platform(run: &PlatformRun, document: &Document) -> Vec<String> {
    let settings = &document.settings;
    // What the guest found, where it said so: some platforms have a number of their own.
    let found = run.boots.first().and_then(|boot| boot.guest.cpu.as_ref()?.count);
    let count = found.unwrap_or(u64::from(settings.cpus));
    let seen = run.boots.first().and_then(|boot| boot.guest.memory.as_ref()?.total);
    let memory = seen.filter(|_| run.guest == GuestKind::Linux).unwrap_or(settings.memory);
    let machine = format!("{}, {}", cpus(count), size(memory));
    let mut lines = Vec::new();
    if !run.version.is_empty() {
        // The distribution's own version number is for the results file.
        let version = run.version.split(" (").next().unwrap_or_default();
        lines.push(format!("{version}, {machine}"));
    }
    lines.extend(run.caveats().map(str::to_owned));
    lines.extend(run.boots.first().map(|boot| guest(run, boot)));
    lines.extend(run.speed.as_ref().map(speed));
    lines.retain(|line| !line.is_empty());
    lines
}

/// The guest's view: its processor, its counter, and how long it took to get there.
fn guest(run: &PlatformRun, boot: &Boot) -> String {
    let mut parts = Vec::new();
    if let Some(system) = &boot.guest.system {
        parts.push(format!("{} {}", system.name, system.release));
    }
    if let Some(cpu) = &boot.guest.cpu {
        parts.push(format!("guest CPU {}", cpu.model));
    }
    if let Some(hypervisor) = &boot.guest.hypervisor {
        parts.push(format!("hypervisor {}", hypervisor.name));
    }
    if let Some(timer) = &boot.guest.timer {
        let mhz = timer.hz.map(|hz| format!(" at {} MHz", grouped(&(hz / 1_000_000).to_string())));
        let step = boot.guest.idle.as_ref().and_then(|idle| idle.step).filter(|step| *step > 1);
        let step = step.map(|step| format!(", in steps of {step}")).unwrap_or_default();
        parts.push(format!("{}{} ({}){step}", run.unit, mhz.unwrap_or_default(), timer.found));
    }
    if let Some(ns) = boot.start.first_benchmark_ns {
        parts.push(format!("first benchmark after {} ms", grouped(&(ns / 1_000_000).to_string())));
    }
    parts.join(", ")
}

/// How fast the machine was, as the reference saw it.
fn speed(speed: &Speed) -> String {
    let seen = if speed.kept { "an earlier run" } else { "this run" };
    format!(
        "machine at {} of the best speed that {seen} saw, {} of the batches quiet",
        percent(1.0 / speed.slowness),
        percent(speed.quiet)
    )
}

pub(crate) fn cpus(count: u64) -> String {
    counted(count, "CPUs")
}
