//! The log of written pages as a bitmap.

use std::io;

use kvm_bindings::{
    KVM_CAP_MANUAL_DIRTY_LOG_PROTECT2, KVM_DIRTY_LOG_INITIALLY_SET,
    KVM_DIRTY_LOG_MANUAL_PROTECT_ENABLE, KVMIO, kvm_clear_dirty_log, kvm_enable_cap,
};
use kvm_ioctls::VmFd;
use vmm_sys_util::ioctl::ioctl_with_ref;
use vmm_sys_util::ioctl_iowr_nr;

use super::Refusal;
use super::slot::{SLOT, Slot};

ioctl_iowr_nr!(KVM_CLEAR_DIRTY_LOG, KVMIO, 0xc0, kvm_clear_dirty_log);

/// Pages that a word of the bitmap stands for.
const PER_WORD: u32 = u64::BITS;

/// The ways to log, as guests name them.
const LEGACY: u32 = 2;
const MANUAL: u32 = 3;
const INITIALLY_SET: u32 = 4;

/// The log as it was collected last.
#[derive(Default)]
pub(super) struct Log(Vec<u64>);

/// Chooses what a log of `vm` that begins later is: protected again by whoever collects it, or by
/// whoever clears it.
pub(super) fn choose(vm: &VmFd, way: u32) -> Result<(), Refusal> {
    let flags = match way {
        LEGACY => 0,
        MANUAL => KVM_DIRTY_LOG_MANUAL_PROTECT_ENABLE,
        INITIALLY_SET => KVM_DIRTY_LOG_MANUAL_PROTECT_ENABLE | KVM_DIRTY_LOG_INITIALLY_SET,
        _ => return Err(format!("the monitor knows no log {way}")),
    };
    let mut cap = kvm_enable_cap { cap: KVM_CAP_MANUAL_DIRTY_LOG_PROTECT2, ..Default::default() };
    cap.args[0] = flags.into();
    match vm.enable_cap(&cap) {
        Err(_) if way != LEGACY => Err("this KVM has no such log: Linux 5.7 has".to_owned()),
        _ => Ok(()),
    }
}

impl Log {
    /// Collects the log of `slot`: how many pages were written since it was collected, or cleared.
    pub(super) fn collect(&mut self, slot: &Slot) -> Result<u32, Refusal> {
        let bytes = slot.range()?.bytes();
        self.0 =
            slot.vm().get_dirty_log(SLOT, bytes).map_err(|e| format!("KVM has no log: {e}"))?;
        Ok(self.0.iter().map(|word| word.count_ones()).sum())
    }

    /// Clears what was collected last, `chunk` pages at once; returns how many pages that were.
    pub(super) fn clear(&mut self, slot: &Slot, chunk: u32) -> Result<u32, Refusal> {
        let (mut cleared, mut first_page) = (0, 0);
        for chunk in self.0.chunks_mut(words_of(chunk)?) {
            clear(slot.vm(), first_page, chunk)
                .map_err(|error| format!("KVM does not clear the log: {error}"))?;
            first_page += chunk.len() as u64 * u64::from(PER_WORD);
            cleared += chunk.iter().map(|word| word.count_ones()).sum::<u32>();
        }
        Ok(cleared)
    }
}

/// The words for so many pages that are cleared at once.
fn words_of(pages: u32) -> Result<usize, Refusal> {
    match pages / PER_WORD {
        words if words > 0 && pages.is_multiple_of(PER_WORD) => Ok(words as usize),
        _ => Err(format!("{pages} pages cannot be cleared at once: only multiples of 64")),
    }
}

/// Clears the pages of `chunk` from `first_page` on.
fn clear(vm: &VmFd, first_page: u64, chunk: &mut [u64]) -> io::Result<()> {
    let pages = u32::try_from(chunk.len()).unwrap_or(u32::MAX).saturating_mul(PER_WORD);
    let mut request =
        kvm_clear_dirty_log { slot: SLOT, num_pages: pages, first_page, ..Default::default() };
    request.__bindgen_anon_1.dirty_bitmap = chunk.as_mut_ptr().cast();
    // SAFETY: the bitmap has a bit for each of these pages.
    #[expect(unsafe_code, reason = "the bindings lack this request")]
    let result = unsafe { ioctl_with_ref(vm, KVM_CLEAR_DIRTY_LOG(), &request) };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_are_cleared_by_whole_words() {
        assert_eq!((words_of(64), words_of(4096)), (Ok(1), Ok(64)));
        for pages in [0, 63, 65, u32::MAX] {
            assert!(words_of(pages).is_err(), "{pages}");
        }
    }
}
