//! Pages with the same content become one (KSM).

use std::thread::sleep;
use std::time::{Duration, Instant};

use libc::MADV_MERGEABLE;

use super::Refusal;
use super::mapping::Mapping;
use super::pages;

/// How long the host may take for it: it looks at some pages every now and then.
const PATIENCE: Duration = Duration::from_secs(2);
const LOOK: Duration = Duration::from_millis(20);

/// Whether the host does so.
const RUN: &str = "/sys/kernel/mm/ksm/run";

/// Has the pages of `mapping`, which all have the same content, become one, and waits until they have.
pub(super) fn merge(mapping: &Mapping) -> Result<(), Refusal> {
    if system::input::read_text(RUN).is_ok_and(|run| run.trim() != "1") {
        return Err(format!("this host merges no pages: echo 1 > {RUN}"));
    }
    mapping
        .advise(MADV_MERGEABLE)
        .map_err(|error| format!("this host does not merge these pages: {error}"))?;
    let begun = Instant::now();
    loop {
        let alone =
            pages::own(mapping).map_err(|error| format!("pages cannot be seen: {error}"))?;
        if alone == 0 {
            return Ok(());
        }
        if begun.elapsed() > PATIENCE {
            return Err(format!("this host is too slow to merge, {alone} left: ksm/pages_to_scan"));
        }
        sleep(LOOK);
    }
}
