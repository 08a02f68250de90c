//! Who executed the instructions of an operation.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Snapshot;

/// The parts of one timed loop, in instructions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Parts {
    /// The guest in user mode.
    pub guest_user: u64,
    /// The guest's kernel and its firmware.
    pub guest_kernel: u64,
    /// The hypervisor: KVM's modules with the Linux around them, or Xen.
    pub hypervisor: u64,
    /// Programs above the hypervisor: QEMU, or all of dom0 with its Linux.
    pub device_model: u64,
    /// Of a hypervisor on Arm whose host's kernel is at EL1, what it executes at EL2.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub el2: u64,
    /// Ticks in which nobody executed an instruction: the processor waited.
    pub other: u64,
}

impl Parts {
    /// The names of the parts, in the order of [`Self::counts`].
    pub const NAMES: [&str; 6] =
        ["guest_user", "guest_kernel", "hypervisor", "device_model", "el2", "other"];

    /// Of a loop that took `ticks` and for which these `counters` were kept. `None` where they are
    /// not all there, or are more than the ticks.
    pub fn of(ticks: u64, counters: &Snapshot) -> Option<Self> {
        let count = |name: &str| counters.get(name).copied();
        let [user, kernel, hypervisor, model, el2, _] = Self::NAMES.map(count);
        let (guest_user, guest_kernel) = (user?, kernel?);
        let (hypervisor, device_model) = (hypervisor?, model?);
        let el2 = el2.unwrap_or(0);
        let counted = [guest_kernel, hypervisor, device_model, el2]
            .into_iter()
            .try_fold(guest_user, u64::checked_add)?;
        let other = ticks.checked_sub(counted)?;
        Some(Self { guest_user, guest_kernel, hypervisor, device_model, el2, other })
    }

    /// All parts.
    pub fn counts(&self) -> [u64; 6] {
        let Self { guest_user, guest_kernel, hypervisor, device_model, el2, other } = *self;
        [guest_user, guest_kernel, hypervisor, device_model, el2, other]
    }
}

/// Whether nobody has been there; few platforms have such a part.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Who executed the instructions of a benchmark's operations.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Worlds {
    /// Operations, at least 1.
    pub n: u64,
    /// The operations in their loop.
    pub run: Parts,
    /// The same loop without the operation.
    pub control: Parts,
}

impl Worlds {
    /// Instructions of one operation in each part, in the order of [`Parts::NAMES`]; their sum is
    /// the operation's cost.
    pub fn per_operation(&self) -> [f64; 6] {
        let (run, control) = (self.run.counts(), self.control.counts());
        std::array::from_fn(|part| (run[part] as f64 - control[part] as f64) / self.n as f64)
    }

    /// The cost of one operation: what its parts sum to.
    pub fn total(&self) -> f64 {
        let sum =
            |parts: &Parts| parts.counts().iter().map(|&count| i128::from(count)).sum::<i128>();
        (sum(&self.run) - sum(&self.control)) as f64 / self.n as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snapshot(counts: &[u64]) -> Snapshot {
        Parts::NAMES.iter().zip(counts).map(|(name, count)| ((*name).to_owned(), *count)).collect()
    }

    #[test]
    fn what_is_left_of_the_ticks_is_a_part_too_so_that_the_sum_is_the_total() {
        let run = Parts::of(1000, &snapshot(&[1, 200, 300, 400, 50])).unwrap();
        assert_eq!(run.counts(), [1, 200, 300, 400, 50, 49]);
        let control = Parts::of(100, &snapshot(&[0, 100, 0, 0])).unwrap();
        let worlds = Worlds { n: 10, run, control };
        let parts = [0.1, 10.0, 30.0, 40.0, 5.0, 4.9].map(f64::to_bits);
        assert_eq!(worlds.per_operation().map(f64::to_bits), parts);
        assert_eq!(worlds.total().to_bits(), 90_f64.to_bits());
    }

    #[test]
    fn counters_that_are_missing_or_too_many_make_no_parts() {
        let mut counters = snapshot(&[1, 2, 3, 4]);
        assert_eq!(Parts::of(9, &counters), None);
        counters.insert("guest_user".into(), u64::MAX);
        assert_eq!(Parts::of(u64::MAX, &counters), None);
        counters.remove("guest_user");
        assert_eq!(Parts::of(100, &counters), None);
    }
}
