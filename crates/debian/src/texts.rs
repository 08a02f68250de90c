//! One way to have all read that comes from elsewhere about packages and modules: what the fuzzer calls.

use std::path::Path;

use crate::elf;
use crate::index::entries;
use crate::kernels::List;
use crate::package::Package;
use crate::release::{Kernel, kernels_of, meant};
use ground::DebianArch;

/// Reads `bytes` as a module, an index of Debian's and a list of packages: the kernels in it. Files of its packages
/// are in `folder`, or nowhere.
///
/// # Panics
/// When one would be elsewhere.
pub fn read_any(bytes: &[u8], debian: &DebianArch, folder: &Path) -> Vec<Kernel> {
    let _ = (elf::modules(bytes), elf::release(bytes), elf::compiler(bytes));
    let text = String::from_utf8_lossy(bytes);
    let mut packages = entries(&text, "debian", "20261124T000000Z", "");
    packages
        .extend(toml::from_str::<List>(&text).map_or_else(|_| Vec::new(), |list| list.packages));
    let place = |package: &Package| package.place(folder).ok();
    assert!(packages.iter().filter_map(place).all(|path| path.parent() == Some(folder)));
    let kernels = kernels_of(&packages, debian);
    for kernel in &kernels {
        let _ = meant(&kernels, &kernel.version, &kernel.flavour);
    }
    kernels
}
