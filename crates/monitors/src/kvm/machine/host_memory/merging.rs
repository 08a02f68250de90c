//! Pages with the same content become one (KSM).

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use libc::MADV_MERGEABLE;

use super::Refusal;
use super::mapping::Mapping;

/// How long the host may take for it: it looks at some pages every now and then.
const PATIENCE: Duration = Duration::from_secs(3);
const LOOK: Duration = Duration::from_millis(20);

/// Whether the host does so, and how many pages of this process it has merged.
const RUN: &str = "/sys/kernel/mm/ksm/run";
const MERGED: &str = "/proc/self/ksm_merging_pages";

/// Has the pages of `mapping`, which all have the same content, become one, and waits until they have.
pub(super) fn merge(mapping: &Mapping) -> Result<(), Refusal> {
    if number(RUN) != Some(1) {
        return Err(format!("this host merges no pages: echo 1 > {RUN}"));
    }
    let before = number(MERGED).ok_or("this host does not tell what it has merged")?;
    mapping
        .advise(MADV_MERGEABLE)
        .map_err(|error| format!("this host does not merge these pages: {error}"))?;
    let wanted = before + mapping.bytes() as u64 / 4096;
    let begun = Instant::now();
    while number(MERGED).is_none_or(|merged| merged < wanted) {
        if begun.elapsed() > PATIENCE {
            return Err("this host has not merged the pages in time: ksm/pages_to_scan".to_owned());
        }
        sleep(LOOK);
    }
    Ok(())
}

fn number(path: &str) -> Option<u64> {
    fs::read_to_string(path).ok()?.trim().parse().ok()
}
