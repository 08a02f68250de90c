//! What the kernels that the tool carries say of their benchmarks.

use std::collections::BTreeMap;

use analysis::model::{Term, Terms};
use ground::{Arch, GuestKind, Trouble};
use images::KernelImage;
use protocol::Benchmark;

/// What `of` says of each benchmark of any kernel, by guest and name; without those of which it says
/// nothing.
pub(super) fn of_each<T>(
    of: impl Fn(Benchmark) -> Option<T>,
) -> Result<BTreeMap<(GuestKind, String), T>, Trouble> {
    let mut found = BTreeMap::new();
    for arch in Arch::all() {
        for kind in GuestKind::ALL {
            let benchmarks = KernelImage::carried(arch, kind)?.benchmarks;
            let entry =
                |benchmark: Benchmark| Some(((kind, benchmark.name.clone()), of(benchmark)?));
            found.extend(benchmarks.into_iter().filter_map(entry));
        }
    }
    Ok(found)
}

/// The terms of the cost model that operations measure.
pub(super) fn terms() -> Result<Terms, Trouble> {
    of_each(|benchmark| Term::called(&benchmark.term?))
}
