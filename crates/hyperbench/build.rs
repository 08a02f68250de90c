//! Writes down which commit is built, where that is known: a package of the sources has none, and says its
//! version alone.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let version = env!("CARGO_PKG_VERSION");
    // A repository above an unpacked package is another project's.
    let is_ours = Path::new("../../.git").exists();
    let commit = is_ours.then(|| git(&["log", "-1", "--format=%h, %cs"])).flatten();
    let version = commit.map_or(version.to_owned(), |commit| format!("{version} ({commit})"));
    println!("cargo:rustc-env=HYPERBENCH_VERSION={version}");
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--path-format=absolute", "--git-path", name])
            && is_ours
        {
            println!("cargo:rerun-if-changed={path}");
        }
    }
}

/// What git says, in one line; `None` where there is none, or it refuses.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
