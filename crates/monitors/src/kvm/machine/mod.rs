//! A virtual machine on KVM that has what the kernel needs and nothing else: memory, CPUs
//! with their interrupt controllers (which are KVM's own), a serial port, a device that does
//! nothing, a disk and a network where they are needed, and a way to end it. All of it is part of the
//! tool's process; each CPU is a thread.

// What it is like is its processor's matter.
#[cfg_attr(target_arch = "aarch64", path = "aarch64/mod.rs")]
#[cfg_attr(target_arch = "riscv64", path = "riscv64/mod.rs")]
#[cfg_attr(target_arch = "x86_64", path = "x86_64/mod.rs")]
mod arch;
mod console;
mod counters;
mod guest;
mod hardware;
mod memory;
mod null_device;
mod serial;
mod vcpu;
mod virtio;
mod vm;

use std::fmt::Display;

use kvm_ioctls::{Cap, Kvm};

use crate::{Guest, GuestConfig, Spec};
use ground::Trouble;

/// Why a machine cannot be built, as a sentence without its beginning.
#[derive(Debug)]
struct Error(String);

impl From<Error> for Trouble {
    fn from(Error(why): Error) -> Self {
        Self::unavailable(
            format!("the virtual machine cannot be built: {why}"),
            "look for KVM's own messages with `dmesg | tail`, and let QEMU try: --platform qemu-kvm",
        )
    }
}

/// What to make of KVM refusing to do `what`.
fn kvm(what: &'static str) -> impl FnOnce(kvm_ioctls::Error) -> Error {
    move |error| Error(format!("KVM does not {what}: {error}"))
}

fn memory_error(error: impl Display) -> Error {
    Error(format!("the guest's memory cannot be written: {error}"))
}

/// Checks, without starting a machine, that KVM can be used.
///
/// # Errors
/// When it cannot be opened or lacks what a machine needs; says what to do.
pub fn check() -> Result<(), Trouble> {
    open()?;
    Ok(())
}

/// Starts a machine that boots the kernel of `config`, with the scratch devices of which `spec` says how
/// they are to be.
///
/// # Errors
/// When KVM refuses to build it, the kernel cannot be loaded, or there is no disk to be had.
pub fn start(spec: &Spec, config: &GuestConfig) -> Result<Box<dyn Guest>, Trouble> {
    let wanted = virtio::Wanted::of(spec, config)?;
    Ok(Box::new(guest::KvmGuest::start(config, wanted)?))
}

fn open() -> Result<Kvm, Error> {
    let kvm = Kvm::new().map_err(kvm("let itself be opened"))?;
    let everywhere = [(Cap::UserMemory, "memory of the tool's")];
    for (capability, name) in everywhere.into_iter().chain(arch::NEEDS) {
        if !kvm.check_extension(capability) {
            return Err(Error(format!("this KVM does not offer {name}")));
        }
    }
    Ok(kvm)
}
