//! End-to-end tests: the program as its users run it. None of them asserts elapsed time.
#![allow(unreachable_pub, reason = "a test program has no outside")]

#[path = "../common/mod.rs"]
mod common; //         running the program, reading what it says

mod architectures; // the same suite on each
mod atlas; //          costs on many builds of Linux
mod beside; //         guests that disturb each other
mod bisect; //         one step of a bisection, and a whole one by git
mod boot_forms; //    one image, many ways to start it
mod compare; //        runs that end in a comparison
mod containment; //    benchmarks and guests that fault, hang and die
mod counting; //     counted instructions
mod debugging; //      the kernel in gdb
mod described; //      monitors that a file describes
mod deterministic; //  exact instruction counts
mod direct_kvm; //     KVM without QEMU
mod disks; //          requests to a disk, also to bad ones
mod disturbance; //    a guest that is paused meanwhile
mod doctor; //         what the machine at hand is like
mod extension; //      one new file makes a new benchmark
mod first; //        the tool alone, and first questions
mod fleet; //        many hosts
mod gaps; //         who takes the processor from a guest
mod hostile; //      names, texts, pipes and limits that are up to no good
mod images; //       what one boots by hand
mod import; //       figures of other suites
mod interrupts; // devices that interrupt, by each controller
mod kvm;
mod leftovers; //      files that must not stay behind
mod libvirt; //      domains, and that none stays
mod linux; //        what processes pay
mod machines; //       machine types, CPUs, memory, boot protocols
mod manual; //       manual pages and completions
mod memory; //        that memory benchmarks touch memory
mod merge; //        divided runs
mod migration; //    guests that are moved
mod model; //        the cost model from results files
mod networks; // frames to a peer and back
mod outputs; //        places for output that hang or are full
mod own_disks; //      disks of users
mod prediction; //     what workloads would cost on platforms
mod programs; //       programs that hang, babble and multiply
mod replay; //         recorded logs, good and bad
mod results_files; //  empty, partial, large, old and broken results
mod runs; //           runs that nobody asked to keep
mod sampling; //       precision, boots, disturbances
mod scaling; //      how cost grows with the number of operations
mod screen; //       machines with a screen
mod serial; //       a machine at the other end of a line
mod silence; //        machines on which the kernel says nothing
mod system_costs; // what guests cost as a whole
mod timing; //         external timing and pinning
mod trees; //        a device tree inside the image
mod trend; //        results over time
mod usage; //          mistakes on the command line and in the environment
mod vanishing; //      a disk that is gone meanwhile
mod workload; //     programs of the user's
