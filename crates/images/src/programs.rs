//! The programs that the tool carries for each architecture: the kernel, and the program for Linux.

use ground::{Arch, GuestKind};

/// The name of an architecture, the kernel and the program for Linux that were built for it; the
/// program is empty while there is none for this architecture.
type Carried = (&'static str, &'static [u8], &'static [u8]);

const CARRIED: &[Carried] = include!(concat!(env!("OUT_DIR"), "/programs.rs"));

/// The kernel that the tool carries for `arch`.
pub fn kernel(arch: &Arch) -> &'static [u8] {
    program(arch, GuestKind::Bare)
}

/// The ELF file that the tool carries for guests of this `kind` on `arch`; empty where it has none.
pub fn program(arch: &Arch, kind: GuestKind) -> &'static [u8] {
    let carried = CARRIED.iter().find(|(name, ..)| *name == arch.name);
    carried.map_or(&[], |(_, kernel, linux)| match kind {
        GuestKind::Bare => kernel,
        GuestKind::Linux => linux,
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn there_is_a_kernel_for_every_architecture() {
        for arch in Arch::all() {
            assert!(kernel(arch).starts_with(b"\x7fELF"), "{}", arch.name);
        }
    }

    /// So that the same sources make the same kernel in every folder.
    #[test]
    fn no_program_says_where_it_was_built() {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
        let sources = sources.to_str().unwrap().as_bytes();
        let all = Arch::all().flat_map(|arch| GuestKind::ALL.map(|kind| (arch, kind)));
        for (arch, kind) in all {
            let mut windows = program(arch, kind).windows(sources.len());
            let says = windows.any(|bytes| bytes == sources);
            assert!(!says, "{}", arch.name);
        }
    }
}
