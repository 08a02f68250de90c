//! What QEMU gets wrong of a processor, mended by the plugin (`injection.c` in `plugin/`).

use std::sync::LazyLock;

use crate::worlds::IN_QEMU;
use monitors::qemu::{self, Qemu};
use system::process::MemoryFile;

/// Every QEMU that is started inherits it.
static PLUGIN: LazyLock<Option<MemoryFile>> = LazyLock::new(|| MemoryFile::new(IN_QEMU).ok());

/// The arguments that mend `qemu`; none for one that has nothing to be mended or takes no such plugin.
pub(super) fn arguments(qemu: &Qemu) -> Vec<String> {
    let Some(plugin) = &*PLUGIN else { return Vec::new() };
    let plugin = plugin.path().display().to_string();
    let tried = format!("{plugin},tried=on");
    let trial = ["-machine", "none", "-display", "none", "-accel", "tcg", "-plugin", &tried];
    let is_mended = qemu::ask(&qemu.path, &trial).is_ok_and(|output| output.status.success());
    if is_mended { vec!["-plugin".to_owned(), plugin] } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_qemu_runs_with_the_plugin_only_if_it_takes_it() {
        let mended =
            |program: &str| arguments(&Qemu { path: program.into(), version: String::new() });
        let [option, plugin] = &mended("true")[..] else { panic!("no plugin") };
        assert_eq!(option, "-plugin");
        assert_eq!(std::fs::read(plugin).unwrap(), IN_QEMU);
        for program in ["false", "/nowhere/qemu"] {
            assert!(mended(program).is_empty(), "{program}");
        }
    }
}
