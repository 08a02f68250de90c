//! A machine of memory, interrupt controllers and CPUs alone.

use kvm_bindings::{KVM_CAP_DISABLE_QUIRKS2, kvm_enable_cap};
use kvm_ioctls::{Kvm, VcpuFd, VmFd};

use super::memory::{self, GuestMemory};
use super::{Error, cpu, kvm, layout};

/// KVM replaces a hypercall instruction of the other vendor by the right one, and where it
/// may not write to the guest's code it tries for ever. Without this habit
/// (`KVM_X86_QUIRK_FIX_HYPERCALL_INSN`) the guest gets the exception that it should.
const PATCH_HYPERCALLS: u64 = 1 << 5;

/// Creates a machine with this `memory`, which has no CPU yet.
pub(super) fn create(kvm_fd: &Kvm, memory: &GuestMemory) -> Result<VmFd, Error> {
    let vm = kvm_fd.create_vm().map_err(kvm("create a virtual machine"))?;
    prepare(&vm)?;
    memory::register(&vm, memory)?;
    Ok(vm)
}

/// Gives `vm` its interrupt controllers, and takes a habit from it.
fn prepare(vm: &VmFd) -> Result<(), Error> {
    vm.set_tss_address(layout::TSS).map_err(kvm("take the place for its own pages"))?;
    vm.set_identity_map_address(layout::IDENTITY_MAP)
        .map_err(kvm("take the place for its own page table"))?;
    vm.create_irq_chip().map_err(kvm("create interrupt controllers"))?;
    let quirks = vm.check_extension_raw(KVM_CAP_DISABLE_QUIRKS2.into());
    if u64::try_from(quirks).is_ok_and(|quirks| quirks & PATCH_HYPERCALLS != 0) {
        let mut cap = kvm_enable_cap { cap: KVM_CAP_DISABLE_QUIRKS2, ..Default::default() };
        cap.args[0] = PATCH_HYPERCALLS;
        vm.enable_cap(&cap).map_err(kvm("leave hypercall instructions alone"))?;
    }
    Ok(())
}

/// Creates the CPUs. All but the first wait for the kernel to start them.
pub(super) fn create_cpus(kvm_fd: &Kvm, vm: &VmFd, count: u32) -> Result<Vec<VcpuFd>, Error> {
    let create = |id| {
        let fd = vm.create_vcpu(u64::from(id)).map_err(kvm("create that many CPUs"))?;
        cpu::set_features(kvm_fd, &fd, id, count)?;
        Ok(fd)
    };
    (0..count).map(create).collect()
}
