//! Writes console logs as the kernel would.

use protocol::{Record, encode};

/// A console log in the making.
#[derive(Default)]
pub struct Log {
    text: String,
    seq: u64,
}

impl Log {
    /// Starts a boot that is to run `benches`.
    pub fn boot(mut self, benches: &str) -> Self {
        self.seq = 0;
        self.record("hello", &[("kernel", "0.1.0"), ("cmdline", &format!("bench={benches}"))])
            .record("timer", &[("hz", "1000000000"), ("found", "test")])
            .record("ready", &[("boot_cycles", "5000"), ("benchmarks", "3")])
    }

    /// Adds a record.
    pub fn record(mut self, kind: &str, fields: &[(&str, &str)]) -> Self {
        self.text.push_str(&record(self.seq, kind, fields));
        self.seq += 1;
        self.noise("\r\n")
    }

    /// Adds anything else.
    pub fn noise(mut self, text: &str) -> Self {
        self.text.push_str(text);
        self
    }

    /// Begins a benchmark and adds three batches of 10 operations of 5 ticks each.
    pub fn started(self, bench: &str) -> Self {
        self.batches(bench, 150)
    }

    /// Begins a benchmark and adds three batches of 10 operations that take `run` ticks, 100 of
    /// them the loop's own.
    fn batches(mut self, bench: &str, run: u64) -> Self {
        let run = run.to_string();
        self = self.record("begin", &[("bench", bench), ("category", "test")]);
        self = self.record("plan", &[("bench", bench), ("n", "10"), ("batches", "3")]);
        for i in ["0", "1", "2"] {
            let fields = [("bench", bench), ("i", i), ("run", &run), ("control", "100")];
            self = self.record("sample", &fields);
        }
        self
    }

    /// A whole benchmark.
    pub fn measured(self, bench: &str) -> Self {
        self.started(bench).record("end", &[("bench", bench), ("status", "ok")])
    }

    /// A whole benchmark whose operations take `ticks` each.
    pub fn costing(self, bench: &str, ticks: u64) -> Self {
        self.batches(bench, 100 + 10 * ticks).record("end", &[("bench", bench), ("status", "ok")])
    }

    /// The end of a boot.
    pub fn done(self) -> Self {
        self.record("done", &[("benchmarks", "3")])
    }

    /// The log.
    pub fn text(self) -> String {
        self.text
    }
}

/// One record without a line end.
pub fn record(seq: u64, kind: &str, fields: &[(&str, &str)]) -> String {
    let fields = fields.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    encode(&Record { seq, kind: kind.to_owned(), fields })
}
