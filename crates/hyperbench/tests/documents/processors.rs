//! The tables of docs/processors.md, made of kept results.

use results::{Document, PlatformRun, Summary};

use super::papers::{short, value};
use super::{keep_parts, kept};

const KEPT: &str = "docs/papers-figure-6.json";
/// Boots of guests with so many CPUs, and guests that are idle.
const CPUS: [u32; 3] = [1, 2, 4];
const KEPT_IDLE: &str = "docs/papers-idle.json";

/// What has a processor for each of two CPUs.
const COLUMNS: [(&str, &str); 5] = [
    ("native", "lab-native:cpus=2"),
    ("KVM nested", "lab-kvm-npt:cpus=2"),
    ("KVM shadow", "lab-kvm-shadow:cpus=2"),
    ("Xen PVH", "lab-xen-pvh:cpus=2"),
    ("Xen HVM", "lab-xen-hvm:cpus=2"),
];

/// Who does what, on processors of their own and on one for all; and what the paper says of it.
const SHARED: [(&str, &str, [&str; 2], &str); 6] = [
    ("KVM", "ipi", ["lab-kvm-npt:cpus=2", "lab-kvm-npt:cpus=2,placement=share"], ""),
    ("KVM", "ipi-running", ["lab-kvm-npt:cpus=2", "lab-kvm-npt:cpus=2,placement=share"], ""),
    ("Xen PVH", "ipi", ["lab-xen-pvh:cpus=2", "lab-xen-pvh:cpus=2,placement=share"], "3,021 times"),
    ("Xen PVH", "ipi-running", ["lab-xen-pvh:cpus=2", "lab-xen-pvh:cpus=2,placement=share"], ""),
    ("Xen HVM", "in", ["lab-xen-hvm:placement=separate", "lab-xen-hvm"], "about 1.5 times"),
    ("Xen HVM", "out", ["lab-xen-hvm:placement=separate", "lab-xen-hvm"], "the same"),
];

fn run<'a>(kept: &'a Document, label: &str) -> &'a PlatformRun {
    kept.platform(label).unwrap_or_else(|| panic!("{label}"))
}

fn summary<'a>(run: &'a PlatformRun, bench: &str) -> &'a Summary {
    run.find(bench).unwrap_or_else(|| panic!("{}: {bench}", run.label))
}

fn figure(kept: &Document, label: &str, bench: &str) -> String {
    value(run(kept, label), bench).map_or_else(|| "–".to_owned(), short)
}

/// What the guest's two CPUs execute. They are the last: Xen's dom0 has one before them.
fn both(cost: &Summary) -> String {
    let own = &cost.shares[cost.shares.len() - 2..];
    own.iter().map(|share| short(share.worlds.total())).collect::<Vec<_>>().join(", ")
}

/// An operation on each; behind an IPI's figure what the sender and the receiver execute of it.
fn separate(kept: &Document) -> String {
    let heads: Vec<_> = COLUMNS.iter().map(|(head, _)| *head).collect();
    let mut text = format!("|instructions|{}|\n|{}\n", heads.join("|"), "---|".repeat(6));
    for bench in ["ipi-running", "ipi", "tlb-shootdown", "halt-wake"] {
        let cells = COLUMNS.map(|(_, label)| {
            let cost = figure(kept, label, bench);
            match bench {
                "ipi-running" => format!("{cost} ({})", both(summary(run(kept, label), bench))),
                _ => cost,
            }
        });
        text += &format!("|`{bench}`|{}|\n", cells.join("|"));
    }
    text
}

fn shared(kept: &Document) -> String {
    let mut text = "|instructions|separate|share|the paper, Xen|\n|---|---|---|---|\n".to_owned();
    for (who, bench, labels, paper) in SHARED {
        let figures = labels.map(|label| figure(kept, label, bench)).join("|");
        text += &format!("|{who}: `{bench}`|{figures}|{paper}|\n");
    }
    text
}

/// Millions of instructions, with two places where they are few.
fn millions(count: f64) -> String {
    short(count / 1e6)
}

/// What a guest's Linux takes until it is ready, and what others execute in a second in which it is idle.
fn guests(boots: &[Document; 3], idle: &Document) -> String {
    let mut text = "|million instructions|ready with 1 CPU|2|4|idle with 1 CPU|2|4|\n|".to_owned();
    text += &("---|".repeat(7) + "\n");
    for name in ["lab-native", "lab-kvm-npt", "lab-kvm-shadow", "lab-xen-pvh"] {
        let label = |cpus: u32| format!("{name}:cpus={cpus}");
        let ready = boots.iter().zip(CPUS).map(|(kept, cpus)| {
            let stages = &run(kept, &label(cpus)).boots[0].stages;
            let parts = [stages.loader, stages.kernel, stages.process].map(Option::unwrap);
            millions(parts.iter().sum::<u64>() as f64)
        });
        let others = CPUS.map(|cpus| {
            let worlds = idle.platform(&label(cpus)).map(|run| summary(run, "idle-second").worlds);
            worlds.flatten().map_or_else(
                || "–".to_owned(),
                |worlds| {
                    let [.., hypervisor, device_model, el2, _] = worlds.per_operation();
                    millions(hypervisor + device_model + el2)
                },
            )
        });
        let cells: Vec<_> = ready.chain(others).collect();
        text += &format!("|`{name}`|{}|\n", cells.join("|"));
    }
    text
}

#[test]
fn the_tables_of_processors_are_those_of_the_kept_results() {
    let result = kept(KEPT);
    let boots = CPUS.map(|cpus| kept(&format!("docs/papers-boots-{cpus}.json")));
    let tables = [
        ("separate", separate(&result)),
        ("share", shared(&result)),
        ("guests", guests(&boots, &kept(KEPT_IDLE))),
    ];
    keep_parts("docs/processors.md", &tables);
}
