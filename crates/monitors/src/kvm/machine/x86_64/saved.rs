//! What a machine with one CPU is besides its memory: what a snapshot keeps, and another machine can be
//! made of.

use std::ffi::c_ulong;
use std::io;
use std::ops::RangeInclusive;

use kvm_bindings::{
    KVM_CLOCK_TSC_STABLE, KVM_IRQCHIP_IOAPIC, KVM_IRQCHIP_PIC_MASTER, KVM_IRQCHIP_PIC_SLAVE,
    KVM_VCPU_TSC_CTRL, KVM_VCPU_TSC_OFFSET, KVMIO, Msrs, kvm_clock_data, kvm_debugregs,
    kvm_device_attr, kvm_irqchip, kvm_lapic_state, kvm_mp_state, kvm_msr_entry, kvm_regs,
    kvm_sregs, kvm_vcpu_events, kvm_xcrs, kvm_xsave,
};
use kvm_ioctls::{Kvm, VcpuFd, VmFd};
use vmm_sys_util::ioctl::ioctl_with_ref;
use vmm_sys_util::ioctl_iow_nr;

use super::{Error, kvm};

ioctl_iow_nr!(SET_DEVICE_ATTR, KVMIO, 0xe1, kvm_device_attr);
ioctl_iow_nr!(GET_DEVICE_ATTR, KVMIO, 0xe2, kvm_device_attr);

/// The model-specific registers that a guest sets and keeps (Intel SDM 4, AMD APM 2 appendix A), and KVM's
/// own (Linux documentation, "KVM-specific MSRs"). EFER and the base of the local APIC are elsewhere.
const REGISTERS: [RangeInclusive<u32>; 10] = [
    0x48..=0x48,               // SPEC_CTRL
    0x174..=0x176,             // SYSENTER_CS, _ESP, _EIP
    0x1a0..=0x1a0,             // MISC_ENABLE
    0x277..=0x277,             // PAT
    0x2ff..=0x2ff,             // MTRR_DEF_TYPE
    0x6e0..=0x6e0,             // TSC_DEADLINE
    0xc000_0081..=0xc000_0084, // STAR, LSTAR, CSTAR, SFMASK
    0xc000_0102..=0xc000_0102, // KERNEL_GS_BASE
    0xc000_0103..=0xc000_0103, // TSC_AUX
    0x4b56_4d00..=0x4b56_4d04, // wall clock, clock, asynchronous page faults, stolen time, EOI
];

/// The state of the CPU and of the interrupt controllers, and the clock.
pub(super) struct Saved {
    registers: kvm_regs,
    system: kvm_sregs,
    vector: kvm_xsave,
    vector_enabled: kvm_xcrs,
    debug: kvm_debugregs,
    apic: kvm_lapic_state,
    pending: kvm_vcpu_events,
    activity: kvm_mp_state,
    model_specific: Msrs,
    controllers: [kvm_irqchip; 3],
    clock: kvm_clock_data,
    counter_offset: u64,
}

impl Saved {
    /// That of the machine `vm` with one CPU, `cpu`, whose last exit is answered.
    pub(super) fn of(kvm_fd: &Kvm, vm: &VmFd, cpu: &mut VcpuFd) -> Result<Self, Error> {
        complete(cpu)?;
        Ok(Self {
            registers: cpu.get_regs().map_err(kvm("tell a processor's registers"))?,
            system: cpu.get_sregs().map_err(kvm("tell its system registers"))?,
            vector: cpu.get_xsave().map_err(kvm("tell its vector registers"))?,
            vector_enabled: cpu.get_xcrs().map_err(kvm("tell which of these are on"))?,
            debug: cpu.get_debug_regs().map_err(kvm("tell its debug registers"))?,
            apic: cpu.get_lapic().map_err(kvm("tell its interrupt controller's state"))?,
            pending: cpu.get_vcpu_events().map_err(kvm("tell what it has pending"))?,
            activity: cpu.get_mp_state().map_err(kvm("tell whether it runs"))?,
            model_specific: model_specific(kvm_fd, cpu)?,
            controllers: controllers(vm)?,
            clock: vm.get_clock().map_err(kvm("tell the machine's clock"))?,
            counter_offset: offset_by(GET_DEVICE_ATTR(), cpu, 0)?,
        })
    }

    /// Gives it to the machine `vm` with one CPU, `cpu`, which has not run.
    pub(super) fn give(&self, vm: &VmFd, cpu: &VcpuFd) -> Result<(), Error> {
        let mut clock = self.clock;
        clock.flags &= !KVM_CLOCK_TSC_STABLE; // it is told, and not to be set
        for controller in &self.controllers {
            vm.set_irqchip(controller).map_err(kvm("take an interrupt controller's state"))?;
        }
        vm.set_clock(&clock).map_err(kvm("take a clock"))?;
        cpu.set_mp_state(self.activity).map_err(kvm("take whether a processor runs"))?;
        cpu.set_regs(&self.registers).map_err(kvm("take a processor's registers"))?;
        cpu.set_sregs(&self.system).map_err(kvm("take its system registers"))?;
        if self.vector_enabled.nr_xcrs > 0 {
            // A processor without XSAVE has none, and KVM takes none.
            cpu.set_xcrs(&self.vector_enabled)
                .map_err(kvm("take which vector registers are on"))?;
        }
        // SAFETY: nobody has asked for registers that take more than this.
        #[expect(unsafe_code, reason = "the library does not know how much KVM reads")]
        unsafe { cpu.set_xsave(&self.vector) }.map_err(kvm("take vector registers"))?;
        cpu.set_debug_regs(&self.debug).map_err(kvm("take debug registers"))?;
        cpu.set_lapic(&self.apic).map_err(kvm("take an interrupt controller's state"))?;
        let taken = cpu.set_msrs(&self.model_specific).map_err(kvm("take other registers"))?;
        if let Some(left) = self.model_specific.as_slice().get(taken) {
            return Err(Error(format!("KVM does not take register {:#x}", left.index)));
        }
        offset_by(SET_DEVICE_ATTR(), cpu, self.counter_offset)?;
        cpu.set_vcpu_events(&self.pending).map_err(kvm("take what a processor has pending"))
    }
}

/// Has KVM finish the instruction whose exit `cpu` has answered, which it does on the way back into the guest.
fn complete(cpu: &mut VcpuFd) -> Result<(), Error> {
    cpu.set_kvm_immediate_exit(1);
    let ended = cpu.run().map(drop);
    cpu.set_kvm_immediate_exit(0);
    match ended {
        Err(error) if error.errno() == libc::EINTR => Ok(()),
        Err(error) => Err(kvm("finish an exit")(error)),
        Ok(()) => Err(Error("KVM does not come back before it enters a guest".to_owned())),
    }
}

/// Those of [`REGISTERS`] that this KVM has.
fn model_specific(kvm_fd: &Kvm, cpu: &VcpuFd) -> Result<Msrs, Error> {
    let list = kvm_fd.get_msr_index_list().map_err(kvm("list its registers"))?;
    let entry = |index: &u32| kvm_msr_entry { index: *index, ..Default::default() };
    let is_state = |index: &&u32| REGISTERS.iter().any(|range| range.contains(index));
    let wanted: Vec<_> = list.as_slice().iter().filter(is_state).map(entry).collect();
    let mut values =
        Msrs::from_entries(&wanted).map_err(|error| Error(format!("registers: {error:?}")))?;
    let told = cpu.get_msrs(&mut values).map_err(kvm("tell its other registers"))?;
    match wanted.get(told) {
        None => Ok(values),
        Some(left) => Err(Error(format!("KVM does not tell register {:#x}", left.index))),
    }
}

fn controllers(vm: &VmFd) -> Result<[kvm_irqchip; 3], Error> {
    let mut all = [KVM_IRQCHIP_PIC_MASTER, KVM_IRQCHIP_PIC_SLAVE, KVM_IRQCHIP_IOAPIC]
        .map(|chip_id| kvm_irqchip { chip_id, ..Default::default() });
    for controller in &mut all {
        vm.get_irqchip(controller).map_err(kvm("tell an interrupt controller's state"))?;
    }
    Ok(all)
}

/// Asks KVM for, or gives it, by how much the guest's counter is ahead of the host's: so it does not stand
/// still from one machine to the next (Linux documentation, `KVM_VCPU_TSC_CTRL`).
fn offset_by(request: c_ulong, cpu: &VcpuFd, mut offset: u64) -> Result<u64, Error> {
    let attribute = kvm_device_attr {
        group: KVM_VCPU_TSC_CTRL,
        attr: KVM_VCPU_TSC_OFFSET.into(),
        addr: std::ptr::from_mut(&mut offset).expose_provenance() as u64,
        ..Default::default()
    };
    // SAFETY: the attribute's value is as long as what its address is that of.
    #[expect(unsafe_code, reason = "the library lacks these requests here")]
    match unsafe { ioctl_with_ref(cpu, request, &attribute) } {
        0 => Ok(offset),
        _ => Err(Error(format!("KVM keeps its counter: {}", io::Error::last_os_error()))),
    }
}
