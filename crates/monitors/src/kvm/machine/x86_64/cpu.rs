//! A virtual CPU's features, and its state at the kernel's entry point.

use std::sync::OnceLock;

use kvm_bindings::{CpuId, KVM_MAX_CPUID_ENTRIES, kvm_cpuid_entry2, kvm_regs, kvm_segment};
use kvm_ioctls::{Kvm, VcpuFd};

use super::layout::START_INFO;
use super::{Error, kvm};

/// CPUID leaves (Intel SDM 2A; Linux documentation, "KVM CPUID bits").
const FEATURES: u32 = 1;
const TOPOLOGY: [u32; 2] = [0xb, 0x1f];
const MODEL_NAME: std::ops::RangeInclusive<u32> = 0x8000_0002..=0x8000_0004;
const KVM_SIGNATURE: u32 = 0x4000_0000;
/// KVM leaves this one to the monitor: the counter's rate in kHz, as other hypervisors tell it.
const COUNTER_RATE: u32 = 0x4000_0010;

const HYPERVISOR: u32 = 1 << 31;
const SEVERAL_CPUS: u32 = 1 << 28;

const PROTECTED_MODE: u64 = 1;
const FLAGS_ALWAYS_SET: u64 = 2;

/// Types of segments (Intel SDM 3, 3.4.5.1 and 3.5).
const CODE: u8 = 0xb;
const DATA: u8 = 0x3;
const BUSY_TSS: u8 = 0xb;

/// Gives `cpu`, number `id` of `cpus`, every feature that KVM can give.
pub(super) fn set_features(kvm_fd: &Kvm, cpu: &VcpuFd, id: u32, cpus: u32) -> Result<(), Error> {
    let offered = kvm_fd.get_supported_cpuid(KVM_MAX_CPUID_ENTRIES);
    let mut leaves = offered.map_err(kvm("tell what processors it can offer"))?;
    leaves.as_mut_slice().iter_mut().for_each(|leaf| adapt(leaf, id, cpus));
    if let Ok(khz) = cpu.get_tsc_khz() {
        add_counter_rate(&mut leaves, khz);
    }
    cpu.set_cpuid2(&leaves).map_err(kvm("accept the processor that it offers"))
}

fn adapt(leaf: &mut kvm_cpuid_entry2, id: u32, cpus: u32) {
    match leaf.function {
        FEATURES => {
            leaf.ebx = leaf.ebx & 0xffff | cpus.min(0xff) << 16 | id << 24;
            leaf.ecx |= HYPERVISOR;
            leaf.edx |= if cpus > 1 { SEVERAL_CPUS } else { 0 };
        }
        function if TOPOLOGY.contains(&function) => leaf.edx = id,
        // Some KVMs leave the name out; it is the host's.
        function if MODEL_NAME.contains(&function) && leaf.eax == 0 => {
            let name = host_model_name();
            let part = &name[16 * (function - MODEL_NAME.start()) as usize..][..16];
            let word =
                |i: usize| u32::from_le_bytes(part[4 * i..][..4].try_into().unwrap_or_default());
            (leaf.eax, leaf.ebx, leaf.ecx, leaf.edx) = (word(0), word(1), word(2), word(3));
        }
        _ => {}
    }
}

/// What the host's kernel calls its processor, filled up with zeros to CPUID's 48 bytes.
fn host_model_name() -> &'static [u8; 48] {
    static NAME: OnceLock<[u8; 48]> = OnceLock::new();
    NAME.get_or_init(read_model_name)
}

fn read_model_name() -> [u8; 48] {
    let list = system::input::read_text("/proc/cpuinfo").unwrap_or_default();
    let line = list.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or_default();
    let name = line.trim_start_matches(['\t', ' ', ':']).as_bytes();
    let mut bytes = [0; 48];
    let length = name.len().min(bytes.len() - 1); // CPUID's name ends in a zero
    bytes[..length].copy_from_slice(&name[..length]);
    bytes
}

fn add_counter_rate(leaves: &mut CpuId, khz: u32) {
    let signature = leaves.as_mut_slice().iter_mut().find(|leaf| leaf.function == KVM_SIGNATURE);
    let Some(signature) = signature else { return };
    signature.eax = COUNTER_RATE;
    let leaf = kvm_cpuid_entry2 { function: COUNTER_RATE, eax: khz, ..Default::default() };
    // A full table only means that the kernel has to measure the rate itself.
    let _ = leaves.push(leaf);
}

/// Sets `cpu` up as PVH wants the first CPU to be at `entry`: protected mode, no paging,
/// flat segments, EBX pointing to the start info.
pub(super) fn enter(cpu: &VcpuFd, entry: u64) -> Result<(), Error> {
    let mut system = cpu.get_sregs().map_err(kvm("show a processor's system registers"))?;
    let data = flat_segment(DATA, 2);
    system.cs = flat_segment(CODE, 1);
    (system.ds, system.es, system.fs, system.gs, system.ss) = (data, data, data, data, data);
    system.tr = kvm_segment { type_: BUSY_TSS, present: 1, limit: 0x67, ..Default::default() };
    system.cr0 = system.cr0 & 0x10 | PROTECTED_MODE;
    cpu.set_sregs(&system).map_err(kvm("set a processor's system registers"))?;
    let registers =
        kvm_regs { rip: entry, rbx: START_INFO, rflags: FLAGS_ALWAYS_SET, ..Default::default() };
    cpu.set_regs(&registers).map_err(kvm("set a processor's registers"))
}

fn flat_segment(type_: u8, index: u16) -> kvm_segment {
    kvm_segment {
        limit: u32::MAX,
        selector: index * 8,
        type_,
        present: 1,
        db: 1,
        s: 1,
        g: 1,
        ..Default::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cpu_has_its_own_number() {
        let mut leaf =
            kvm_cpuid_entry2 { function: FEATURES, ebx: 0x1234_5678, ..Default::default() };
        adapt(&mut leaf, 3, 4);
        assert_eq!(leaf.ebx, 0x0304_5678);
        assert_eq!((leaf.ecx, leaf.edx), (HYPERVISOR, SEVERAL_CPUS));
    }

    #[test]
    fn the_counter_rate_follows_the_signature() {
        let signature = kvm_cpuid_entry2 { function: KVM_SIGNATURE, ..Default::default() };
        let mut leaves = CpuId::from_entries(&[signature]).unwrap();
        add_counter_rate(&mut leaves, 2_000_000);
        let last = leaves.as_slice().last().unwrap();
        assert_eq!((last.function, last.eax), (COUNTER_RATE, 2_000_000));
        let mut other = CpuId::from_entries(&[]).unwrap();
        add_counter_rate(&mut other, 2_000_000);
        assert!(other.as_slice().is_empty());
    }
}
