//! The machine's I/O ports: a serial port, one that ends it, and nothing behind the rest.

use super::layout::{EXIT_PORT, SERIAL_PORT};
use super::serial::{REGISTERS, SerialPort};

/// What a read brings where nothing answers.
const NOTHING: u8 = 0xff;

/// Whether the machine goes on.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum After {
    GoesOn,
    Ends,
}

/// Answers a read of `port`.
pub(super) fn read(serial: &SerialPort, port: u16, data: &mut [u8]) {
    data.fill(NOTHING);
    if let (Some(register), [byte, ..]) = (serial_register(port), data) {
        *byte = serial.read(register);
    }
}

/// Takes a write; string instructions bring several bytes for the same port.
pub(super) fn write(serial: &SerialPort, port: u16, data: &[u8]) -> After {
    if port == EXIT_PORT {
        return After::Ends;
    }
    if let Some(register) = serial_register(port) {
        serial.write(register, data);
    }
    After::GoesOn
}

fn serial_register(port: u16) -> Option<u8> {
    let register = port.checked_sub(SERIAL_PORT)?.try_into().ok()?;
    (register < REGISTERS).then_some(register)
}

#[cfg(test)]
mod tests {
    use super::super::serial::tests;
    use super::*;
    use crate::Heard;
    use std::time::Duration;

    #[test]
    fn the_serial_port_answers_and_speaks_and_nothing_else_does() {
        let (serial, console) = tests::port();
        let mut data = [0; 4];
        read(&serial, SERIAL_PORT + 5, &mut data[..1]);
        assert_eq!(data[0], 0x60, "the transmitter is empty");
        for elsewhere in [0x40, SERIAL_PORT + 8] {
            read(&serial, elsewhere, &mut data);
            assert_eq!(data, [NOTHING; 4]);
        }
        assert_eq!(write(&serial, SERIAL_PORT, b"hi\n"), After::GoesOn);
        assert_eq!(write(&serial, 0x80, &[1]), After::GoesOn);
        let mut text = [0; 8];
        assert_eq!(console.read(&mut text, Duration::ZERO), Heard::Bytes(3));
        assert_eq!(write(&serial, EXIT_PORT, &[0; 4]), After::Ends);
    }
}
