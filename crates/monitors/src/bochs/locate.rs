//! Finds the Bochs program, and asks it for its version and its processor models.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::{CPUS, PACKAGES};
use crate::Spec;
use crate::spec::bad_spec;
use ground::{Arch, BochsArch, Trouble};
use system::process;

/// Debian's name, beside which `bochs` is a script, and everyone else's.
pub(super) const NAMES: [&str; 2] = ["bochs-bin", "bochs"];

/// How long Bochs may take to answer a question.
const PATIENCE: Duration = Duration::from_secs(10);

/// Characters of a version that are kept.
const LONGEST: usize = 200;

/// A Bochs program that can be run.
#[derive(Debug, Clone)]
pub struct Bochs {
    /// Where it is.
    pub path: PathBuf,
    /// The line with its name and version.
    pub version: String,
    /// The processor model to emulate.
    pub(super) cpu: String,
    /// How many of them.
    pub(super) cpus: u32,
    /// Whether it was built with its debugger, which has to be told to go on.
    pub debugs: bool,
}

/// Finds the Bochs for kernels of `arch`: the specification's `binary`, else the one in PATH.
///
/// # Errors
/// When it is not there or does not say what it is, and when it does not know the specification's
/// processor model.
pub fn locate(spec: &Spec, arch: &Arch) -> Result<Bochs, Trouble> {
    let own = arch.bochs.as_ref().ok_or_else(|| {
        Trouble::unavailable(
            format!("Bochs does not emulate {}", arch.name),
            "choose another architecture's kernel with --arch",
        )
    })?;
    let path = find(spec)?;
    let unusable = |why: String| {
        Trouble::unavailable(
            format!("{} is not a Bochs that works: {why}", path.display()),
            format!("check it with: {} --help", path.display()),
        )
    };
    let help = ask(&path, &["--help"]).map_err(unusable)?;
    let version = version_in(&help).ok_or_else(|| unusable("it tells no version".to_owned()))?;
    if lacks_display(&help) {
        return Err(Trouble::unavailable(
            "Bochs has no display for terminals, the one that needs no screen",
            format!("install it with: apt-get install {PACKAGES}"),
        ));
    }
    let debugs = help.lines().any(|line| line.trim_start().starts_with("-rc "));
    let cpu = processor(spec, own, &ask(&path, &["--help", "cpu"]).map_err(unusable)?)?;
    let cpus = processors(spec)?;
    Ok(Bochs { path, version, cpu, cpus, debugs })
}

/// The program, if any.
pub(super) fn find(spec: &Spec) -> Result<PathBuf, Trouble> {
    if let Some(binary) = spec.get("binary") {
        return which::which(binary).map_err(|_| {
            Trouble::unavailable(
                format!("the Bochs program {binary} was not found, or cannot be executed"),
                "check binary= in the platform's specification",
            )
        });
    }
    let found = NAMES.iter().find_map(|name| which::which(name).ok());
    found.ok_or_else(|| {
        Trouble::unavailable(
            "Bochs is not installed",
            format!("install it with: apt-get install {PACKAGES}"),
        )
    })
}

/// What it says of its version.
pub(super) fn version(path: &Path) -> Result<String, String> {
    version_in(&ask(path, &["--help"])?).ok_or_else(|| "it tells no version".to_owned())
}

/// The line with the version in an answer, which every one has.
fn version_in(answer: &str) -> Option<String> {
    let line = answer.lines().map(str::trim).find(|line| line.starts_with("Bochs "))?;
    Some(line.chars().take(LONGEST).collect())
}

/// Whether the folder of plugins that an answer names, between quotes, has no display for terminals.
fn lacks_display(answer: &str) -> bool {
    let line = answer.lines().find(|line| line.contains("LTDL_LIBRARY_PATH"));
    let folder = line.and_then(|line| line.rsplit('\'').nth(1)).map(Path::new);
    folder.is_some_and(|folder| folder.is_dir() && !folder.join("libbx_term_gui.so").exists())
}

/// How many processors are asked for.
fn processors(spec: &Spec) -> Result<u32, Trouble> {
    let text = spec.get(CPUS.name).unwrap_or("1");
    text.parse().ok().filter(|cpus| (1..=8).contains(cpus)).ok_or_else(|| {
        bad_spec(spec.text(), &format!("cpus={text}"), "give Bochs a number from 1 to 8")
    })
}

/// The processor model that is asked for: one of those that Bochs lists, a line each.
fn processor(spec: &Spec, own: &BochsArch, list: &str) -> Result<String, Trouble> {
    let wanted = spec.get("cpu").unwrap_or(&own.cpu);
    let is_name = |line: &&str| {
        !line.is_empty()
            && line.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    let models: Vec<_> = list.lines().map(str::trim).filter(is_name).collect();
    match models.contains(&wanted) {
        true => Ok(wanted.to_owned()),
        false => Err(bad_spec(
            spec.text(),
            &format!("cpu={wanted}"),
            format!("Bochs' processor models are: {}", models.join(", ")),
        )),
    }
}

/// Both outputs of the Bochs at `path` for `arguments`: where the answer goes differs.
fn ask(path: &Path, arguments: &[&str]) -> Result<String, String> {
    let mut command = Command::new(path);
    command.args(arguments);
    let output = process::run(command, PATIENCE).map_err(|why| format!("asked for help, {why}"))?;
    Ok(output.stdout + "\n" + &output.stderr)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = "i[      ] note\nSupported CPU models:\n\nnew_one\nolder\n\n=====\n   \
                          Bochs Emulator 2.7\n=====\n";

    #[test]
    fn the_version_and_the_models_are_found_between_its_other_words() {
        assert_eq!(version_in(ANSWER).as_deref(), Some("Bochs Emulator 2.7"));
        assert_eq!(version_in("sh: not found"), None);
        let own = BochsArch { cpu: "new_one".into() };
        assert_eq!(processor(&Spec::plain("bochs"), &own, ANSWER).unwrap(), "new_one");
        let spec = Spec::plain("bochs").with("cpu", "older");
        assert_eq!(processor(&spec, &own, ANSWER).unwrap(), "older");
    }

    #[test]
    fn a_display_that_is_not_installed_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let answer = format!("LTDL_LIBRARY_PATH not set. Default '{}'\n", folder.path().display());
        assert!(lacks_display(&answer));
        std::fs::write(folder.path().join("libbx_term_gui.so"), "").unwrap();
        assert!(!lacks_display(&answer) && !lacks_display(ANSWER));
    }

    #[test]
    fn a_model_that_bochs_does_not_list_is_refused_with_those_that_it_does() {
        let own = BochsArch { cpu: "new_one".into() };
        for model in ["other", "older, count=4", "older\nlog: x", "====="] {
            let spec = Spec::plain("bochs").with("cpu", model);
            let error = processor(&spec, &own, ANSWER).unwrap_err();
            assert!(error.next.contains("new_one, older"), "{error:?}");
        }
    }
}
