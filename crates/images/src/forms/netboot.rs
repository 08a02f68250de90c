//! What a server gives machines that boot over the network, as an archive of its files: the kernel, which
//! EFI firmware starts by itself, a script for iPXE, and the menu of PXELINUX and U-Boot.

use std::io;

use tar::{Builder, Header};

/// The kernel's name.
const KERNEL: &str = "hyperbench.efi";

/// The archive for a kernel in its `flat` form.
///
/// # Errors
/// When the archive cannot hold it.
pub(super) fn netboot(flat: &[u8]) -> Result<Vec<u8>, String> {
    let script = format!("#!ipxe\nkernel {KERNEL}\nboot\n");
    let menu = format!("DEFAULT hyperbench\nLABEL hyperbench\n  LINUX {KERNEL}\n");
    let files = [
        (KERNEL, flat),
        ("hyperbench.ipxe", script.as_bytes()),
        ("pxelinux.cfg/default", menu.as_bytes()),
    ];
    archive(&files).map_err(|error| format!("no archive: {error}"))
}

/// An archive in which nobody owns the files, and they are from no time.
fn archive(files: &[(&str, &[u8])]) -> io::Result<Vec<u8>> {
    let mut archive = Builder::new(Vec::new());
    for (name, content) in files {
        let mut header = Header::new_ustar();
        header.set_mode(0o644);
        header.set_size(content.len() as u64);
        archive.append_data(&mut header, name, *content)?;
    }
    archive.into_inner()
}
