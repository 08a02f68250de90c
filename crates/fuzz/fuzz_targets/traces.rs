//! Whatever a trace of executed blocks holds: it is refused, or a profile comes of it that can be shown.
#![no_main]

use std::fs::write;

use lab::{Batch, Symbols, profile};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // Two lengths, the blocks, the steps, and behind them the two texts, a zero between.
    let Some((&[a, b, c, d], rest)) = bytes.split_first_chunk() else { return };
    let [blocks, steps] = [[a, b], [c, d]].map(|it| usize::from(u16::from_le_bytes(it)));
    let Some((blocks, rest)) = rest.split_at_checked(blocks) else { return };
    let Some((steps, rest)) = rest.split_at_checked(steps) else { return };
    let mut texts = rest.splitn(2, |byte| *byte == 0);
    let mut text = || texts.next().unwrap_or_default();
    let files = [("blocks", blocks), ("steps", steps), ("windows", text()), ("exits", text())];
    let folder = tempfile::tempdir_in("/dev/shm").expect("there is room");
    for (name, content) in files {
        write(folder.path().join(name), content).expect("there is room");
    }
    let symbols = Symbols::new(&[], "", folder.path());
    let batch = Batch { run: (1, 100), control: (2, 10) };
    if let Ok(one) = profile(folder.path(), &symbols, batch, 1) {
        let _ = (reports::profile::table(&one), reports::profile::flame_graph(&one));
        let _ = reports::profile::path(&one, 0);
    }
});
