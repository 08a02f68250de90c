//! A path of a hypervisor that is made longer moves a workload as a prediction said that it would.

use std::collections::BTreeMap;
use std::fs;

use prediction::Signature;
use tempfile::TempDir;

use crate::columns::built;
use crate::common::{folder, output, path, run, stderr, stdout};
use crate::linux::build;
use crate::patch::{Patch, SVM, patched_modules};

const PLATFORM: &str = "lab-kvm-shadow";
const WORKLOADS: [&str; 3] = ["find", "tcc", "gzip"];
const OPERATIONS: &str = "{cpuid,rdmsr-apic-base,wrmsr-apic-base,timer-tick,set-cr3,read-cr3,read-cr4,\
    toggle-cr4-pge,tlb-flush-page,page-fault,cow-fault,spin,process-spaces,pte-*,table-*}";

/// A handler of KVM's, the exits that it is for by how their reasons begin, and the turns of a loop in
/// front of it.
struct Planted {
    label: &'static str,
    handler: &'static str,
    exits: &'static str,
    turns: u32,
}

/// So many that each workload takes some per cent longer.
const PLANTED: [Planted; 3] = [
    Planted { label: "cpuid", handler: "kvm_emulate_cpuid", exits: "cpuid", turns: 10_000 },
    Planted { label: "registers", handler: "cr_interception", exits: "cr", turns: 50_000 },
    Planted { label: "faults", handler: "pf_interception", exits: "pf", turns: 5_000 },
];

impl Planted {
    /// MOV to ECX, which a function may change, and DEC ECX, JNZ until it is nothing.
    fn code(&self) -> Vec<u8> {
        [&[0xb9], &self.turns.to_le_bytes()[..], &[0xff, 0xc9, 0x75, 0xfc]].concat()
    }

    /// Instructions that an exit has more: the loop, and the jump behind it.
    fn instructions(&self) -> f64 {
        f64::from(2 * self.turns + 2)
    }

    /// The platform with it.
    fn platform(&self, folder: &TempDir) -> String {
        let code = self.code();
        let patch = Patch { handler: self.handler, added: &code, ..SVM };
        let modules = patched_modules(folder, &patch);
        format!("{PLATFORM}:modules={},label={}", modules.display(), self.label)
    }

    /// What operations cost with it: so much more for each exit of theirs.
    fn costs(&self, signature: &Signature) -> Vec<String> {
        let operations = signature.platforms.iter().flat_map(|platform| &platform.operations);
        let dearer = operations.filter_map(|one| {
            let exits = one.exits.iter().filter(|(reason, _)| reason.starts_with(self.exits));
            let exits: f64 = exits.map(|(_, count)| count).sum();
            let cost = one.cost.0.value + exits * self.instructions();
            (exits > 0.0).then(|| format!("--set={}={cost}", one.name))
        });
        dearer.collect()
    }
}

/// What a prediction says of each workload: the time, the ends of its interval, and the measured time.
fn predicted(files: &[String], costs: &[String]) -> BTreeMap<String, [f64; 4]> {
    let costs = costs.iter().map(String::as_str);
    let fixed = ["predict", "--format", "csv", "--model", "tick", "--on", PLATFORM];
    let files = files.iter().map(String::as_str);
    let predicted = output(&fixed.into_iter().chain(files).chain(costs).collect::<Vec<_>>());
    assert!(predicted.status.success(), "{}", stderr(&predicted));
    let csv = stdout(&predicted);
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |at: usize| fields[at].parse().unwrap();
        (fields[1].to_owned(), [number(4), number(6), number(7), number(5)])
    };
    csv.lines().skip(1).map(row).collect()
}

fn done(arguments: &[&str]) {
    let output = output(arguments);
    assert!(output.status.success(), "{}", stderr(&output));
}

/// Takes some minutes, and prints the table of docs/prediction.md.
#[test]
#[ignore = "minutes: make bench-prediction runs it"]
fn what_is_planted_moves_workloads_as_predicted() {
    if !built() {
        return;
    }
    build(std::env::consts::ARCH);
    let folder = folder();
    let [bare, linux, signature, usage] =
        ["bare", "linux", "signature", "usage"].map(|name| path(&folder, name));
    let columns = ["--platform", "lab-native", "--platform", PLATFORM, "--events"];
    done(&[&["run", "--bench", OPERATIONS, "-o", &bare], &columns[..]].concat());
    done(&["signature", &bare, "-o", &signature]);

    let folders = PLANTED.map(|_| tempfile::tempdir().unwrap());
    let platforms: Vec<String> =
        PLANTED.iter().zip(&folders).map(|(one, folder)| one.platform(folder)).collect();
    let workloads = format!("{{{}}}", WORKLOADS.join(","));
    let mut arguments =
        vec!["--guest", "linux", "--bench", &workloads, "--batches", "6", "-o", &linux];
    arguments.extend(columns);
    arguments.extend(platforms.iter().flat_map(|platform| ["--platform", platform]));
    let (document, code) = run(&arguments);
    assert_eq!(code, 0);
    done(&["usage", &linux, "-o", &usage]);

    let known = Signature::parse(fs::read(&signature).unwrap(), &signature).unwrap();
    let files = ["--signature", &signature, "--usage", &usage, "--measured", &linux];
    let files = files.map(str::to_owned);
    let before = predicted(&files, &[]);
    for one in &PLANTED {
        let after = predicted(&files, &one.costs(&known));
        let run = document.platforms.iter().find(|run| run.label == one.label).unwrap();
        for name in WORKLOADS {
            let [[was, .., before], [time, low, high, _]] = [before[name], after[name]];
            let measured = run.find(name).unwrap().value.unwrap();
            let [said, moved] = [time - was, measured - before];
            println!(
                "| {} | {name} | {before:.0} | {measured:.0} | {said:.0} | {moved:.0} | {:.1} % | \
                 {time:.0} | {low:.0} – {high:.0} |",
                one.label,
                100.0 * (said / moved - 1.0),
            );
            assert!((low..=high).contains(&measured), "{}: {name}", one.label);
            assert!((said / moved - 1.0).abs() < 0.05, "{}: {name}", one.label);
        }
    }
}
