//! Builds a virtual machine, ready to run.

use kvm_bindings::{KVM_CAP_DISABLE_QUIRKS2, kvm_enable_cap};
use kvm_ioctls::{Kvm, VcpuFd, VmFd};

use super::host_memory::{HostMemory, Ring};
use super::memory::{self, GuestMemory};
use super::null_device::NullDevice;
use super::{Error, acpi, boot, cpu, kvm, layout, open};
use crate::GuestConfig;
use crate::timing::GuestMemory as Visible;

/// KVM replaces a hypercall instruction of the other vendor by the right one, and where it
/// may not write to the guest's code it tries for ever. Without this habit
/// (`KVM_X86_QUIRK_FIX_HYPERCALL_INSN`) the guest gets the exception that it should.
const PATCH_HYPERCALLS: u64 = 1 << 5;

/// The kernel's option by which the log of written pages is a ring, for which there is no other time
/// than before there are CPUs.
const LOG_TO_RING: &str = "dirty-log=ring";

/// A virtual machine whose CPUs have not run yet.
pub(super) struct Machine {
    pub(super) cpus: Vec<VcpuFd>,
    pub(super) memory: GuestMemory,
    pub(super) null_device: NullDevice,
    pub(super) host_memory: HostMemory,
}

impl Machine {
    /// Builds the machine of `config` with its kernel loaded, on memory that is `visible` to
    /// the tool where that is wanted.
    pub(super) fn build(config: &GuestConfig, visible: Option<&Visible>) -> Result<Self, Error> {
        if config.cpus > acpi::MAX_CPUS {
            return Err(Error(format!("it can have at most {} CPUs", acpi::MAX_CPUS)));
        }
        let kvm_fd = open()?;
        let vm = kvm_fd.create_vm().map_err(kvm("create a virtual machine"))?;
        prepare(&vm)?;
        let memory = memory::allocate(config.memory, visible)?;
        memory::register(&vm, &memory)?;
        let entry = boot::load(&memory, &config.image)?;
        let (exit, null) = (layout::EXIT_PORT, layout::NULL_DEVICE);
        let host = layout::HOST_MEMORY_PORT;
        let command_line = format!(
            "debug-exit={exit:#x} null-device={null:#x} host-memory={host:#x} {}",
            config.options
        );
        boot::describe(&memory, config.memory, &command_line)?;
        acpi::write(&memory, config.cpus)?;
        let has_ring = config.options.split(' ').any(|it| it == LOG_TO_RING) && Ring::enable(&vm);
        let mut cpus = create_cpus(&kvm_fd, &vm, config.cpus)?;
        cpu::enter(&cpus[0], entry)?;
        let null_device = NullDevice::offer(&vm, &mut cpus[0]);
        let ring = has_ring.then(|| Ring::of(&cpus[0])).transpose();
        let ring = ring.map_err(|error| Error(format!("a ring of its log: {error}")))?;
        Ok(Self { cpus, memory, null_device, host_memory: HostMemory::new(vm, ring) })
    }
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
fn create_cpus(kvm_fd: &Kvm, vm: &VmFd, count: u32) -> Result<Vec<VcpuFd>, Error> {
    let create = |id| {
        let fd = vm.create_vcpu(u64::from(id)).map_err(kvm("create that many CPUs"))?;
        cpu::set_features(kvm_fd, &fd, id, count)?;
        Ok(fd)
    };
    (0..count).map(create).collect()
}
