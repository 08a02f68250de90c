//! Puts the kernel into the guest's memory, as loaders of Linux do, and what it is told of its machine.

use std::path::Path;

use ground::Arch;
use images::forms::Form;
use vm_memory::{Bytes, GuestAddress};

use super::layout::RAM;
use super::memory::GuestMemory;
use super::places::{KERNEL, TREE_MOST};
use super::{Error, memory_error};

/// Loads the ELF file `image`, whose entry is where it begins.
pub(in super::super) fn load(memory: &GuestMemory, image: &Path) -> Result<(), Error> {
    let refused = |why: String| Error(format!("the kernel {}: {why}", image.display()));
    let file = system::input::read(image).map_err(|e| refused(e.to_string()))?;
    let flat = Form::Linux.make(&file, Arch::native()).map_err(refused)?;
    memory.write_slice(&flat, GuestAddress(KERNEL)).map_err(memory_error)
}

/// Writes the device `tree`.
pub(in super::super) fn describe(memory: &GuestMemory, tree: &[u8]) -> Result<(), Error> {
    if tree.len() as u64 > TREE_MOST {
        return Err(Error(format!("its device tree has over {TREE_MOST} bytes")));
    }
    memory.write_slice(tree, GuestAddress(RAM)).map_err(memory_error)
}

#[cfg(test)]
mod tests {
    use super::super::memory::allocate;
    use super::*;

    #[test]
    fn the_carried_kernel_is_loaded_where_it_starts() {
        let memory = allocate(64 << 20, None).unwrap();
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), images::kernel(Arch::native())).unwrap();
        load(&memory, file.path()).unwrap();
        let entry: u32 = memory.read_obj(GuestAddress(KERNEL)).unwrap();
        assert_ne!(entry, 0);
    }

    #[test]
    fn what_is_no_kernel_is_refused_with_its_name() {
        let memory = allocate(64 << 20, None).unwrap();
        let Error(why) = load(&memory, Path::new("/etc/hostname")).unwrap_err();
        assert!(why.contains("/etc/hostname"), "{why}");
    }

    #[test]
    fn a_tree_that_would_reach_the_kernel_is_refused() {
        let memory = allocate(64 << 20, None).unwrap();
        let tree = vec![1; usize::try_from(TREE_MOST).unwrap()];
        describe(&memory, &tree).unwrap();
        assert!(describe(&memory, &[tree, vec![1]].concat()).is_err());
    }
}
