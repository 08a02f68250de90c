//! Places the threads of a QEMU whose guest is still halted, then lets it run.

use std::io;
use std::os::unix::net::UnixStream;

use super::qmp::{Qmp, Vcpu};
use crate::GuestConfig;
use crate::pinning::{Task, in_order, pin};
use crate::timing::{Stopwatch, ThreadId};
use results::Placement;

/// Pins the threads that QEMU names on its `control` socket and the `stopwatch`'s, and then
/// releases the guest; the conversation can go on. When QEMU does not answer, or has ended, the
/// placement says so; what has become of it the console will tell.
pub(super) fn release(
    control: UnixStream,
    config: &GuestConfig,
    stopwatch: Option<&Stopwatch>,
) -> (Placement, Option<Qmp>) {
    let timing = stopwatch.and_then(Stopwatch::thread);
    let place = |vcpus: &[Vcpu]| pin(&config.pinning, &tasks(vcpus, timing));
    match converse(control, place) {
        Ok((placement, qmp)) => (placement, Some(qmp)),
        Err(error) => (Placement::failed(&config.pinning, &error), None),
    }
}

fn converse(
    control: UnixStream,
    place: impl FnOnce(&[Vcpu]) -> Placement,
) -> io::Result<(Placement, Qmp)> {
    let mut qmp = Qmp::open(control)?;
    let placement = place(&qmp.vcpus()?);
    qmp.cont()?;
    Ok((placement, qmp))
}

fn tasks(vcpus: &[Vcpu], timing: Option<ThreadId>) -> Vec<Task> {
    let thread = |vcpu: &Vcpu| Some((vcpu.index, ThreadId::from_raw(vcpu.thread)?));
    in_order(vcpus.iter().filter_map(thread), timing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_qemu_that_has_ended_is_left_to_the_console() {
        let (tool, qemu) = UnixStream::pair().unwrap();
        drop(qemu);
        let config = GuestConfig { pinning: crate::pinning::Pinning::Auto, ..GuestConfig::plain() };
        let (placement, _) = release(tool, &config, None);
        assert!(placement.remarks[0].contains("nothing is pinned"));
    }
}
