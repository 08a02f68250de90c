//! How the environments of two results differ.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::Side;
use results::{CLOCK_TOLERANCE, Document, PlatformRun, Unit};

/// What the host says that changes from run to run without meaning anything.
const PASSING: [&str; 1] = ["memory_available"];

/// What of the host decides over the speed of a processor.
const DECISIVE: [&str; 6] = ["arch", "cpu", "microcode", "kernel", "kernel_version", "frequency"];

/// Something in which two environments differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Difference {
    /// What it is: the field of the results file.
    pub field: String,
    /// What it is on A.
    pub a: String,
    /// What it is on B.
    pub b: String,
    /// Whether figures cannot be compared for it.
    pub decisive: bool,
}

/// Everything in which the environments of `a` and `b` differ, the decisive first. Counted
/// instructions are the same on every machine: nothing of the host decides there.
pub(crate) fn differences(a: &Side, b: &Side) -> Vec<Difference> {
    let cycles = a.run.unit == Unit::Cycles;
    let mut found = Vec::new();
    let fields = [a, b].map(|side| fields(&side.about, &side.run));
    for (field, old) in &fields[0] {
        let new = fields[1].iter().find(|(name, _)| name == field).map_or(&Value::Null, |f| &f.1);
        if old != new {
            let name = field.strip_prefix("host.").unwrap_or_default();
            let name = name.split('.').next().unwrap_or_default();
            let decisive = cycles && DECISIVE.contains(&name) || field == "guest";
            found.push(Difference { field: field.clone(), a: text(old), b: text(new), decisive });
        }
    }
    found.extend(clocks(a, b));
    found.sort_by_key(|difference| !difference.decisive);
    found
}

/// Everything that describes the environment of `run` of the run that `about` tells of, by the names
/// of the results file.
pub(crate) fn fields(about: &Document, run: &PlatformRun) -> Vec<(String, Value)> {
    let mut fields = Vec::new();
    let host = serde_json::to_value(&about.host).unwrap_or_default();
    flatten("host", &host, &mut fields);
    flatten("settings", &serde_json::to_value(&about.settings).unwrap_or_default(), &mut fields);
    let guest = run.boots.first().map(|boot| &boot.guest);
    let kernel = guest.and_then(|guest| guest.kernel.as_ref());
    let cpu = guest.and_then(|guest| guest.cpu.as_ref());
    let system = guest.and_then(|guest| guest.system.as_ref());
    let image = run.image.clone().unwrap_or_default();
    let more = [
        ("guest", run.guest.name().to_owned()),
        ("guest.system", system.map(|system| system.release.clone()).unwrap_or_default()),
        ("guest.uses", system.map(|system| system.uses.join(", ")).unwrap_or_default()),
        ("guest.clock", system.map(|system| system.clock.clone()).unwrap_or_default()),
        ("tool.version", about.tool.version.clone()),
        ("platform", run.platform.clone()),
        ("platform.version", run.version.clone()),
        ("guest.kernel", kernel.map(|kernel| kernel.kernel.clone()).unwrap_or_default()),
        ("image.sha256", image.sha256),
        ("image.compiler", image.compiler),
        ("guest.cpu", cpu.map(|cpu| cpu.model.clone()).unwrap_or_default()),
    ];
    let weaknesses = system.map(|system| &system.vulnerabilities).filter(|known| !known.is_empty());
    fields.extend(weaknesses.map(|known| ("guest.vulnerabilities".to_owned(), json!(known))));
    fields.extend(more.map(|(name, text)| (name.to_owned(), Value::from(text))));
    let passing = |name: &str| PASSING.iter().any(|field| name == format!("host.{field}"));
    fields.retain(|(name, _)| !passing(name));
    fields
}

/// The fields of `value` below `name`, those of structures by their own names. A map whose keys
/// differ from machine to machine stays one field.
fn flatten(name: &str, value: &Value, into: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(fields) if matches!(name, "host" | "settings" | "host.frequency") => {
            for (key, value) in fields {
                flatten(&format!("{name}.{key}"), value, into);
            }
        }
        other => into.push((name.to_owned(), other.clone())),
    }
}

/// The rates of the guests' counters, where they differ: cycles of different lengths. Within one
/// run the machine is the same; there a guest on a busy one has only measured its rate badly.
fn clocks(a: &Side, b: &Side) -> Option<Difference> {
    let rate = |side: &Side| side.run.boots.first()?.guest.timer.as_ref()?.hz;
    let (old, new) = (rate(a)?, rate(b)?);
    let apart = (old as f64 - new as f64).abs() / (old.max(new).max(1)) as f64;
    let mhz = |hz: u64| format!("{} MHz", hz / 1_000_000);
    (apart > CLOCK_TOLERANCE && a.run.unit == Unit::Cycles).then(|| Difference {
        field: "guest.timer.hz".to_owned(),
        a: mhz(old),
        b: mhz(new),
        decisive: !a.took_turns_with(b),
    })
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => "unknown".to_owned(),
        Value::String(text) if text.is_empty() => "unknown".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
