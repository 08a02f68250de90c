//! What a machine and its guests say of the hypervisors that they are on: a column for each.

use std::collections::BTreeMap;
use std::io;

use serde::Serialize;

use super::style;
use crate::Format;
use crate::data;
use results::{Boot, Document, HostEnvironment, PlatformRun};

/// One of them, and what it says.
#[derive(Debug, Serialize)]
struct Column {
    /// [`MACHINE`], or a platform's label.
    of: String,
    facts: BTreeMap<String, String>,
}

/// What the machine is called: a platform may be called `host`.
const MACHINE: &str = "machine";

/// What begins the names of weaknesses, so that they stand together behind the rest.
const WEAKNESS: &str = "weakness: ";

/// What Linux says of one that its processor does not have.
const HARMLESS: &str = "Not affected";

/// Prints what `document` knows of hypervisors, seen from outside and from inside.
///
/// # Errors
/// When `out` cannot be written.
pub fn info(document: &Document, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
    let guests = document.platforms.iter().filter_map(guest);
    let all: Vec<Column> = std::iter::once(host(&document.host)).chain(guests).collect();
    let mut names: Vec<&String> = all.iter().flat_map(|column| column.facts.keys()).collect();
    names.sort_by_key(|name| (name.starts_with(WEAKNESS), *name));
    names.dedup();
    let head: Vec<&str> = std::iter::once("").chain(all.iter().map(|column| &*column.of)).collect();
    let row = |name: &String| {
        let fact = |column: &Column| column.facts.get(name).cloned().unwrap_or_default();
        std::iter::once(name.clone()).chain(all.iter().map(fact)).collect::<Vec<_>>()
    };
    match format {
        Format::Json => data::write(&all, out),
        Format::Csv => {
            let mut writer = csv::Writer::from_writer(out);
            writer.write_record(&head)?;
            names.into_iter().try_for_each(|name| writer.write_record(row(name)))?;
            writer.flush()
        }
        Format::Table => {
            let mut table = style::new_table(&head, style::wants_colour());
            let is_harmless = |name: &&String| {
                row(name)[1..].iter().all(|state| state.is_empty() || state == HARMLESS)
            };
            let (harmless, others): (Vec<_>, Vec<_>) = names.into_iter().partition(is_harmless);
            for name in others {
                table.add_row(row(name));
            }
            style::fit_terminal(&mut table);
            out.write_all(style::text(&table).as_bytes())?;
            if harmless.is_empty() {
                return Ok(());
            }
            let names: Vec<_> =
                harmless.iter().map(|name| name.trim_start_matches(WEAKNESS)).collect();
            writeln!(out, "\n {HARMLESS} anywhere: {}", names.join(", "))
        }
    }
}

/// What is known from outside.
fn host(host: &HostEnvironment) -> Column {
    let mut facts = BTreeMap::new();
    let mut add = |name: &str, text: &str| put(&mut facts, name, text);
    add("processor", &host.cpu);
    add("system", &host.kernel);
    add("clock", host.clock_source.as_deref().unwrap_or_default());
    add("hypervisor", host.virtual_machine.as_deref().unwrap_or_default());
    for (module, parameters) in &host.modules {
        for (name, value) in parameters {
            add(&format!("{module}: {name}"), value);
        }
    }
    weaknesses(&mut facts, &host.vulnerabilities);
    Column { of: MACHINE.to_owned(), facts }
}

/// What the guests of `run` say; `None` where none of them came so far.
fn guest(run: &PlatformRun) -> Option<Column> {
    let Boot { guest, .. } = run.boots.first()?;
    let mut facts = BTreeMap::new();
    let mut add = |name: &str, text: &str| put(&mut facts, name, text);
    if let Some(cpu) = &guest.cpu {
        add("processor", &cpu.model);
    }
    if let Some(hypervisor) = &guest.hypervisor {
        let signature = hypervisor.signature.trim();
        let named = !signature.is_empty() && signature != hypervisor.name;
        let signature = if named { format!(" ({signature})") } else { String::new() };
        add("hypervisor", &format!("{}{signature}", hypervisor.name));
        let features = hypervisor.features.filter(|bits| *bits != 0);
        add("features", &features.map(|bits| format!("{bits:#x}")).unwrap_or_default());
    }
    if let Some(system) = &guest.system {
        add("system", &system.release);
        add("clock", &system.clock);
        add("uses", &system.uses.join(", "));
        weaknesses(&mut facts, &system.vulnerabilities);
    }
    Some(Column { of: run.label.clone(), facts })
}

fn weaknesses(facts: &mut BTreeMap<String, String>, known: &BTreeMap<String, String>) {
    for (name, state) in known {
        put(facts, &format!("{WEAKNESS}{name}"), state);
    }
}

/// Notes what is known.
fn put(facts: &mut BTreeMap<String, String>, name: &str, text: &str) {
    if !text.is_empty() {
        facts.insert(name.to_owned(), text.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::{Hypervisor, System};

    fn known(state: &str) -> BTreeMap<String, String> {
        let pairs = [("meltdown", "Not affected"), ("spectre_v2", state)];
        pairs.map(|(name, state)| (name.to_owned(), state.to_owned())).into()
    }

    #[test]
    fn what_is_known_from_outside_and_from_inside_stands_side_by_side() {
        let mut document = Document::default();
        document.host.vulnerabilities = known("Mitigation: IBRS");
        document.host.virtual_machine = Some("KVM".to_owned());
        let mut boot = Boot::default();
        boot.guest.hypervisor = Some(Hypervisor {
            name: "kvm".into(),
            signature: "KVMKVMKVM".into(),
            ..Default::default()
        });
        boot.guest.system = Some(System {
            uses: vec!["kvm-clock".into(), "steal-time".into()],
            vulnerabilities: known("Vulnerable"),
            ..Default::default()
        });
        let run = PlatformRun { label: "qemu-kvm".into(), boots: vec![boot], ..Default::default() };
        document.platforms.push(run);
        let printed = |format| {
            let mut out = Vec::new();
            info(&document, format, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(
            printed(Format::Csv),
            ",machine,qemu-kvm\nhypervisor,KVM,kvm (KVMKVMKVM)\nuses,,\"kvm-clock, steal-time\"\n\
             weakness: meltdown,Not affected,Not affected\n\
             weakness: spectre_v2,Mitigation: IBRS,Vulnerable\n"
        );
        let table = printed(Format::Table);
        assert!(table.ends_with("\n Not affected anywhere: meltdown\n"), "{table}");
        assert!(printed(Format::Json).contains(r#""uses": "kvm-clock, steal-time""#));
    }
}
