//! KVM's counters of a guest that QEMU runs, asked for over QEMU's control socket: `query-stats`
//! of the QEMU Machine Protocol, since QEMU 7.1.

use std::collections::BTreeSet;
use std::io;
use std::time::Duration;

use serde_json::{Value, json};

use super::qmp::Qmp;
use crate::counting::Source;
use results::Snapshot;

/// How long an answer may take: less than the guest waits for its snapshot.
const PATIENCE: Duration = Duration::from_millis(900);

/// The counters of all virtual CPUs.
pub(super) struct Statistics {
    qmp: Qmp,
    /// Names of those that count events.
    counters: BTreeSet<String>,
}

impl Statistics {
    /// Asks the QEMU of the conversation `qmp` which counters there are.
    ///
    /// # Errors
    /// When QEMU ends, does not answer, refuses, or answers what is no answer.
    pub(super) fn new(qmp: Qmp) -> io::Result<Self> {
        let mut qmp = qmp.within(PATIENCE);
        let counters = counters(&qmp.execute("query-stats-schemas", Value::Null)?);
        Ok(Self { qmp, counters })
    }
}

impl Source for Statistics {
    fn read(&mut self, snapshot: &mut Snapshot) -> io::Result<()> {
        let answer = self.qmp.execute("query-stats", json!({ "target": "vcpu" }))?;
        for (name, value) in values(&answer) {
            if self.counters.contains(name) {
                let sum = snapshot.entry(name.to_owned()).or_default();
                *sum = sum.wrapping_add(value);
            }
        }
        Ok(())
    }
}

/// The statistics of virtual CPUs that count events: cumulative, and in no unit.
fn counters(schemas: &Value) -> BTreeSet<String> {
    let targets = schemas.as_array().into_iter().flatten();
    let statistics = targets
        .filter(|target| target["target"] == "vcpu")
        .flat_map(|target| target["stats"].as_array().into_iter().flatten());
    let events = statistics.filter(|s| s["type"] == "cumulative" && s["unit"].is_null());
    events.filter_map(|s| s["name"].as_str().map(str::to_owned)).collect()
}

/// Name and value of everything in an answer to `query-stats` that is a single number.
fn values(answer: &Value) -> impl Iterator<Item = (&str, u64)> {
    let cpus = answer.as_array().into_iter().flatten();
    let all = cpus.flat_map(|cpu| cpu["stats"].as_array().into_iter().flatten());
    all.filter_map(|s| Some((s["name"].as_str()?, s["value"].as_u64()?)))
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::unix::net::UnixStream;

    use super::*;

    const SCHEMAS: &str = r#"{"QMP": {}}
{"return": {}}
{"return": [{"provider": "kvm", "target": "vm", "stats": [{"name": "pages", "type": "cumulative"}]}, {"provider": "kvm", "target": "vcpu", "stats": [{"name": "exits", "type": "cumulative", "exponent": 0}, {"name": "a_new_one", "type": "cumulative"}, {"name": "halt_wait_ns", "type": "cumulative", "unit": "seconds"}, {"name": "guest_mode", "type": "instant"}]}]}
"#;
    const ANSWER: &str = r#"{"event": "RESUME"}
{"return": [{"qom-path": "a", "stats": [{"name": "exits", "value": 5}, {"name": "halt_wait_ns", "value": 9}, {"name": "histogram", "value": [1, 2]}]}, {"qom-path": "b", "stats": [{"name": "exits", "value": 2}, {"name": "a_new_one", "value": 1}]}]}
"#;

    /// A QEMU that has already said all of `script`, and its other end.
    fn scripted(script: &str) -> io::Result<(Statistics, UnixStream)> {
        let (tool, mut qemu) = UnixStream::pair()?;
        qemu.write_all(script.as_bytes())?;
        qemu.shutdown(std::net::Shutdown::Write)?;
        Ok((Statistics::new(Qmp::open(tool)?)?, qemu))
    }

    #[test]
    fn counters_of_all_cpus_are_added_up_and_what_counts_no_events_is_left_out() {
        let (mut statistics, _qemu) = scripted(&(SCHEMAS.to_owned() + ANSWER)).unwrap();
        let mut snapshot = Snapshot::new();
        statistics.read(&mut snapshot).unwrap();
        let expected = [("a_new_one".to_owned(), 1), ("exits".to_owned(), 7)];
        assert_eq!(snapshot.into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_qemu_that_closes_in_the_middle_refuses_or_babbles_is_an_error() {
        for answer in ["", &ANSWER[..80], "not JSON\n", "{\"error\": {\"desc\": \"no\"}}\n"] {
            let (mut statistics, _qemu) = scripted(&(SCHEMAS.to_owned() + answer)).unwrap();
            assert!(statistics.read(&mut Snapshot::new()).is_err(), "{answer:?}");
        }
        assert!(scripted("{\"QMP\": {}}\n{\"ret").is_err());
    }

    #[test]
    fn answers_without_statistics_bring_none() {
        for answer in ["null", "[]", "[{}]", r#"[{"stats": [{"name": 5, "value": 5}]}]"#] {
            let answer: Value = serde_json::from_str(answer).unwrap();
            assert_eq!(values(&answer).count(), 0);
            assert!(counters(&answer).is_empty());
        }
    }
}
