//! What the tool and a QEMU share besides the console: memory, and a control socket.
//!
//! Both are handed over as open file descriptors, so that neither has a name in the file
//! system that could be left behind.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::Arc;

use rustix::io::{FdFlags, fcntl_setfd};

use super::counting::Counter;
use super::network::Network;
use super::scratch::Scratch;
use crate::GuestConfig;
use crate::timing::{GuestMemory, Stopwatch};
use ground::Trouble;
use results::channels::Channel;

/// Both ends of everything, until QEMU has started. By default they share nothing.
#[derive(Default)]
pub(super) struct Wiring {
    channel: Channel,
    memory: Option<Arc<GuestMemory>>,
    control: Option<Control>,
    disk: Option<Scratch>,
    network: Option<Network>,
    incoming: Option<UnixStream>,
}

struct Control {
    tool: UnixStream,
    qemu: UnixStream,
}

impl Control {
    fn new() -> Result<Self, Trouble> {
        let pair = UnixStream::pair().map(|(tool, qemu)| Self { tool, qemu });
        pair.map_err(|error| {
            Trouble::unavailable(
                format!("there is no control socket to be had: {error}"),
                "close programs that hold files open, or use --pin none",
            )
        })
    }
}

impl Wiring {
    /// Makes what a guest of `config` needs.
    ///
    /// # Errors
    /// When the system refuses it.
    pub(super) fn prepare(config: &GuestConfig, counter: Counter) -> Result<Self, Trouble> {
        let channel = config.timing;
        let memory = (channel == Channel::Mailbox || config.counting).then(|| memory(config));
        let asked = config.counting && counter == Counter::Hypervisor;
        let control = (config.is_pinned() || asked).then(Control::new).transpose()?;
        let memory = memory.transpose()?;
        Ok(Self { channel, memory, control, disk: None, network: None, incoming: None })
    }

    /// The same with a `disk` and a `network`, where the guest has them.
    pub(super) fn with(self, disk: Option<Scratch>, network: Option<Network>) -> Self {
        Self { disk, network, ..self }
    }

    /// The same with a control socket in any case.
    ///
    /// # Errors
    /// As [`prepare`](Self::prepare).
    pub(super) fn with_control(self) -> Result<Self, Trouble> {
        let control = self.control.map_or_else(Control::new, Ok)?;
        Ok(Self { control: Some(control), ..self })
    }

    /// The same for a QEMU that gets its guest from another, over `incoming`.
    pub(super) fn receiving(self, incoming: UnixStream) -> Self {
        Self { incoming: Some(incoming), ..self }
    }

    /// Nothing but a control socket.
    ///
    /// # Errors
    /// As [`prepare`](Self::prepare).
    pub(super) fn controlled() -> Result<Self, Trouble> {
        Ok(Self { control: Some(Control::new()?), ..Self::default() })
    }

    /// The guest's memory, where it is shared.
    pub(super) fn memory(&self) -> Option<Arc<GuestMemory>> {
        self.memory.clone()
    }

    /// What comes behind the name of the machine type.
    pub(super) fn machine_options(&self) -> &'static str {
        if self.memory.is_some() { ",memory-backend=ram" } else { "" }
    }

    /// QEMU's arguments for its ends. With a control socket the guest is halted at first.
    pub(super) fn arguments(&self) -> Vec<String> {
        let mut words = Vec::new();
        if let Some(memory) = &self.memory {
            let (size, fd) = (memory.size, memory.as_raw_fd());
            let file = format!("size={size},mem-path=/proc/self/fd/{fd},share=on");
            words.extend(["-object".to_owned(), format!("memory-backend-file,id=ram,{file}")]);
        }
        words.extend(self.disk.iter().flat_map(Scratch::arguments));
        words.extend(self.network.iter().flat_map(Network::arguments).cloned());
        if let Some(control) = &self.control {
            let fd = control.qemu.as_raw_fd();
            let (socket, monitor) = (format!("socket,id=qmp,fd={fd}"), "chardev=qmp,mode=control");
            words.extend(["-chardev", &socket, "-mon", monitor, "-S"].map(str::to_owned));
        }
        if let Some(incoming) = &self.incoming {
            words.extend(["-incoming".to_owned(), format!("fd:{}", incoming.as_raw_fd())]);
        }
        words
    }

    /// Has `command` inherit QEMU's ends.
    pub(super) fn hand_over(&self, command: &mut Command) {
        let memory = self.memory.as_ref().map(AsRawFd::as_raw_fd);
        let control = self.control.as_ref().map(|control| control.qemu.as_raw_fd());
        let disk = self.disk.as_ref().map(Scratch::as_raw_fd);
        let incoming = self.incoming.as_ref().map(AsRawFd::as_raw_fd);
        let all = [memory, control, disk, incoming];
        let inherited: Vec<RawFd> = all.into_iter().flatten().collect();
        let keep_open = move || {
            for &fd in &inherited {
                // SAFETY: the child has the parent's descriptors, and the parent keeps these
                // open until the child has started.
                #[expect(unsafe_code, reason = "the numbers outlive the borrow, not the files")]
                let fd = unsafe { BorrowedFd::borrow_raw(fd) };
                fcntl_setfd(fd, FdFlags::empty())?;
            }
            Ok(())
        };
        // SAFETY: between fork and exec, `keep_open` makes system calls and allocates nothing.
        #[expect(unsafe_code, reason = "the standard library offers no other way")]
        unsafe {
            command.pre_exec(keep_open);
        }
    }

    /// Starts to time the guest whose console is `console`; returns the console that is left
    /// to read.
    ///
    /// # Errors
    /// When the system has no thread left.
    pub(super) fn stopwatch(&self, console: OwnedFd) -> io::Result<(OwnedFd, Option<Stopwatch>)> {
        match (self.channel, self.memory()) {
            (Channel::Mailbox, Some(memory)) => Ok((console, Some(Stopwatch::on_memory(memory)?))),
            (Channel::Uart, _) => {
                let (stopwatch, console) = Stopwatch::on_console(console)?;
                Ok((console.into(), Some(stopwatch)))
            }
            _ => Ok((console, None)),
        }
    }

    /// The tool's end of the control socket, once QEMU has its own.
    pub(super) fn control(&mut self) -> Option<UnixStream> {
        self.control.take().map(|control| control.tool)
    }
}

fn memory(config: &GuestConfig) -> Result<Arc<GuestMemory>, Trouble> {
    let memory = GuestMemory::create(config.arch.qemu.ram_base, config.memory);
    memory.map(Arc::new).map_err(|error| {
        Trouble::unavailable(
            format!("guest memory that the host can look into cannot be had: {error}"),
            "use --timing uart, or give the guest less --memory",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pinning::Pinning;

    #[test]
    fn a_guest_gets_only_what_it_was_asked_to_share() {
        let mut config = GuestConfig { timing: Channel::Uart, ..GuestConfig::plain() };
        let wiring = Wiring::prepare(&config, Counter::Hypervisor).unwrap();
        assert!(wiring.arguments().is_empty() && wiring.machine_options().is_empty());
        config.timing = Channel::Mailbox;
        config.pinning = Pinning::Auto;
        let wiring = Wiring::prepare(&config, Counter::Hypervisor).unwrap();
        let line = wiring.arguments().join(" ");
        assert!(line.contains("size=67108864,mem-path=/proc/self/fd/"), "{line}");
        assert!(line.ends_with("-S") && wiring.machine_options().contains("ram"));
        config.deterministic = true;
        assert!(Wiring::prepare(&config, Counter::Hypervisor).unwrap().control().is_none());
        config.counting = true;
        assert!(Wiring::prepare(&config, Counter::Hypervisor).unwrap().control().is_some());
        assert!(Wiring::prepare(&config, Counter::Plugin).unwrap().control().is_none());
    }
}
