//! A program of the user's that starts a guest: a monitor that the tool does not know, or a script
//! that boots a machine elsewhere.

use std::path::{Path, PathBuf};

use images::Arch;
use monitors::{Detected, Guest, GuestConfig, Key, Platform, PlatformError, Spec, start_program};
use results::Unit;

/// The platform.
pub(super) static PLATFORM: &dyn Platform = &Program;

struct Program;

impl Platform for Program {
    fn name(&self) -> &'static str {
        "program"
    }

    fn summary(&self) -> &'static str {
        "a program of yours that starts a guest, whose console is its standard output"
    }

    fn keys(&self) -> &'static [Key] {
        &[Key { name: "file", help: "the program; the key may be left out: program:FILE" }]
    }

    fn main_key(&self) -> Option<&'static str> {
        Some("file")
    }

    fn runs_by_default(&self) -> bool {
        false
    }

    /// It cannot be asked for a version: what it does not understand may start a guest.
    fn detect(&self, spec: &Spec, _arch: &Arch) -> Result<Detected, PlatformError> {
        let version = find(spec)?.display().to_string();
        let caveat = "what the program starts is known to itself alone".to_owned();
        Ok(Detected { version, caveat })
    }

    fn unit(&self, _spec: &Spec, _deterministic: bool) -> Unit {
        Unit::Cycles
    }

    fn lacks(&self, _spec: &Spec, _config: &GuestConfig) -> Option<String> {
        Some("the guest's first serial port has to be the program's standard output".into())
    }

    fn launch(
        &self,
        spec: &Spec,
        config: &GuestConfig,
        _boot: usize,
    ) -> Result<Option<Box<dyn Guest>>, PlatformError> {
        start_program(&find(spec)?, arguments(config), Path::new(".")).map(Some)
    }
}

/// What the program is told: the kernel's file, its options, the number of CPUs, and the memory in
/// bytes.
fn arguments(config: &GuestConfig) -> Vec<String> {
    let image = config.image.display().to_string();
    vec![image, config.options.clone(), config.cpus.to_string(), config.memory.to_string()]
}

fn find(spec: &Spec) -> Result<PathBuf, PlatformError> {
    let file = spec.get("file").ok_or_else(|| PlatformError::Unavailable {
        why: "it runs a program, and none is named".into(),
        next: "name it: --platform program:FILE; docs/platforms.md says what it is told".into(),
    })?;
    which::which(file).map_err(|_| PlatformError::Unavailable {
        why: format!("the program {file} was not found, or cannot be executed"),
        next: "check its name, and make it executable: chmod +x FILE".into(),
    })
}
