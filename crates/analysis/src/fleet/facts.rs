//! What is known of a host, as fields with texts.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::compare::fields;
use results::{Document, PlatformRun};

/// The most facts of one host: a real one has some hundred.
const MOST: usize = 1000;

/// The longest text of one, in characters.
const LONGEST: usize = 200;

/// How a figure is measured: without it in common no two figures can be set against each other.
pub(super) const IS_MEASURED_BY: [&str; 8] = [
    "unit",
    "platform",
    "guest.kernel",
    "host.arch",
    "settings.cpus",
    "settings.memory",
    "settings.kernel_options",
    "settings.deterministic",
];

/// What says nothing of the host, or passes.
const PASSING: [&str; 7] = [
    "settings.suite",
    "settings.shard",
    "settings.boots",
    "settings.precision_ppm",
    "settings.time_budget_s",
    "settings.events",
    "tool.version",
];

/// What hosts that should be equal have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Trait {
    /// The processor's model
    Cpu,
    /// The host's kernel release
    Kernel,
    /// The program that runs the guests, with its version
    Hypervisor,
    /// What the kernel does about the processor's weaknesses
    Mitigations,
}

impl Trait {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Cpu, Self::Kernel, Self::Hypervisor, Self::Mitigations];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Kernel => "kernel",
            Self::Hypervisor => "hypervisor",
            Self::Mitigations => "mitigations",
        }
    }

    /// What it is, in a line.
    pub fn about(self) -> &'static str {
        match self {
            Self::Cpu => "The processor's model",
            Self::Kernel => "The host's kernel release",
            Self::Hypervisor => "The program that runs the guests, with its version",
            Self::Mitigations => "What the kernel does about the processor's weaknesses",
        }
    }

    /// Whether the fact called `field` is part of it.
    pub(super) fn covers(self, field: &str) -> bool {
        match self {
            Self::Cpu => field == "host.cpu",
            Self::Kernel => field == "host.kernel",
            Self::Hypervisor => field == "platform.version",
            Self::Mitigations => field.starts_with("host.vulnerabilities."),
        }
    }
}

/// What is known of the host of `run`: every field of its environment, and what the doctor found.
pub(super) fn facts(document: &Document, run: &PlatformRun) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    for (field, value) in fields(document, run) {
        flatten(field, &value, &mut facts);
    }
    facts.push(("unit".to_owned(), run.unit.to_string()));
    let findings = document.findings.iter();
    facts.extend(findings.map(|f| (format!("doctor.{}", f.check), f.level.word().to_owned())));
    facts.retain(|(field, _)| !PASSING.contains(&field.as_str()));
    facts.truncate(MOST);
    for text in facts.iter_mut().flat_map(|(field, value)| [field, value]) {
        *text = text.chars().take(LONGEST).collect();
    }
    facts.sort();
    facts.dedup_by(|a, b| a.0 == b.0);
    facts
}

/// Puts the leaves of `value` into `into`, each by its own name; what is absent is no fact.
fn flatten(name: String, value: &Value, into: &mut Vec<(String, String)>) {
    match value {
        Value::Null => {}
        Value::Object(fields) => {
            for (key, value) in fields.iter().take(MOST) {
                flatten(format!("{name}.{key}"), value, into);
            }
        }
        Value::String(text) if text.is_empty() => {}
        Value::String(text) => into.push((name, text.clone())),
        Value::Array(all) if all.is_empty() => {}
        other => into.push((name, other.to_string())),
    }
}
