//! The terms of equations 4 to 6, and the operations that measure them.

use serde::Serialize;

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
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

/// The operations of the paper's Table 1, and their counterparts on other architectures, by their terms: all but
/// `idle`, and `print`, which is `out` many times.
const OPERATIONS: [(Term, &[&str]); 8] = [
    (
        Term::Sen,
        &[
            "sgdt",
            "sidt",
            "sldt",
            "smsw",
            "pushf-popf",
            "lgdt",
            "read-currentel",
            "read-id",
            "read-midr",
            "save-daif",
            "set-vbar",
            "tlbi",
            "read-cycle",
            "read-time",
            "read-sstatus",
            "sfence-vma",
            "swap-sstatus",
            "write-stvec",
        ],
    ),
    (Term::Ext, &["hypercall", "ipi", "ipi-running"]),
    (Term::Switch, &["set-cr3", "set-ttbr0", "write-satp"]),
    (Term::Sync, &["set-page-table"]),
    (Term::Cons, &["cold-access"]),
    (Term::Two, &["hot-access"]),
    (Term::In, &["in"]),
    (Term::Out, &["out"]),
];

impl Term {
    /// All of them, in the order of the equations.
    pub fn all() -> impl Iterator<Item = Self> {
        OPERATIONS.iter().map(|(term, _)| *term)
    }

    /// The operations that measure it, on whatever architecture.
    pub fn operations(self) -> impl Iterator<Item = &'static str> {
        let named = OPERATIONS.iter().filter(move |(term, _)| *term == self);
        named.flat_map(|(_, names)| names.iter().copied())
    }

    /// The term that an operation measures; `None` where the equations have none for it.
    pub fn of(operation: &str) -> Option<Self> {
        Self::all().find(|term| term.operations().any(|name| name == operation))
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
