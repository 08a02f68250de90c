//! The table of docs/lab.md that has the lab's figures beside those of the paper's Table 3, made of a kept result.

use analysis::reference;
use results::PlatformRun;

use super::keep_parts;
use super::papers::{short, value};

const KEPT: &str = "docs/papers-table-3.json";

/// The paper's columns, and ours beside each.
const COLUMNS: [(&str, &str, &[&str]); 4] = [
    ("QEMU", "paper-tcg", &["lab-qemu-tcg"]),
    ("KVM nested", "paper-kvm-ept", &["lab-kvm-npt"]),
    ("KVM shadow", "paper-kvm-shadow", &["lab-kvm-shadow"]),
    ("Xen", "paper-xen-hvm", &["lab-xen-hvm", "lab-xen-pvh"]),
];

/// Times the native figure; the cost itself of what there is not natively.
fn times(run: &PlatformRun, native: &PlatformRun, bench: &str) -> String {
    let native = value(native, bench).unwrap_or(1.0);
    value(run, bench).map_or_else(|| "–".to_owned(), |cost| short(cost / native))
}

fn of<'a>(runs: &'a [PlatformRun], label: &str) -> &'a PlatformRun {
    runs.iter().find(|run| run.label == label).unwrap_or_else(|| panic!("{label}"))
}

fn table(kept: &[PlatformRun], published: &[PlatformRun]) -> String {
    let (native, host) = (of(kept, "lab-native"), of(published, "paper-host"));
    let mut text = "||native|".to_owned();
    for (name, _, ours) in COLUMNS {
        let ours = ours.iter().map(|label| label.trim_start_matches("lab-"));
        text += &format!("{name}: paper|{}|", ours.collect::<Vec<_>>().join("|"));
    }
    text += &format!("\n|{}\n", "---|".repeat(text.matches('|').count() - 1));
    let has_both = |name: &&str| {
        let theirs = published.iter().any(|run| value(run, name).is_some());
        theirs && value(of(kept, "lab-kvm-npt"), name).is_some()
    };
    for name in native.benchmarks.iter().map(|row| &*row.name).filter(has_both) {
        text += &format!("|`{name}`|{}|", value(native, name).map_or("–".to_owned(), short));
        for (_, theirs, ours) in COLUMNS {
            text += &format!("{}|", times(of(published, theirs), host, name));
            for label in ours {
                text += &format!("{}|", times(of(kept, label), native, name));
            }
        }
        text += "\n";
    }
    text
}

#[test]
fn the_labs_figures_beside_table_3_are_those_of_the_kept_result() {
    let published: Vec<PlatformRun> = reference::all().flat_map(|it| it.platforms).collect();
    let table = table(&super::kept(KEPT).platforms, &published);
    keep_parts("docs/lab.md", &[("table-3", table)]);
}
