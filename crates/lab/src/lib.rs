//! The lab: hypervisors inside an emulated machine whose clock counts executed instructions,
//! so that what they cost is a number of instructions, the same in every run.
//!
//! A platform of the lab is a recipe for an image (a Linux with hypervisors, made of
//! Debian's packages) and a script that runs the benchmark kernel inside. The image's state
//! is kept at the instruction at which it is ready; every run goes on from there.

#![cfg_attr(not(test), warn(unused_crate_dependencies))]

mod arch;
mod assembly;
mod builds;
mod columns;
mod devices;
mod dom0less;
mod guest;
mod image;
mod inner;
mod keys;
mod linux;
mod maintain;
mod monitor;
mod native;
mod nested;
mod others;
mod outer;
mod parts;
mod platform;

mod option_value;
mod options;
mod profile;
mod recipe;
mod run;
mod waiting;
mod worlds;
mod xen;

pub use arch::{Emulator, LabArch, LabImage};
pub use builds::{
    GuestKernel, Inside, USUAL_FLAVOUR, guest_kernel, kernel, kernels, without_images,
};
pub use columns::{INTEL, NATIVE, platforms, prepare};
pub use debian::{FLAVOURS, Kernel, is_version};
pub use maintain::{RecipeStatus, Status, build, clean, has_images, status};
pub use others::{Others, clean_others};
pub use profile::{Batch, Symbols, profile, whole_windows, xen_functions};
