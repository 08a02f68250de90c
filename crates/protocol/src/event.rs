//! Records with their meaning.

use serde::Deserialize;
use serde::de::value::{Error as FieldError, MapDeserializer};

use super::fields::{Begin, Count, End, KnownWindows, Mailbox, Plan, Sample, SnapshotPage};
use super::guest::{
    Console, Cpu, Hello, Hypervisor, Idle, Memory, Ready, Reference, System, Timer, Weakness,
};
use super::latency::{Buckets, Latency};
use super::record::Record;
use super::series::Series;

/// What a record says.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the record type of its name, documented there")]
pub enum Event {
    Hello(Hello),
    System(System),
    Weakness(Weakness),
    Cpu(Cpu),
    Hypervisor(Hypervisor),
    Timer(Timer),
    Memory(Memory),
    Console(Console),
    Idle(Idle),
    Reference(Reference),
    Ready(Ready),
    SnapshotPage(SnapshotPage),
    Mailbox(Mailbox),
    Windows(KnownWindows),
    Begin(Begin),
    Count(Count),
    Plan(Plan),
    Sample(Sample),
    Series(Series),
    Latency(Latency),
    Buckets(Buckets),
    End(End),
    Note(String),
    Panic(Panic),
    Done,
    /// A type that a later minor version of the protocol added.
    Unknown,
}

/// `panic`: an exception outside a benchmark, with the registers by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panic {
    /// What happened.
    pub what: String,
    /// Every other field of the record: name and value as sent.
    pub registers: Vec<(String, String)>,
}

impl Event {
    /// Gives `record` its meaning.
    ///
    /// # Errors
    /// When the record lacks a field that its type needs, or a number is none.
    pub fn from_record(record: &Record) -> Result<Self, String> {
        let event = match record.kind.as_str() {
            "hello" => Self::Hello(fields(record)?),
            "system" => Self::System(fields(record)?),
            "weakness" => Self::Weakness(fields(record)?),
            "cpu" => Self::Cpu(fields(record)?),
            "hypervisor" => Self::Hypervisor(fields(record)?),
            "timer" => Self::Timer(fields(record)?),
            "memory" => Self::Memory(fields(record)?),
            "console" => Self::Console(fields(record)?),
            "idle" => Self::Idle(fields(record)?),
            "reference" => Self::Reference(fields(record)?),
            "ready" => Self::Ready(fields(record)?),
            "desk" => Self::SnapshotPage(fields(record)?),
            "count" => Self::Count(fields(record)?),
            "mailbox" => Self::Mailbox(fields(record)?),
            "windows" => Self::Windows(fields(record)?),
            "begin" => Self::Begin(fields(record)?),
            "plan" => Self::Plan(fields(record)?),
            "sample" => Self::Sample(fields(record)?),
            "series" => Self::Series(fields(record)?),
            "latency" => Self::Latency(fields(record)?),
            "buckets" => Self::Buckets(fields(record)?),
            "end" => Self::End(fields(record)?),
            "note" => Self::Note(record.get("text").unwrap_or_default().to_owned()),
            "panic" => Self::Panic(panic(record)),
            "done" => Self::Done,
            _ => Self::Unknown,
        };
        Ok(event)
    }
}

/// Fills a structure from a record's fields.
fn fields<'a, T: Deserialize<'a>>(record: &'a Record) -> Result<T, String> {
    let mut seen = Vec::new();
    // serde refuses a key that comes twice; here the first one counts.
    let fields = record.fields.iter().filter_map(|(key, value)| {
        let new = !seen.contains(&key);
        seen.push(key);
        new.then_some((key.as_str(), value.as_str()))
    });
    T::deserialize(MapDeserializer::<_, FieldError>::new(fields))
        .map_err(|e| format!("record {} ({}): {e}", record.seq, record.kind))
}

fn panic(record: &Record) -> Panic {
    let registers = record.fields.iter().filter(|(key, _)| key != "what").cloned().collect();
    Panic { what: record.get("what").unwrap_or("no reason given").to_owned(), registers }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn record(kind: &str, fields: &[(&str, &str)]) -> Record {
        let fields = fields.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        Record { seq: 7, kind: kind.to_owned(), fields }
    }

    #[test]
    fn numbers_come_as_text_in_both_bases() {
        let sent =
            record("sample", &[("bench", "a"), ("i", "4"), ("run", "0x10"), ("control", "3")]);
        let sample = Sample { bench: "a".into(), i: 4, run: 16, control: 3, ..Sample::default() };
        assert_eq!(Event::from_record(&sent), Ok(Event::Sample(sample)));
    }

    #[test]
    fn known_windows_come_as_a_list() {
        let sent = |ticks| record("windows", &[("kind", "idle"), ("first", "3"), ("ticks", ticks)]);
        let windows = KnownWindows { kind: "idle".into(), first: 3, ticks: vec![40, 41] };
        assert_eq!(Event::from_record(&sent("40,41")), Ok(Event::Windows(windows)));
        for ticks in ["", "4,", "4,x", "-1"] {
            assert!(Event::from_record(&sent(ticks)).is_err(), "{ticks:?}");
        }
    }

    #[test]
    fn unknown_types_and_keys_are_ignored_and_the_first_of_two_equal_keys_counts() {
        assert_eq!(Event::from_record(&record("weather", &[("sun", "1")])), Ok(Event::Unknown));
        let sent = record("timer", &[("hz", "5"), ("moon", "full"), ("hz", "6")]);
        let timer = Timer { hz: Some(5), ..Timer::default() };
        assert_eq!(Event::from_record(&sent), Ok(Event::Timer(timer)));
    }

    #[test]
    fn what_is_missing_or_no_number_is_named() {
        let why = Event::from_record(&record("sample", &[("bench", "a"), ("i", "4")])).unwrap_err();
        assert!(why.contains("record 7 (sample)") && why.contains("run"), "{why}");
        let why = Event::from_record(&record("timer", &[("hz", "fast")])).unwrap_err();
        assert!(why.contains("fast") && why.contains("decimal"), "{why}");
        let why = Event::from_record(&record("plan", &[("n", "1"), ("batches", "1")])).unwrap_err();
        assert!(why.contains("bench"), "{why}");
    }

    /// Each type of record has a meaning of its own, whose fields come from the record's.
    #[test]
    fn every_type_is_known_by_its_name() {
        let seen = |kind: &str, fields: &[(&str, &str)]| Event::from_record(&record(kind, fields));
        let text = |text: &str| text.to_owned();
        let bench = ("bench", "in");
        let system = System { name: text("Linux"), up: Some(9), ..System::default() };
        assert_eq!(seen("system", &[("name", "Linux"), ("up", "9")]), Ok(Event::System(system)));
        let hello = Hello { kernel: text("1"), ..Hello::default() };
        assert_eq!(seen("hello", &[("kernel", "1")]), Ok(Event::Hello(hello)));
        let weakness = Weakness { name: text("l1tf"), state: text("mitigated") };
        let sent = [("name", "l1tf"), ("state", "mitigated")];
        assert_eq!(seen("weakness", &sent), Ok(Event::Weakness(weakness)));
        let cpu = Cpu { count: Some(2), ..Cpu::default() };
        assert_eq!(seen("cpu", &[("count", "2")]), Ok(Event::Cpu(cpu)));
        let hypervisor = Hypervisor { max_leaf: Some(0x4000_0001), ..Hypervisor::default() };
        let sent = [("max_leaf", "0x40000001")];
        assert_eq!(seen("hypervisor", &sent), Ok(Event::Hypervisor(hypervisor)));
        for (sent, invariant) in [("0", false), ("1", true)] {
            let timer = Timer { invariant: Some(invariant), ..Timer::default() };
            assert_eq!(seen("timer", &[("invariant", sent)]), Ok(Event::Timer(timer)));
        }
        let memory = Memory { total: Some(64), cold: None };
        assert_eq!(seen("memory", &[("total", "64")]), Ok(Event::Memory(memory)));
        let console = Console { kind: text("uart"), address: Some(0x3f8) };
        let sent = [("kind", "uart"), ("address", "0x3f8")];
        assert_eq!(seen("console", &sent), Ok(Event::Console(console)));
        let idle = Idle { step: Some(26), ..Idle::default() };
        assert_eq!(seen("idle", &[("step", "26")]), Ok(Event::Idle(idle)));
        let reference = Reference { rounds: Some(3), ticks: Some(5) };
        let sent = [("rounds", "3"), ("ticks", "5")];
        assert_eq!(seen("reference", &sent), Ok(Event::Reference(reference)));
        let ready = Ready { benchmarks: Some(4), ..Ready::default() };
        assert_eq!(seen("ready", &[("benchmarks", "4")]), Ok(Event::Ready(ready)));
        let page = SnapshotPage { address: 4096 };
        assert_eq!(seen("desk", &[("address", "4096")]), Ok(Event::SnapshotPage(page)));
        let count = Count { bench: text("in"), n: 7, first: 8 };
        assert_eq!(seen("count", &[bench, ("n", "7"), ("first", "8")]), Ok(Event::Count(count)));
        let mailbox = Mailbox { address: 8192 };
        assert_eq!(seen("mailbox", &[("address", "8192")]), Ok(Event::Mailbox(mailbox)));
        let begin = Begin { bench: text("in"), category: text("io") };
        assert_eq!(seen("begin", &[bench, ("category", "io")]), Ok(Event::Begin(begin)));
        let plan = Plan { bench: text("in"), n: 1, batches: 2, why: String::new() };
        assert_eq!(seen("plan", &[bench, ("n", "1"), ("batches", "2")]), Ok(Event::Plan(plan)));
        let sent = [("what", "gap"), ("i", "1"), ("from", "20"), ("length", "30"), ("least", "4")];
        let more = [bench, ("seen", "2"), ("points", "5:6")];
        let series = Series {
            bench: text("in"),
            what: text("gap"),
            i: 1,
            from: 20,
            length: 30,
            least: 4,
            seen: 2,
            points: text("5:6"),
        };
        assert_eq!(seen("series", &[&sent[..], &more].concat()), Ok(Event::Series(series)));
        let latency = Latency { bench: text("in"), count: 1, min: 2, max: 3, overhead: 4 };
        let sent = [bench, ("count", "1"), ("min", "2"), ("max", "3"), ("overhead", "4")];
        assert_eq!(seen("latency", &sent), Ok(Event::Latency(latency)));
        let buckets = seen("buckets", &[bench, ("counts", "1:2")]);
        let Ok(Event::Buckets(buckets)) = buckets else { panic!("{buckets:?}") };
        assert_eq!(buckets.counts(), Some(vec![(1, 2)]));
        let end = seen("end", &[bench, ("status", "fault"), ("vector", "13")]);
        let Ok(Event::End(end)) = end else { panic!("{end:?}") };
        assert_eq!((end.status.as_str(), end.vector, end.error), ("fault", Some(13), None));
        assert_eq!(seen("note", &[("text", "well")]), Ok(Event::Note(text("well"))));
        assert_eq!(seen("done", &[]), Ok(Event::Done));
    }

    #[test]
    fn a_panic_keeps_every_register() {
        let sent = record("panic", &[("what", "#PF"), ("ip", "0x1"), ("rax", "0x2")]);
        let Ok(Event::Panic(panic)) = Event::from_record(&sent) else { panic!("a panic") };
        assert_eq!(panic.what, "#PF");
        let registers = [("ip", "0x1"), ("rax", "0x2")].map(|(k, v)| (k.to_owned(), v.to_owned()));
        assert_eq!(panic.registers, registers);
    }

    proptest! {
        #[test]
        fn no_record_panics(kind in "(hello|cpu|timer|plan|sample|series|latency|buckets|end|panic|begin|idle|x)",
                            keys in prop::collection::vec(("[a-z_]{1,8}", "[ -~]{0,9}"), 0..6)) {
            let _ = Event::from_record(&Record { seq: 0, kind, fields: keys });
        }
    }
}
