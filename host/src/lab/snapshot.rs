//! Starts an outer machine, waits for the instruction at which it stops itself, and keeps
//! its state.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::image::{self, Image};
use super::qmp::{Qmp, is_event};
use super::{failure, outer, qcow2};
use crate::guest::{Guest, Heard};
use crate::platform::PlatformError;
use crate::qemu::{self, Qemu};

/// Name of the state in the file.
pub(super) const NAME: &str = "ready";

/// Wall time that the machine may take to get ready: half a minute of an idle core, and ten
/// times that where many share it.
const PATIENCE: Duration = Duration::from_secs(280);

/// The arguments of the machine of `image`, the same for keeping a state in the file `snapshot`
/// and for going on from it: the outer Linux's console on the standard error, the port on which
/// it passes on a guest's console on the standard output.
pub(super) fn arguments(image: &Image, snapshot: &Path) -> Vec<String> {
    let mut words = image.machine.clone();
    let mut add = |pair: [String; 2]| words.extend(pair);
    let file = |name| image.folder.join(name).display().to_string();
    let (kernel, initramfs) = (file(image::KERNEL), file(image::INITRAMFS));
    add(["-action".into(), "panic=pause".into()]);
    if image.hypervisor_options.is_empty() {
        add(["-kernel".into(), kernel]);
        add(["-initrd".into(), initramfs]);
        add(["-append".into(), image.kernel_options.clone()]);
    } else {
        let quoted = |path: &str| path.replace(',', ",,");
        let modules =
            format!("{} {},{}", quoted(&kernel), image.kernel_options, quoted(&initramfs));
        add(["-kernel".into(), file(image::HYPERVISOR)]);
        add(["-initrd".into(), modules]);
        add(["-append".into(), image.hypervisor_options.clone()]);
    }
    add(["-chardev".into(), "file,id=linux,path=/dev/stderr".into()]);
    add(["-chardev".into(), "stdio,id=guest,signal=off".into()]);
    add(["-serial".into(), image.serial.clone()]);
    for device in &image.devices {
        add(["-device".into(), device.clone()]);
    }
    add([
        "-drive".into(),
        format!("if=none,id=state,format=qcow2,file={}", outer::quoted(snapshot)),
    ]);
    words
}

/// Makes the file of the machine's state in the folder of `image`.
///
/// # Errors
/// When the machine ends or hangs instead; the message holds its last lines.
pub(super) fn take(qemu: &Qemu, image: &Image) -> Result<(), PlatformError> {
    let state = image.folder.join(image::SNAPSHOT);
    std::fs::write(&state, qcow2::empty()).map_err(|error| failure::file(&state, &error))?;
    let sockets = tempfile::tempdir().map_err(|error| failure::file(Path::new("/tmp"), &error))?;
    let socket = sockets.path().join("qmp");
    let mut words = arguments(image, &state);
    words.extend(["-qmp".into(), format!("unix:{},server=on,wait=off", outer::quoted(&socket))]);
    let mut guest = qemu::start_in(qemu, words, &image.folder)?;
    let kept = drive(guest.as_mut(), &socket);
    let mut last: Vec<String> = guest.end().messages;
    kept.map_err(|why| {
        last.drain(..last.len().saturating_sub(8));
        failure::unavailable(
            format!("the lab's outer machine did not get ready: {why}"),
            format!(
                "try again with Debian's parts alone; its last lines:\n          {}",
                last.join("\n          ")
            ),
        )
    })
}

/// Waits for the stop, has the state kept, and ends the machine.
fn drive(guest: &mut dyn Guest, socket: &Path) -> Result<(), String> {
    let deadline = Instant::now() + PATIENCE;
    let mut qmp = Qmp::connect(socket, Duration::from_secs(20))
        .map_err(|error| format!("QEMU did not open its control socket: {error}"))?;
    wait(guest, &mut qmp, deadline, "it never became ready", |m| is_event(m, "GUEST_PANICKED"))?;
    let command = json!({"command-line": format!("savevm {NAME}")});
    qmp.send("human-monitor-command", &command).map_err(|error| error.to_string())?;
    let answer = |message: &Value| message["return"].is_string();
    let said = wait(guest, &mut qmp, deadline, "its state could not be kept", answer)?;
    match said["return"].as_str().unwrap_or_default().trim() {
        "" => Ok(()),
        complaint => Err(format!("its state could not be kept: {complaint}")),
    }
}

/// Waits for a message that is `wanted`; `what` says what has not happened if none comes.
fn wait(
    guest: &mut dyn Guest,
    qmp: &mut Qmp,
    deadline: Instant,
    what: &str,
    wanted: impl Fn(&Value) -> bool,
) -> Result<Value, String> {
    let mut buffer = [0; 4096];
    loop {
        match qmp.next() {
            Ok(Some(message)) if wanted(&message) => return Ok(message),
            Ok(Some(message)) if is_event(&message, "SHUTDOWN") => {
                return Err("it ended by itself".to_owned());
            }
            Ok(_) => {}
            Err(_) => return Err("QEMU ended".to_owned()),
        }
        if let Ok(Heard::Closed) = guest.read(&mut buffer, Duration::ZERO) {
            return Err("QEMU ended".to_owned());
        }
        if Instant::now() > deadline {
            return Err(format!("{what} within {} s", PATIENCE.as_secs()));
        }
    }
}
