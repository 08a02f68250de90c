//! Where the line is: a device, or a socket.

use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::fs::{Mode, OFlags, open};
use rustix::termios::{OptionalActions, isatty, tcgetattr, tcsetattr};

/// How long the other end of a socket may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// One end of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Port {
    /// A terminal of this machine.
    Device(String),
    /// A host and its port.
    Tcp(String),
}

impl Port {
    /// Reads `tcp:HOST:PORT`, else the name of a device.
    pub fn named(text: &str) -> Self {
        match text.strip_prefix("tcp:") {
            Some(address) => Self::Tcp(address.to_owned()),
            None => Self::Device(text.to_owned()),
        }
    }

    /// Opens it, a device for `baud` bits in a second, so that no byte is changed.
    ///
    /// # Errors
    /// When it cannot be opened, is no terminal, or does not have that rate.
    pub fn open(&self, baud: u32) -> io::Result<OwnedFd> {
        match self {
            Self::Tcp(address) => {
                let mut last = io::Error::new(io::ErrorKind::NotFound, "it has no address");
                for address in address.to_socket_addrs()? {
                    match TcpStream::connect_timeout(&address, PATIENCE) {
                        Ok(stream) => return Ok(stream.into()),
                        Err(error) => last = error,
                    }
                }
                Err(last)
            }
            Self::Device(path) => {
                let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::NONBLOCK | OFlags::CLOEXEC;
                let device = open(path, flags, Mode::empty())?;
                if !isatty(&device) {
                    let why = "it is no serial port";
                    return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
                }
                let mut mode = tcgetattr(&device)?;
                mode.make_raw();
                mode.set_speed(baud)?;
                tcsetattr(&device, OptionalActions::Now, &mode)?;
                Ok(device)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_socket_is_told_from_a_device() {
        assert_eq!(Port::named("tcp:board:23"), Port::Tcp("board:23".into()));
        assert_eq!(Port::named("/dev/ttyS0"), Port::Device("/dev/ttyS0".into()));
    }

    #[test]
    fn what_is_no_line_is_refused() {
        for name in ["/dev/null", "/nonexistent", "tcp:127.0.0.1:1", "tcp:nothing"] {
            assert!(Port::named(name).open(115_200).is_err(), "{name}");
        }
    }
}
