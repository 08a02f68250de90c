//! Whatever a profile's file holds: it is refused, or can be shown in every way.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reports::{figures, profile};
use results::Profile;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.to_vec();
    results::disarm(&mut bytes);
    let Ok(one) = serde_json::from_slice::<Profile>(&bytes) else { return };
    let mut counts = one.stacks.iter().map(|stack| stack.own.max(0));
    if counts.try_fold(0, i64::checked_add).is_none() || one.n == 0 {
        return;
    }
    let _ = (profile::table(&one), profile::folded(&one), profile::flame_graph(&one));
    let _ = (profile::path(&one, 0), profile::changes(&one, &one));
    let _ = (profile::exits(&one), figures::exits(&one, 400.0));
});
