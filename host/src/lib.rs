//! HyperBench measures what virtualization costs, operation by operation.
//!
//! This library is the host's side; the program `hyperbench` is a thin shell around
//! [`commands::execute`]. A run goes through these modules:
//!
//! 1. [`cli`] reads the command line, [`kernel_image`] the catalogue of benchmarks.
//! 2. [`platform`] finds what can boot the kernel and starts a [`guest`].
//! 3. [`protocol`] turns the guest's console into records, [`session`] these into
//!    [`results`], watching and restarting the guest where it has to.
//! 4. [`report`] prints the results, with the figures from [`stats`].
//!
//! [`machine`] reads what the host is and does, and [`doctor`] says what of it spoils a
//! measurement.

pub mod arch;
pub mod cli;
pub mod commands;
pub mod compare;
pub mod counting;
pub mod doctor;
pub mod error;
pub mod exit;
pub mod figures;
pub mod guest;
pub mod interrupt;
pub mod kernel_image;
pub mod kvm;
pub mod lab;
pub mod machine;
pub mod model;
pub mod page;
pub mod pinning;
pub mod platform;
pub mod protocol;
pub mod qemu;
pub mod recording;
pub mod report;
pub mod results;
pub mod selection;
pub mod session;
pub mod spec;
pub mod stats;
pub mod study;
pub mod suite;
mod tail;
pub mod timing;
