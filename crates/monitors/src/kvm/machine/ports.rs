//! The machine's I/O ports: a serial port, one that ends it, and nothing behind the rest.

use std::convert::Infallible;

use vm_superio::serial::NoEvents;
use vm_superio::{Serial, Trigger};

use super::console::Output;
use super::layout::{EXIT_PORT, SERIAL_PORT, SERIAL_PORTS};

/// What a read brings where nothing answers.
const NOTHING: u8 = 0xff;

/// The serial port's interrupt line, connected to nothing: the kernel polls.
struct NoInterrupt;

impl Trigger for NoInterrupt {
    type E = Infallible;

    fn trigger(&self) -> Result<(), Infallible> {
        Ok(())
    }
}

/// The ports of one machine.
pub(super) struct Ports {
    serial: Serial<NoInterrupt, NoEvents, Output>,
}

/// Whether the machine goes on.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum After {
    GoesOn,
    Ends,
}

impl Ports {
    /// Ports whose serial port writes to `output`.
    pub(super) fn new(output: Output) -> Self {
        Self { serial: Serial::new(NoInterrupt, output) }
    }

    /// Answers a read, of as many bytes as `data` holds.
    pub(super) fn read(&mut self, port: u16, data: &mut [u8]) {
        data.fill(NOTHING);
        if let (Some(offset), [byte, ..]) = (serial_register(port), data) {
            *byte = self.serial.read(offset);
        }
    }

    /// Takes a write; string instructions bring several bytes for the same port.
    pub(super) fn write(&mut self, port: u16, data: &[u8]) -> After {
        if port == EXIT_PORT {
            return After::Ends;
        }
        if let Some(offset) = serial_register(port) {
            for byte in data {
                // Neither the line to the console nor the interrupt's can fail.
                let _ = self.serial.write(offset, *byte);
            }
        }
        After::GoesOn
    }
}

fn serial_register(port: u16) -> Option<u8> {
    let offset = port.checked_sub(SERIAL_PORT).filter(|offset| *offset < SERIAL_PORTS)?;
    u8::try_from(offset).ok()
}

#[cfg(test)]
mod tests {
    use super::super::console::Console;
    use super::*;
    use crate::Heard;
    use std::sync::Arc;
    use std::time::Duration;

    #[test]
    fn the_serial_port_answers_and_speaks_and_nothing_else_does() {
        let console = Arc::new(Console::default());
        let mut ports = Ports::new(Output { console: Arc::clone(&console), marks: None });
        let mut data = [0; 4];
        ports.read(SERIAL_PORT + 5, &mut data[..1]);
        assert_eq!(data[0], 0x60, "the transmitter is empty");
        ports.read(0x40, &mut data);
        assert_eq!(data, [NOTHING; 4]);
        assert_eq!(ports.write(SERIAL_PORT, b"hi\n"), After::GoesOn);
        assert_eq!(ports.write(0x80, &[1]), After::GoesOn);
        let mut text = [0; 8];
        assert_eq!(console.read(&mut text, Duration::ZERO), Heard::Bytes(3));
        assert_eq!(&text[..3], b"hi\n");
        assert_eq!(ports.write(EXIT_PORT, &[0; 4]), After::Ends);
    }
}
