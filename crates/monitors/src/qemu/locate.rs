//! Finds the QEMU program and asks it for its version.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::boot::Boot;
use super::move_keys;
use super::sandbox;
use crate::Spec;
use crate::devices;
use ground::{Arch, Trouble};
use system::process::{self, HelperError, Output};

/// How long QEMU may take to answer a question.
const PATIENCE: Duration = Duration::from_secs(10);

/// Characters of a version that are kept.
const LONGEST: usize = 200;

/// A QEMU program that can be run.
#[derive(Debug, Clone)]
pub struct Qemu {
    /// Where it is.
    pub path: PathBuf,
    /// What it says of its version, such as `QEMU emulator version 7.2.22 (Debian …)`.
    pub version: String,
}

/// Finds the QEMU for `arch`: the specification's `binary`, else the architecture's own.
///
/// # Errors
/// When it is not there or does not tell its version; also when the specification asks for
/// a way to boot that there is not.
pub fn locate(spec: &Spec, arch: &Arch) -> Result<Qemu, Trouble> {
    let path = find(spec, arch)?;
    let version = version(&path).map_err(|why| {
        Trouble::unavailable(
            format!("{} is not a QEMU that works: {why}", path.display()),
            format!("check it with: {} --version", path.display()),
        )
    })?;
    Ok(Qemu { path, version })
}

/// The same without its version.
///
/// # Errors
/// When it is not there, or not to be used in the way that the specification asks for.
pub(crate) fn find(spec: &Spec, arch: &Arch) -> Result<PathBuf, Trouble> {
    Boot::of(spec)?;
    devices::keys::check(spec)?;
    sandbox::check(spec)?;
    move_keys::plan(spec)?;
    let binary = spec.get("binary").unwrap_or(&arch.qemu.binary);
    which::which(binary).map_err(|_| not_found(spec, binary, arch))
}

fn not_found(spec: &Spec, binary: &str, arch: &Arch) -> Trouble {
    if spec.get("binary").is_some() {
        return Trouble::unavailable(
            format!("the QEMU program {binary} was not found, or cannot be executed"),
            "check binary= in the platform's specification",
        );
    }
    Trouble::unavailable(
        format!("QEMU is not installed: {binary} was not found in PATH"),
        format!("install it with: apt-get install {}", arch.qemu.package),
    )
}

/// The first line of `--version`.
pub(super) fn version(path: &Path) -> Result<String, String> {
    let output = ask(path, &["--version"]).map_err(|why| format!("asked for --version, {why}"))?;
    match output.stdout.lines().next() {
        Some(line) if output.status.success() && line.contains("QEMU") => {
            Ok(line.chars().take(LONGEST).collect())
        }
        _ => Err(format!("`--version` ended with {} and told no version", output.status)),
    }
}

/// What the QEMU at `path` answers to `arguments`.
///
/// # Errors
/// When it cannot be run, or its answer takes too long or is too long.
pub fn ask(path: &Path, arguments: &[&str]) -> Result<Output, HelperError> {
    let mut command = Command::new(path);
    command.args(arguments);
    process::run(command, PATIENCE)
}
