//! `hyperbench monitor`: runs one guest on KVM, its console on the standard output.

use std::io::{self, Write};
use std::time::Duration;

use crate::cli::MonitorArgs;
use crate::exit::Exit;
use ground::{Arch, Trouble};
use monitors::devices::keys;
use monitors::{Devices, GuestConfig, Heard, Spec, kvm, platforms};
use system::output::{stdout, tell};

/// Bytes of the console at once.
const CHUNK: usize = 64 << 10;

/// A wait for the console: nothing else wakes this thread while the guest is measured.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Runs it to its end.
pub(super) fn monitor(args: &MonitorArgs) -> Result<Exit, Trouble> {
    let bare = GuestConfig::bare(Arch::native(), &args.kernel, args.memory);
    let spec = spec(args.devices.as_deref())?;
    let devices = Devices { disk: keys::has_disk(&spec), network: keys::has_network(&spec) };
    let config = GuestConfig { cpus: args.cpus, options: args.options.clone(), devices, ..bare };
    let mut guest = kvm::start(&spec, &config)?;
    let (mut buffer, mut out) = (vec![0; CHUNK], stdout());
    let mut pass = || -> io::Result<()> {
        loop {
            match guest.read(&mut buffer, PATIENCE)? {
                Heard::Bytes(n) => out.write_all(&buffer[..n])?,
                Heard::Nothing => {}
                Heard::Closed => return out.flush(),
            }
        }
    };
    pass()?;
    let parting = guest.end();
    if parting.messages.is_empty() {
        return Ok(Exit::Success);
    }
    parting.messages.iter().for_each(tell);
    Err(Trouble::unavailable(
        format!("the guest ended: {}", parting.ended.unwrap_or_default()),
        "leave out what it ran last",
    ))
}

/// The platform with these `devices`.
fn spec(devices: Option<&str>) -> Result<Spec, Trouble> {
    let text = devices.map_or_else(|| "kvm".to_owned(), |keys| format!("kvm:{keys}"));
    let (_, spec) = Spec::parse(&text, &platforms().collect::<Vec<_>>())?;
    keys::check_plain(&spec)?;
    Ok(spec)
}
