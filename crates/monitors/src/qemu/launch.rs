//! Starts QEMU guests.

use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use super::boot::Boot;
use super::command::{Accelerator, arguments};
use super::counting::{Counter, Shared};
use super::locate::{Qemu, find};
use super::move_keys;
use super::moving::{self, Ends, Mover, MovingGuest};
use super::network::Network;
use super::paravirtual;
use super::pinned::release;
use super::process::QemuGuest;
use super::qmp::Qmp;
use super::scratch::{Scratch, host};
use super::wiring::Wiring;
use crate::program::cannot_start;
use crate::{Guest, GuestConfig, Spec};
use ground::{QemuArch, Trouble};
use system::process::MemoryFile;

/// A QEMU that cannot run a CPU model ends well before this; one that can talks sooner.
const SETTLING: Duration = Duration::from_millis(500);

/// Starts a guest with the first of the CPU `models` with which QEMU does not end at once,
/// or with the specification's.
///
/// A nested KVM may refuse to set what a model brings along, so one alone is not enough.
/// When all of them fail, the guest returned is the last, which will tell why.
///
/// # Errors
/// When QEMU is missing or cannot be executed, or the specification asks for what KVM does not do.
pub fn start(
    spec: &Spec,
    config: &GuestConfig,
    models: &[String],
    accelerator: Accelerator,
) -> Result<Box<dyn Guest>, Trouble> {
    let asked: Vec<String> = spec.get("cpu").map(str::to_owned).into_iter().collect();
    let models = if asked.is_empty() { models } else { &asked };
    let more = paravirtual::properties(spec, config.arch)?;
    let models: Vec<String> = models.iter().map(|model| format!("{model}{more}")).collect();
    let (last, others) = models.split_last().expect("every architecture names a CPU model");
    for model in others {
        let mut launched = start_with(spec, config, model, accelerator)?;
        if launched.guest.survives(SETTLING) {
            return accompany(launched, spec, config, model, accelerator);
        }
    }
    let launched = start_with(spec, config, last, accelerator)?;
    accompany(launched, spec, config, last, accelerator)
}

/// A guest, and the conversation with its QEMU where there is one that goes on.
struct Launched {
    guest: QemuGuest,
    qmp: Option<Qmp>,
}

/// What a QEMU is.
enum Part {
    /// The guest's only one.
    Only,
    /// The first of two.
    First,
    /// The second, which gets the guest from here.
    Second(UnixStream),
}

/// Starts a guest with one CPU model. A QEMU that cannot do what counting takes runs without
/// it: the guest then finds that nobody answers, and says so.
fn start_with(
    spec: &Spec,
    config: &GuestConfig,
    model: &str,
    accelerator: Accelerator,
) -> Result<Launched, Trouble> {
    if let Some((way, _)) = move_keys::plan(spec)? {
        return boot(spec, &moving::movable(spec, config, way)?, model, accelerator, Part::First);
    }
    let launched = boot(spec, config, model, accelerator, Part::Only)?;
    let guest = &launched.guest;
    if !config.counting || guest.snapshots().is_some() || !guest.notes().is_empty() {
        return Ok(launched);
    }
    drop(launched);
    let without = GuestConfig { counting: false, ..config.clone() };
    boot(spec, &without, model, accelerator, Part::Only)
}

/// The guest that was `launched` with these, with a second QEMU where it is to be moved.
fn accompany(
    launched: Launched,
    spec: &Spec,
    config: &GuestConfig,
    model: &str,
    accelerator: Accelerator,
) -> Result<Box<dyn Guest>, Trouble> {
    let Some((way, delay)) = move_keys::plan(spec)? else { return Ok(Box::new(launched.guest)) };
    let Launched { guest, qmp: Some(first) } = launched else {
        return Ok(Box::new(launched.guest));
    };
    let (end, other, store) = moving::path(way)?;
    let config = moving::movable(spec, config, way)?;
    let second = boot(spec, &config, model, accelerator, Part::Second(other))?;
    // What has become of one that does not answer, its console tells.
    let ends = second.qmp.map(|second| Ends { first, second, end, store });
    let mover = Mover::new(ends, delay).map_err(|error| moving::no_way(&error, way))?;
    Ok(Box::new(MovingGuest::new(guest, second.guest, mover, way)))
}

/// Starts a guest on the CPUs that it is to have, counted where that is asked for and possible.
fn boot(
    spec: &Spec,
    config: &GuestConfig,
    model: &str,
    accelerator: Accelerator,
    part: Part,
) -> Result<Launched, Trouble> {
    let qemu = find(spec, config.arch)?;
    let refused = |error| cannot_start(&qemu, &error);
    let image = Boot::of(spec)?.image(config)?;
    let path = image.as_ref().map_or_else(|| config.image.clone(), MemoryFile::path);
    let config = &GuestConfig { image: path, ..config.clone() };
    let host = host(spec, config, accelerator.counter == Counter::Hypervisor)?;
    let disk = Scratch::of(spec, config, host)?;
    let network = Network::of_qemu(&qemu, spec, config, host);
    let wiring = Wiring::prepare(config, accelerator.counter)?.with(disk, network);
    let mut wiring = match part {
        Part::Only => wiring,
        Part::First => wiring.with_control()?,
        Part::Second(incoming) => wiring.with_control()?.receiving(incoming),
    };
    let shared = config.counting.then(|| Shared::new(accelerator.counter, &qemu)).transpose();
    let (shared, lack) = shared.map_or_else(|why| (None, Some(why)), |shared| (shared, None));
    let arguments = arguments(spec, config, model, accelerator, &wiring, shared.as_ref());
    let mut guest = QemuGuest::start(&qemu, arguments, None, &wiring).map_err(refused)?;
    guest.keep(image);
    guest.note(lack);
    let control = wiring.control().map(|control| release(control, config, guest.stopwatch()));
    let (placement, qmp) = control.unzip();
    let mut qmp = qmp.flatten();
    guest.set_placement(placement);
    if let (Some(shared), Some(memory)) = (shared, wiring.memory())
        && guest.survives(SETTLING)
        && let Ok(snapshots) = shared.snapshots(memory, qmp.take())
    {
        guest.count(snapshots, shared);
    }
    Ok(Launched { guest, qmp })
}

/// What the machine type that was asked for may lack, should the kernel say nothing on it.
pub fn lacks(spec: &Spec, config: &GuestConfig) -> Option<String> {
    let machine = spec.get("machine").filter(|_| config.linux.is_none())?;
    let QemuArch { lacks, needs, .. } = &config.arch.qemu;
    let known = machine.split(',').find_map(|part| Some((part, lacks.get(part)?)));
    Some(match known {
        Some((part, why)) => format!("machine={part} cannot run this kernel: {why}"),
        None => format!("machine={machine} may lack what this kernel needs: {needs}"),
    })
}

/// Starts `qemu` with just these `arguments`, in `folder`; its standard output is the
/// guest's console.
///
/// # Errors
/// When QEMU cannot be executed.
pub fn start_in(
    qemu: &Qemu,
    arguments: Vec<String>,
    folder: &Path,
) -> Result<Box<dyn Guest>, Trouble> {
    match QemuGuest::start(&qemu.path, arguments, Some(folder), &Wiring::default()) {
        Ok(guest) => Ok(Box::new(guest)),
        Err(error) => Err(cannot_start(&qemu.path, &error)),
    }
}

/// As [`start_in`], for a guest that the returned conversation with QEMU has to release.
///
/// # Errors
/// When QEMU cannot be executed. One that ends at once has closed the conversation.
pub fn start_controlled(
    qemu: &Qemu,
    mut arguments: Vec<String>,
    folder: &Path,
) -> Result<(Box<dyn Guest>, UnixStream), Trouble> {
    let mut wiring = Wiring::controlled()?;
    arguments.extend(wiring.arguments());
    let refused = |error| cannot_start(&qemu.path, &error);
    let guest = QemuGuest::start(&qemu.path, arguments, Some(folder), &wiring).map_err(refused)?;
    let control = wiring.control().expect("it was made with one");
    Ok((Box::new(guest), control))
}
