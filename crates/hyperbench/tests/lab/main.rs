//! The lab and Bochs as their users run them. Images take minutes to make: `make test-long` runs
//! these tests, a plain `cargo test` does not.
#![allow(unreachable_pub, reason = "a test program has no outside")]

#[allow(dead_code, reason = "the other test program uses the rest")]
#[path = "../common/mod.rs"]
mod common; //   running the program, reading what it says

mod atlas; //    steps of builds, and their functions
mod beside; //   guests that share a processor
mod bochs; //    an emulator with VMX
mod columns; //  hypervisors in an emulated machine
mod combinations; // ways to start the kernel
mod dom0less; // Xen on Arm by its device tree
mod failures; // an outer machine that dies or hangs
mod firmware; // KVM above firmware that answers otherwise
mod gaps; //     who takes the processor from a guest
mod idle; //     a guest that has nothing to do
mod images; //   made of the same, they are the same
mod kernels; // Debian's Linuxes, by their versions
mod linux; //    a guest with Linux in it
mod linux_disks; // and a disk
mod linux_networks; // and a network
mod memory; // what a host does to a guest's memory
mod modes; //    how KVM on Arm uses EL2
mod monitors; // other monitors than QEMU
mod paravirtual; // what KVM does for guests that know of it
mod patch; //    a patch of KVM, found to the instruction
mod planted; //  a slower path, and what a prediction says of it
mod programs; // patches of QEMU and Xen
mod releases; // of QEMU and Xen, inside
mod requests; // to a virtual disk and a virtual network
mod selections; // of operations, drawn at random
mod several; // guests whose CPUs have a processor each
mod split; //    who executes an operation, and where
mod statistics; // exits, as KVM counts them itself
mod vmx; //      KVM on VMX, in Bochs
mod vmx_failures; // and where it fails or is interrupted
mod vmx_nested; //  KVM in KVM there
mod vmx_xen; //  Xen on VMX
mod workload; // programs of the user's
mod xen_devices; // disks and networks of guests without a device model
mod xen_pv; //   Linux as a program below Xen
