//! The terms of equations 4 to 6.

use std::collections::BTreeMap;

use serde::de::IntoDeserializer;
use serde::de::value::Error;
use serde::{Deserialize, Serialize};

use ground::GuestKind;

/// A summand of `T_virt` (equation 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// `T_cpu`: sensitive instructions and virtualization extensions (equation 4).
    Cpu,
    /// `T_memory`: page-table roots, entries and walks (equation 5).
    Memory,
    /// `T_io`: notifications to and from devices (equation 6).
    Io,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Cpu, Self::Memory, Self::Io];
}

/// What a single operation costs, for one of the kinds that the equations tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Term {
    /// `T_sen`: a sensitive instruction.
    Sen,
    /// `T_ext`: what only virtualization has, and what processors send each other.
    Ext,
    /// `T_switch`: a new page-table root.
    Switch,
    /// `T_sync`: a change of the guest's page table.
    Sync,
    /// `T_cons`: the hypervisor's own entry for a page.
    Cons,
    /// `T_two`: a walk through two page tables.
    Two,
    /// `T_in`: polling a device.
    In,
    /// `T_out`: writing to it.
    Out,
}

/// The terms that operations measure, by the guest that has them and their name.
pub type Terms = BTreeMap<(GuestKind, String), Term>;

impl Term {
    /// All of them, in the order of the equations.
    pub const ALL: [Self; 8] = [
        Self::Sen,
        Self::Ext,
        Self::Switch,
        Self::Sync,
        Self::Cons,
        Self::Two,
        Self::In,
        Self::Out,
    ];

    /// The term that an operation's catalogue calls `name`; `None` without such a one.
    pub fn called(name: &str) -> Option<Self> {
        Self::deserialize(name.into_deserializer()).map_err(|_: Error| ()).ok()
    }

    /// The part that it is of.
    pub fn part(self) -> Part {
        match self {
            Self::Sen | Self::Ext => Part::Cpu,
            Self::Switch | Self::Sync | Self::Cons | Self::Two => Part::Memory,
            Self::In | Self::Out => Part::Io,
        }
    }
}
