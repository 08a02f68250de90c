//! Room for a guest's memory that the tool shares.

use crate::doctor::{Check, Patient, Verdict};

pub(super) static CHECK: &Check = &Check {
    name: "shared-memory",
    why: "A guest whose marks are read from its memory has that memory in /dev/shm, and one \
          that does not fit there is killed.",
    over_time: false,
    look,
};

fn look(patient: &Patient) -> Verdict {
    let needed = patient.needs.memory;
    let mebibytes = needed.div_ceil(1 << 20);
    match patient.machine.shared_memory() {
        None => Verdict::unknown("nothing is mounted at /dev/shm, or its size is not told"),
        Some(size) if size < needed => {
            let found = format!("/dev/shm holds {} MiB, {mebibytes} wanted", size >> 20);
            Verdict::warn(found)
                .mend(format!("sudo mount -o remount,size={}M /dev/shm", mebibytes * 2))
                .advise("in a container, start it with --shm-size instead")
        }
        Some(size) => Verdict::ok(format!("/dev/shm holds {} MiB", size >> 20)),
    }
}
