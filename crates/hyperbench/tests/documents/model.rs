//! The cost model's terms, as the kernels' operations name them.

use std::collections::BTreeSet;

use analysis::model::Term;
use ground::{Arch, GuestKind};
use images::KernelImage;

/// Operations of the paper's that have no term.
const WITHOUT: [&str; 2] = ["idle", "print"];

#[test]
fn the_papers_operations_measure_each_term_and_no_others_do() {
    for arch in Arch::all() {
        let Ok(image) = KernelImage::carried(arch, GuestKind::Bare) else { continue };
        let mut measured = BTreeSet::new();
        for benchmark in &image.benchmarks {
            let name = &*benchmark.name;
            let is_asked_for = benchmark.is_of_the_paper() && !WITHOUT.contains(&name);
            assert_eq!(benchmark.term.is_some(), is_asked_for, "{name}");
            measured.extend(benchmark.term.as_deref().map(|term| {
                Term::called(term).unwrap_or_else(|| panic!("{name}: there is no term {term:?}"))
            }));
        }
        assert_eq!(Vec::from_iter(measured), Term::ALL, "{arch:?}");
    }
}
