//! The null device: writes that KVM takes by itself, at the cost of KVM alone. Nobody waits for its
//! eventfds, and its coalesced writes are read when KVM's list of them is full, or when the guest
//! asks how many there were. docs/protocol.md, "The null device", has what the guest sees.

use std::sync::atomic::{AtomicU32, Ordering};

use kvm_ioctls::{Cap, IoEventAddress, NoDatamatch, VcpuFd, VmFd};
use vmm_sys_util::eventfd::{EFD_NONBLOCK, EventFd};

use super::arch::layout::{NULL_DEVICE, NULL_PORT};

/// What the first register holds: "NULL".
const MAGIC: u32 = 0x4c4c_554e;

/// The registers by their numbers, words of 32 bits; the last is the first bell's.
const MAGIC_REGISTER: u64 = 0;
const PORT_REGISTER: u64 = 1;
const HEARD_REGISTERS: u64 = 3;

/// Registers and bells are in a page; the bells in memory are so far apart.
const PAGE: u64 = 0x1000;
const APART: u64 = 0x100;

/// What the bell that is known by its value is rung with, in 32 bits.
const VALUE: u32 = 1;

/// What a bell's register holds when this KVM does not offer it.
const NOT_OFFERED: u32 = u32::MAX;

/// More writes than KVM's list has room for.
const MOST: usize = 4096;

/// The bells of a machine, in the order of their registers.
#[derive(Default)]
pub(super) struct NullDevice(Vec<Bell>);

/// A word of memory or a port whose writes KVM takes.
struct Bell {
    at: Place,
    taken: Taken,
    heard: AtomicU32,
}

/// What a write goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Memory(u64),
    Port(u16),
}

/// What becomes of a write.
enum Taken {
    /// KVM adds one to a number, for a write of this value alone where there is one.
    Counted(EventFd, Option<u32>),
    /// KVM puts it on its list, where it has so many bytes.
    Listed(u32),
    /// This KVM leaves it to the monitor.
    NotAtAll,
}

impl NullDevice {
    /// Has the KVM of `vm` take the writes. The list of them is read through its CPU `first`.
    pub(super) fn offer(vm: &VmFd, first: &mut VcpuFd) -> Self {
        let memory = |number| Place::Memory(NULL_DEVICE + APART * number);
        let counted = |value| match EventFd::new(EFD_NONBLOCK) {
            Ok(file) => Taken::Counted(file, value),
            Err(_) => Taken::NotAtAll,
        };
        let mut bells = vec![
            (memory(1), counted(None)),
            (memory(2), counted(Some(VALUE))),
            (memory(3), Taken::Listed(4)),
        ];
        if let Some(port) = NULL_PORT {
            bells.push((Place::Port(port), counted(None)));
            bells.push((Place::Port(port + 1), Taken::Listed(1)));
        }
        let bells = bells.into_iter().map(|(at, taken)| Bell::new(at, taken));
        let mut device = Self(bells.collect());
        for (bell, is_taken) in device.connect(vm, first).into_iter().enumerate() {
            if !is_taken {
                device.0[bell].taken = Taken::NotAtAll;
            }
        }
        device
    }

    /// Has the KVM of `vm`, with the CPU `first`, take what is rung with each bell; says of each whether it
    /// does.
    pub(super) fn connect(&self, vm: &VmFd, first: &mut VcpuFd) -> Vec<bool> {
        let lists = first.map_coalesced_mmio_ring().is_ok();
        self.0.iter().map(|bell| bell.taken.is_offered(vm, bell.at, lists)).collect()
    }

    /// Answers a read of memory at `address`, where that is one of the registers.
    pub(super) fn read(&self, address: u64, data: &mut [u8]) {
        let value = match address.checked_sub(NULL_DEVICE).map(|offset| offset / 4) {
            Some(MAGIC_REGISTER) => MAGIC,
            Some(PORT_REGISTER) => NULL_PORT.unwrap_or_default().into(),
            Some(register) => self.heard(register),
            None => return,
        };
        data.iter_mut().zip(value.to_le_bytes()).for_each(|(to, from)| *to = from);
    }

    /// Looks what KVM has taken, after a write to `at` that came to the monitor: the guest asks, or
    /// the list is full. It is read through the first CPU alone; `cpu` may be another.
    pub(super) fn look(&self, at: Place, cpu: &mut VcpuFd) {
        if !is_here(at) {
            return;
        }
        self.0.iter().for_each(Bell::look);
        for write in (0..MOST).map_while(|_| cpu.coalesced_mmio_read().ok().flatten()) {
            // SAFETY: both members of the union are the same number.
            #[expect(unsafe_code, reason = "the kernel's interface is a union")]
            let by_port = unsafe { write.__bindgen_anon_1.pio } != 0;
            let at = match u16::try_from(write.phys_addr) {
                Ok(port) if by_port => Place::Port(port),
                _ => Place::Memory(write.phys_addr),
            };
            self.0.iter().filter(|bell| bell.at == at).for_each(|bell| bell.add(1));
        }
    }

    /// What register `number` holds, of those of the bells.
    fn heard(&self, number: u64) -> u32 {
        let bell = number.checked_sub(HEARD_REGISTERS).and_then(|n| usize::try_from(n).ok());
        bell.and_then(|n| self.0.get(n)).map_or(NOT_OFFERED, Bell::heard)
    }
}

/// Whether a write to `at` is one to the null device.
fn is_here(at: Place) -> bool {
    match at {
        Place::Memory(address) => (NULL_DEVICE..NULL_DEVICE + PAGE).contains(&address),
        Place::Port(port) => NULL_PORT.is_some_and(|first| (first..=first + 1).contains(&port)),
    }
}

impl Taken {
    /// Asks the KVM of `vm`, which has a list or none, to do so with writes to `at`; says whether it does.
    fn is_offered(&self, vm: &VmFd, at: Place, lists: bool) -> bool {
        let capability = match at {
            Place::Memory(_) => Cap::CoalescedMmio,
            Place::Port(_) => Cap::CoalescedPio,
        };
        let place = IoEventAddress::from(at);
        match self {
            Self::Counted(file, Some(value)) => vm.register_ioevent(file, &place, *value).is_ok(),
            Self::Counted(file, None) => vm.register_ioevent(file, &place, NoDatamatch).is_ok(),
            Self::Listed(bytes) => {
                let has_list = lists && vm.check_extension(capability);
                has_list && vm.register_coalesced_mmio(place, *bytes).is_ok()
            }
            Self::NotAtAll => true,
        }
    }
}

impl Bell {
    fn new(at: Place, taken: Taken) -> Self {
        Self { at, taken, heard: AtomicU32::new(0) }
    }

    /// Takes over what KVM has counted; reading its number sets that to 0.
    fn look(&self) {
        if let Taken::Counted(file, _) = &self.taken
            && let Ok(times) = file.read()
        {
            self.add(u32::try_from(times).unwrap_or(u32::MAX));
        }
    }

    fn add(&self, times: u32) {
        self.heard.fetch_add(times, Ordering::Relaxed);
    }

    fn heard(&self) -> u32 {
        match self.taken {
            Taken::NotAtAll => NOT_OFFERED,
            _ => self.heard.load(Ordering::Relaxed),
        }
    }
}

impl From<Place> for IoEventAddress {
    fn from(place: Place) -> Self {
        match place {
            Place::Memory(address) => Self::Mmio(address),
            Place::Port(port) => Self::Pio(port.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A device with a bell of each kind: one that is listed, and one that is not offered.
    fn device() -> NullDevice {
        let bell = |number, taken| Bell::new(Place::Memory(NULL_DEVICE + APART * number), taken);
        NullDevice(vec![bell(1, Taken::Listed(4)), bell(2, Taken::NotAtAll)])
    }

    fn register(device: &NullDevice, number: u64) -> u32 {
        let mut data = [0; 4];
        device.read(NULL_DEVICE + 4 * number, &mut data);
        u32::from_le_bytes(data)
    }

    #[test]
    fn the_guest_reads_what_it_is_where_its_ports_are_and_what_was_heard() {
        let (device, port) = (device(), NULL_PORT.unwrap_or_default());
        device.0[0].add(3);
        let registers = [0, 1, 3, 4, 5].map(|number| register(&device, number));
        assert_eq!(registers, [MAGIC, port.into(), 3, NOT_OFFERED, NOT_OFFERED]);
        let mut elsewhere = [0; 4];
        device.read(NULL_DEVICE - 4, &mut elsewhere);
        assert_eq!(elsewhere, [0; 4], "that is in front of the device");
    }

    #[test]
    fn eventfds_are_added_up_when_they_are_looked_at() {
        let file = EventFd::new(EFD_NONBLOCK).unwrap();
        file.write(5).unwrap();
        let taken = Taken::Counted(file.try_clone().unwrap(), None);
        let bell = Bell::new(Place::Memory(NULL_DEVICE), taken);
        bell.look();
        file.write(2).unwrap();
        bell.look();
        bell.look();
        assert_eq!(bell.heard(), 7);
    }

    #[test]
    fn only_its_own_page_and_ports_are_looked_at() {
        assert!(is_here(Place::Memory(NULL_DEVICE + PAGE - 4)));
        assert!(NULL_PORT.is_none_or(|first| is_here(Place::Port(first + 1))));
        for other in [Place::Memory(NULL_DEVICE + PAGE), Place::Port(0x602), Place::Port(0x3f8)] {
            assert!(!is_here(other), "{other:?}");
        }
    }
}
