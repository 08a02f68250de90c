//! Who is at the other end of the scratch network: a host at 10.0.2.2 that says who it is (ARP) and
//! answers pings. Nothing reaches this machine's network.

use std::collections::VecDeque;
use std::mem::take;

use smoltcp::iface::{Config, Interface, SocketSet};
use smoltcp::phy::{self, Device, DeviceCapabilities, Medium};
use smoltcp::time::Instant;
use smoltcp::wire::{EthernetAddress, IpCidr, Ipv4Address};

/// A frame without its checksum, of the usual length.
pub(super) const MOST_BYTES: usize = 1514;

/// Locally administered, as the guest's address, and another.
const ADDRESS: EthernetAddress = EthernetAddress([0x52, 0x54, 0x00, 0x48, 0x42, 0x02]);

/// As QEMU's network of the user mode has it (`kernel/bench/net/net.h`).
const IP: Ipv4Address = Ipv4Address::new(10, 0, 2, 2);
const PREFIX: u8 = 24;

/// Its clock stands still: whom it knows it knows for ever.
const NOW: Instant = Instant::ZERO;

pub(super) struct Peer {
    interface: Interface,
    wire: Wire,
}

impl Peer {
    pub(super) fn new() -> Self {
        let mut wire = Wire::default();
        let mut interface = Interface::new(Config::new(ADDRESS.into()), &mut wire, NOW);
        // There is room for one address.
        interface.update_ip_addrs(|all| {
            let _ = all.push(IpCidr::new(IP.into(), PREFIX));
        });
        Self { interface, wire }
    }

    /// What it sends when `frame` comes.
    pub(super) fn answers(&mut self, frame: Vec<u8>) -> VecDeque<Vec<u8>> {
        self.wire.arrived = Some(frame);
        self.interface.poll_ingress_single(NOW, &mut self.wire, &mut SocketSet::new(Vec::new()));
        take(&mut self.wire.sent)
    }
}

/// What it is on.
#[derive(Default)]
struct Wire {
    arrived: Option<Vec<u8>>,
    sent: VecDeque<Vec<u8>>,
}

struct Arrived(Vec<u8>);

struct Sender<'a>(&'a mut VecDeque<Vec<u8>>);

impl Device for Wire {
    type RxToken<'a> = Arrived;
    type TxToken<'a> = Sender<'a>;

    fn receive(&mut self, _now: Instant) -> Option<(Arrived, Sender<'_>)> {
        Some((Arrived(self.arrived.take()?), Sender(&mut self.sent)))
    }

    fn transmit(&mut self, _now: Instant) -> Option<Sender<'_>> {
        Some(Sender(&mut self.sent))
    }

    fn capabilities(&self) -> DeviceCapabilities {
        let mut capabilities = DeviceCapabilities::default();
        capabilities.medium = Medium::Ethernet;
        capabilities.max_transmission_unit = MOST_BYTES;
        capabilities
    }
}

impl phy::RxToken for Arrived {
    fn consume<R, F: FnOnce(&[u8]) -> R>(self, take: F) -> R {
        take(&self.0)
    }
}

impl phy::TxToken for Sender<'_> {
    fn consume<R, F: FnOnce(&mut [u8]) -> R>(self, length: usize, fill: F) -> R {
        let mut frame = vec![0; length];
        let filled = fill(&mut frame);
        self.0.push_back(frame);
        filled
    }
}
