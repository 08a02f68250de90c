//! Whom `virsh` talks to.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::folder::folder;
use crate::spec::bad_spec;
use crate::{Spec, qemu};
use ground::{Arch, Trouble};
use system::{place, process};

/// How long libvirt may take to answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// Characters of a version that are kept.
const LONGEST: usize = 200;

/// The value of `uri` for a driver in `virsh` itself.
const EMBEDDED: &str = "embedded";

/// Debian's packages.
const PACKAGES: &str = "libvirt-clients libvirt-daemon-driver-qemu";

/// A connection that is asked for.
pub(super) struct Connection {
    /// `virsh`
    program: PathBuf,
    uri: String,
}

impl Connection {
    /// The one that `spec` asks for.
    ///
    /// # Errors
    /// When `virsh` is not there, or the driver is not QEMU's.
    pub(super) fn of(spec: &Spec) -> Result<Self, Trouble> {
        let uri = spec.get("uri").unwrap_or(EMBEDDED).to_owned();
        if uri != EMBEDDED && !uri.starts_with("qemu:") {
            return Err(bad_spec(
                spec.text(),
                &format!("uri={uri}"),
                format!("uri= is {EMBEDDED}, qemu:///session or qemu:///system"),
            ));
        }
        let program = which::which("virsh").map_err(|_| {
            Trouble::unavailable(
                "libvirt's program virsh is not installed",
                format!("install it with: apt-get install {PACKAGES}"),
            )
        })?;
        Ok(Self { program, uri })
    }

    /// Whether the domain's driver is in `virsh`: it then ends with it, as all that `virsh` has started.
    pub(super) fn is_embedded(&self) -> bool {
        self.uri == EMBEDDED
    }

    /// The command that has `virsh` do things there. Files of an embedded driver go into `folder`. A
    /// daemon that is not there is not started: it would end with `virsh`, and others' domains with it.
    pub(super) fn command(&self, folder: &Path, what: &str) -> Vec<String> {
        let uri = match self.is_embedded() {
            true => {
                let root = folder.join("root");
                share_findings(&root);
                format!("qemu:///embed?root={}", root.display())
            }
            false => self.uri.clone(),
        };
        let program = self.program.display().to_string();
        let words = ["env", "LC_ALL=C", "LIBVIRT_AUTOSTART=0", &program, "-q", "-c", &uri, what];
        words.map(str::to_owned).into()
    }

    /// What `virsh` says to `command`.
    fn ask(&self, command: &[String]) -> Result<String, Trouble> {
        let unavailable = |why: String| {
            Trouble::unavailable(
                format!("libvirt does not answer at {}: {why}", self.uri),
                self.advice(&why),
            )
        };
        let (program, arguments) = command.split_first().expect("a command has a program");
        let mut command = Command::new(program);
        command.args(arguments);
        let output = process::run(command, PATIENCE).map_err(|why| unavailable(why.to_string()))?;
        match output.status.success() {
            true => Ok(output.stdout.trim().to_owned()),
            false => Err(unavailable(cause(&output.stderr))),
        }
    }

    fn advice(&self, why: &str) -> String {
        match self.is_embedded() {
            // As root it runs QEMU as a user of its own.
            true if why.contains("Failed to parse user") => {
                "run as another user than root, or: apt-get install libvirt-daemon-system".into()
            }
            true => format!("check that all of it is there: apt-get install {PACKAGES}"),
            false => format!(
                "start its daemon and try: virsh -c {} list; or leave uri= out, which needs none",
                self.uri
            ),
        }
    }
}

/// Has an embedded driver with this `root` keep what it finds out about QEMU, which takes a second, where
/// libvirt keeps it for this user; without that, it finds it out again. Root's QEMU is another user.
fn share_findings(root: &Path) {
    let cache = place::of_user("XDG_CACHE_HOME", ".cache");
    let cache = cache.filter(|_| !rustix::process::geteuid().is_root());
    if let Some(cache) = cache.map(|cache| cache.join("libvirt")) {
        let _ = fs::create_dir_all(&cache)
            .and_then(|()| fs::create_dir(root))
            .and_then(|()| symlink(&cache, root.join("cache")));
    }
}

/// What libvirt and its QEMU call themselves.
///
/// # Errors
/// When one of them is not there, or nobody answers.
pub fn version(spec: &Spec, arch: &Arch) -> Result<String, Trouble> {
    let connection = Connection::of(spec)?;
    let qemu = qemu::locate(&Spec::plain("libvirt"), arch)?.version;
    let folder = folder()?;
    connection.ask(&connection.command(folder.path(), "uri"))?;
    let own = connection.ask(&[connection.program.display().to_string(), "--version".into()])?;
    Ok(format!("libvirt {own}, {qemu}").chars().take(LONGEST).collect())
}

/// The last of what `virsh` complained about, which is the cause.
fn cause(said: &str) -> String {
    let lines = said.lines().map(|line| line.trim().trim_start_matches("error: "));
    lines.rev().find(|line| !line.is_empty()).unwrap_or("it does not say why").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cause_comes_last() {
        let said = "error: failed to connect to the hypervisor\nerror: Failed to connect socket\n";
        assert_eq!(cause(said), "Failed to connect socket");
        assert_eq!(cause(""), "it does not say why");
    }

    #[test]
    fn other_drivers_are_refused() {
        for uri in ["lxc:///", "xen:///system", "test:///default", ""] {
            assert!(Connection::of(&Spec::plain("libvirt").with("uri", uri)).is_err(), "{uri}");
        }
    }
}
