//! Whatever a program says on a QEMU's control socket: it is refused with a reason, or taken for answers and
//! events, and nobody waits for what does not come.
#![no_main]

use std::io::Write;
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use monitors::qemu::Qmp;

/// What a socket takes without a reader.
const MOST: usize = 64 << 10;

/// Answers that are asked for.
const ANSWERS: usize = 8;

fuzz_target!(|bytes: &[u8]| {
    let Ok((tool, mut qemu)) = UnixStream::pair() else { return };
    if bytes.len() > MOST || qemu.write_all(bytes).is_err() {
        return;
    }
    let _ = qemu.shutdown(Shutdown::Write);
    let Ok(mut qmp) = Qmp::open(tool) else { return };
    for _ in 0..ANSWERS {
        if qmp.cont().is_err() {
            break;
        }
    }
    assert!(
        qmp.event(&["STOP"], Duration::ZERO).is_ok_and(|event| event.is_none_or(|it| it == "STOP"))
    );
});
