//! The machine's serial port, a 16550: what the guest says goes to its console.

use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};

use vm_superio::serial::NoEvents;
use vm_superio::{Serial, Trigger};

use super::console::Output;

/// Number of its registers.
pub(super) const REGISTERS: u8 = 8;

/// Its interrupt line, connected to nothing: the kernel polls.
struct NoInterrupt;

impl Trigger for NoInterrupt {
    type E = Infallible;

    fn trigger(&self) -> Result<(), Infallible> {
        Ok(())
    }
}

/// The port of one machine, whose CPUs may use it at once.
pub(super) struct SerialPort(Mutex<Serial<NoInterrupt, NoEvents, Output>>);

impl SerialPort {
    /// A port that writes to `output`.
    pub(super) fn new(output: Output) -> Self {
        Self(Mutex::new(Serial::new(NoInterrupt, output)))
    }

    /// What `register` holds.
    pub(super) fn read(&self, register: u8) -> u8 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).read(register)
    }

    /// Takes what is written to `register`, one byte after the other.
    pub(super) fn write(&self, register: u8, bytes: &[u8]) {
        let mut serial = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for byte in bytes {
            // Neither the line to the console nor the interrupt's can fail.
            let _ = serial.write(register, *byte);
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::super::console::Console;
    use super::*;
    use crate::Heard;

    /// A port, and the console that it writes to.
    pub(in super::super) fn port() -> (SerialPort, Arc<Console>) {
        let console = Arc::new(Console::default());
        (SerialPort::new(Output { console: Arc::clone(&console), marks: None }), console)
    }

    #[test]
    fn it_answers_and_speaks() {
        let (port, console) = port();
        assert_eq!(port.read(5), 0x60, "the transmitter is empty");
        port.write(0, b"hi\n");
        let mut text = [0; 8];
        assert_eq!(console.read(&mut text, Duration::ZERO), Heard::Bytes(3));
        assert_eq!(&text[..3], b"hi\n");
    }
}
