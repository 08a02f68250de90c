//! The plugin in the outer QEMU: it counts, and mends what QEMU gets wrong of a processor
//! (`injection.c` in `plugin/`), which may be its clock (`timebase.c`).

use std::path::PathBuf;

use crate::worlds::IN_QEMU;
use ground::Trouble;
use monitors::qemu::Qemu;

/// The library that `qemu` takes.
///
/// # Errors
/// When it takes none. It would then run guests wrongly, now and then.
pub(super) fn plugin(qemu: &Qemu) -> Result<PathBuf, Trouble> {
    let next = "name a QEMU from 7.2 to 11.1 with outer=PATH";
    IN_QEMU.library(&qemu.path).map_err(|why| Trouble::unavailable(why, next))
}

/// What has `qemu` take it to mend alone.
///
/// # Errors
/// The same.
pub(super) fn alone(qemu: &Qemu) -> Result<[String; 2], Trouble> {
    Ok(["-plugin".to_owned(), plugin(qemu)?.display().to_string()])
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;

    use super::*;

    /// The program of `tests/data/strange.c`, in which the thing of this number is strange.
    fn qemu(folder: &Path, strange: u32) -> Qemu {
        let path = folder.join(format!("qemu-{strange}"));
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/strange.c");
        let built = Command::new("cc")
            .args(["-rdynamic", "-Wall", "-Werror", &format!("-DSTRANGE={strange}"), "-o"])
            .args([&path, &source])
            .status();
        assert!(built.unwrap().success());
        Qemu { path, version: String::new() }
    }

    #[test]
    fn a_qemu_that_keeps_its_processor_in_an_unknown_way_is_refused_in_a_sentence() {
        let folder = tempfile::tempdir().unwrap();
        assert!(std::fs::read(plugin(&qemu(folder.path(), 0)).unwrap()).unwrap().len() > 1000);
        let unknown_version = "1, 2, 3, 7 is its own: Could not load plugin: this program has";
        let unknown_state = "does not say where it keeps";
        for (strange, why) in
            [(1, unknown_version), (2, unknown_state), (3, unknown_state), (4, unknown_state)]
        {
            let refusal = plugin(&qemu(folder.path(), strange)).unwrap_err().to_string();
            assert!(refusal.contains(why), "{strange}: {refusal}");
        }
    }

    /// The emulator that loads them has a C library of its own.
    #[test]
    fn libraries_ask_for_no_version_of_the_c_library() {
        for (interface, library) in IN_QEMU.builds() {
            for symbol in [&b"GLIBC_"[..], b"__isoc23", b"_chk"] {
                assert!(!library.windows(symbol.len()).any(|it| it == symbol), "{interface}");
            }
        }
    }
}
