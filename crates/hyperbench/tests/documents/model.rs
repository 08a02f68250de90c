//! The cost model's terms, against what kernels measure.

use analysis::model::Term;
use ground::{Arch, GuestKind};
use images::KernelImage;

/// Operations of the paper's that have no term.
const WITHOUT: [&str; 2] = ["idle", "print"];

#[test]
fn the_papers_operations_have_a_term_and_no_others() {
    let mut left: Vec<&str> = Term::all().flat_map(Term::operations).collect();
    for arch in Arch::all() {
        let Ok(image) = KernelImage::carried(arch, GuestKind::Bare) else { continue };
        for benchmark in &image.benchmarks {
            let name = &*benchmark.name;
            let is_named = Term::of(name).is_some() || WITHOUT.contains(&name);
            assert_eq!(is_named, benchmark.is_of_the_paper(), "{name}");
            left.retain(|operation| *operation != name);
        }
    }
    assert!(left.is_empty(), "no kernel measures {left:?}");
}
