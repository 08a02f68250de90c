//! A QEMU whose arguments are not the tool's.

use ground::Arch;
use tempfile::TempDir;

use super::{executable, path};

/// A disk of zeroes in the scratch disk's place.
pub const FORGETS: &str = "s/^driver=file,node-name=scratch-file,.*/driver=null-co,node-name=scratch-file,\
                           size=67108864,read-zeroes=on/";

/// A program that runs QEMU with arguments that `sed` has changed.
pub fn changed(folder: &TempDir, arch: &Arch, sed: &str) -> String {
    let program = path(folder, "qemu");
    let text = format!(
        "#!/bin/sh\nfor word; do shift; set -- \"$@\" \"$(printf %s \"$word\" | sed '{sed}')\"; done\n\
         exec {} \"$@\"\n",
        arch.qemu.binary
    );
    executable(&program, &text);
    program
}
