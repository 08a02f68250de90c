//! Starts domains.

use std::convert;
use std::fs::{self, Permissions};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::fs::{CWD, Mode, OFlags, mkfifoat, open};
use rustix::pipe::fcntl_setpipe_size;

use super::connection::Connection;
use super::domain::Domain;
use super::emulated::is_emulated;
use super::folder::{folder, open_to_all, refused};
use crate::keeping::Keeping;
use crate::program::{PIPE_SIZE, start_showing};
use crate::{Guest, GuestConfig, Spec};
use ground::Trouble;

/// Starts a domain for the guest of `config`. Whatever happens to the tool, libvirt ends it: it goes
/// with the connection of the `virsh` that made it.
///
/// # Errors
/// When `virsh` is not there, and when files cannot be written. A domain that libvirt refuses is a guest
/// that ends at once, and says why.
pub fn start(spec: &Spec, config: &GuestConfig) -> Result<Box<dyn Guest>, Trouble> {
    let connection = Connection::of(spec)?;
    let needs = config.arch.libvirt.as_ref().ok_or_else(|| {
        Trouble::unavailable(
            format!("it is not known how libvirt runs kernels of {}", config.arch.name),
            "choose another architecture's kernel with --arch",
        )
    })?;
    let folder = folder()?;
    let place = |name: &str| folder.path().join(name);
    let (kernel, serial, description) = (place("kernel"), place("serial"), place("domain.xml"));
    let written = |path: &Path, error: io::Error| refused(&path.display(), &error);
    fs::copy(&config.image, &kernel).map_err(|error| written(&kernel, error))?;
    open_to_all(&kernel, 0o644)?;
    let console = console(&serial).map_err(|error| written(&serial, error))?;
    let name = name();
    let domain = Domain {
        name: &name,
        arch: &config.arch.name,
        needs,
        emulated: is_emulated(spec, config.arch),
        machine: spec.get("machine").or(needs.machine.as_deref()),
        cpus: config.cpus,
        memory: config.memory >> 20,
        kernel: &kernel,
        options: &config.options,
        console: &serial,
    };
    fs::write(&description, domain.xml()).map_err(|error| written(&description, error))?;
    let mut command = connection.command(folder.path(), &commands(&connection, &name));
    let program = command.remove(0);
    let guest =
        start_showing(Path::new(&program), command, folder.path(), None, |_| Ok(Some(console)))?;
    Ok(Box::new(Keeping::new(guest, convert::identity, folder)))
}

/// What `virsh` does: it makes the domain and stays until something happens to it. An embedded driver
/// knows no domains that go with a connection, and needs none: they are its own processes.
fn commands(connection: &Connection, name: &str) -> String {
    let tied = if connection.is_embedded() { "" } else { " --autodestroy" };
    format!("create{tied} domain.xml; event --domain {name} --event lifecycle")
}

/// A name that no other domain has: this process's number and how many it has named.
fn name() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("hyperbench-{}-{number}", std::process::id())
}

/// The console: a pipe that the domain writes to. On a socket QEMU would lose bytes of a guest that prints
/// fast, for each byte takes the room of hundreds there. The other pipe is what the guest could read.
fn console(path: &Path) -> io::Result<OwnedFd> {
    let end = |way: &str| path.with_extension(way);
    for way in [end("in"), end("out")] {
        mkfifoat(CWD, &way, Mode::RUSR | Mode::WUSR)?;
        fs::set_permissions(&way, Permissions::from_mode(0o666))?;
    }
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let console = open(end("out"), flags, Mode::empty())?;
    // Without the larger pipe everything works, only slower.
    let _ = fcntl_setpipe_size(&console, PIPE_SIZE);
    Ok(console)
}
