//! The console protocol: bytes in, verified records and typed events out.
//!
//! `docs/protocol.md` is the contract. Three layers, each usable alone: [`Scanner`] finds
//! records in a byte stream of any size and content, [`Record`] verifies and splits one,
//! and [`Event`] gives it its meaning.

#![cfg_attr(not(test), warn(unused_crate_dependencies))]

mod catalogue;
mod encode;
mod event;
mod fields;
mod guest;
mod latency;
mod number;
mod record;
mod scanner;
mod series;

pub use catalogue::{Benchmark, Catalogue, Need, Path, Work, read as read_catalogue};
pub use encode::encode;
pub use event::{Event, Panic};
pub use fields::{Begin, Count, End, KnownWindows, Mailbox, Plan, Sample, SnapshotPage};
pub use guest::{
    Console, Cpu, Hello, Hypervisor, Idle, Memory, Ready, Reference, System, Timer, Weakness,
};
pub use latency::{Buckets, Latency};
pub use record::{Damage, MAX_RECORD, Record};
pub use scanner::{Item, Scanner};
pub use series::Series;
