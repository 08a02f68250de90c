use super::*;
use results::Ending;

/// Feeds records to a recorder that wants benchmarks `a`, `b` and `c`.
struct Bench {
    recorder: Recorder,
    boot: Boot,
    seq: u64,
}

impl Bench {
    fn new() -> Self {
        let wanted = ["a", "b", "c"].map(|name| Benchmark::named(name, "test"));
        Self { recorder: Recorder::new(&wanted, None), boot: Boot::default(), seq: 0 }
    }

    fn at(&mut self, seq: u64, kind: &str, fields: &str) -> Step {
        let pairs = fields.split(' ').filter_map(|word| word.split_once('='));
        let fields = pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        self.seq = seq + 1;
        self.recorder.take(Item::Record(Record { seq, kind: kind.into(), fields }), &mut self.boot)
    }

    fn send(&mut self, kind: &str, fields: &str) -> Step {
        self.at(self.seq, kind, fields)
    }

    /// A record that does not arrive.
    fn lose(&mut self) {
        self.seq += 1;
    }

    fn found(&self, name: &str) -> &Measured {
        self.boot.benchmarks.iter().find(|m| m.name == name).unwrap()
    }
}

#[test]
fn a_clean_benchmark_is_measured() {
    let mut bench = Bench::new();
    assert_eq!(bench.send("begin", "bench=a category=io"), Step::Began("a".into()));
    assert_eq!(bench.found("a").status, Status::Crashed, "until its end arrives");
    bench.send("plan", "bench=a n=10 batches=2 why=asked");
    let step = bench.send("sample", "bench=a i=0 run=150 control=50");
    assert_eq!(step, Step::Batch);
    bench.send("sample", "bench=a i=1 run=250 control=50");
    assert_eq!(bench.send("end", "bench=a status=ok"), Step::Ended);
    let measured = bench.found("a");
    assert_eq!(
        (measured.status, &measured.reason[..], &measured.category[..]),
        (Status::Ok, "", "io")
    );
    assert_eq!(measured.estimate.as_ref().map(|e| e.median), Some(15.0));
}

#[test]
fn a_guest_says_what_its_system_uses_and_does_about_weaknesses() {
    let mut bench = Bench::new();
    bench.send("weakness", "name=early state=x");
    bench.send("system", "name=Linux release=6.1 clock=tsc uses=kvm-clock,pv-ipi");
    bench.send("weakness", "name=meltdown state=Vulnerable");
    let system = bench.boot.guest.system.as_ref().unwrap();
    assert_eq!(system.uses, ["kvm-clock", "pv-ipi"]);
    assert_eq!(
        system.vulnerabilities.iter().collect::<Vec<_>>(),
        [(&"meltdown".into(), &"Vulnerable".into())]
    );
}

#[test]
fn a_lost_end_is_noticed_when_the_guest_goes_on_and_samples_are_kept() {
    let mut bench = Bench::new();
    bench.send("begin", "bench=a");
    bench.send("plan", "bench=a n=10 batches=1");
    bench.send("sample", "bench=a i=0 run=150 control=50");
    bench.lose();
    bench.send("begin", "bench=b");
    let measured = bench.found("a");
    assert_eq!((measured.status, measured.samples.len()), (Status::Crashed, 1));
    assert!(measured.reason.contains("end record is missing or damaged"));
    assert_eq!(bench.boot.console.lost, 1);
}

#[test]
fn a_lost_beginning_costs_nothing() {
    let mut bench = Bench::new();
    bench.lose();
    bench.send("plan", "bench=a n=10 batches=1");
    bench.send("sample", "bench=a i=0 run=150 control=50");
    bench.send("end", "bench=a status=ok");
    assert_eq!(bench.found("a").status, Status::Ok);
}

#[test]
fn missing_batches_are_named() {
    let mut bench = Bench::new();
    bench.send("begin", "bench=a");
    bench.send("plan", "bench=a n=10 batches=9");
    for i in [0, 1, 4] {
        bench.send("sample", &format!("bench=a i={i} run=150 control=50"));
    }
    bench.lose();
    bench.send("end", "bench=a status=ok");
    let measured = bench.found("a");
    assert_eq!((measured.status, measured.missing_batches()), (Status::Ok, 3));
    assert_eq!(measured.reason, "3 batches are missing or damaged (i=2 to 3, i=5)");
}

#[test]
fn latencies_come_with_their_histogram_or_not_at_all() {
    let mut bench = Bench::new();
    for name in ["a", "b", "c"] {
        bench.send("begin", &format!("bench={name}"));
        bench.send("latency", &format!("bench={name} count=9 min=5 max=700 overhead=30"));
        if name != "c" {
            bench.send("buckets", &format!("bench={name} counts=5:2,8:6"));
        }
        if name == "a" {
            bench.send("buckets", "bench=a counts=281:1");
            bench.send("buckets", "bench=a counts=7:1");
        }
        bench.send("end", &format!("bench={name} status=ok"));
    }
    let latency = bench.found("a").latency.as_ref().unwrap();
    assert_eq!((latency.p50, latency.p99_9, latency.overhead), (8, 700, 30));
    assert_eq!((bench.found("a").reason.as_str(), bench.boot.console.unexpected), ("", 1));
    assert_eq!(bench.found("b").reason, "1 of 9 operations are missing or damaged");
    assert_eq!(bench.found("c").status, Status::Crashed);
}

#[test]
fn ok_without_figures_is_not_ok() {
    let mut bench = Bench::new();
    bench.send("begin", "bench=a");
    bench.send("end", "bench=a status=ok");
    assert_eq!(bench.found("a").status, Status::Crashed);
    assert!(bench.found("a").reason.contains("plan record did not arrive"));
}

#[test]
fn every_status_but_ok_has_a_reason_and_a_guest_cannot_report_its_own_death() {
    let mut bench = Bench::new();
    bench.send("end", "bench=a status=fault vector=6 ip=0x1000");
    bench.send("end", "bench=b status=skipped");
    bench.send("end", "bench=c status=hung");
    assert_eq!(bench.found("a").reason, "exception 6 at 0x1000");
    assert_eq!(bench.found("b").reason, "the guest gave no reason");
    assert_eq!(bench.found("c").status, Status::Crashed);
}

#[test]
fn what_was_not_asked_for_or_is_over_is_counted_and_left_out() {
    let mut bench = Bench::new();
    bench.send("end", "bench=a status=ok");
    bench.send("sample", "bench=a i=0 run=1 control=1");
    bench.send("begin", "bench=stranger");
    bench.at(0, "note", "text=old");
    assert_eq!(bench.boot.console.unexpected, 3);
    assert_eq!(bench.boot.benchmarks.len(), 1);
}

#[test]
fn done_settles_what_never_arrived() {
    let mut bench = Bench::new();
    bench.send("begin", "bench=b");
    assert_eq!(bench.send("done", "benchmarks=3"), Step::Done);
    for name in ["a", "b", "c"] {
        assert_eq!(bench.found(name).status, Status::Crashed);
        assert!(!bench.found(name).reason.is_empty());
    }
}

#[test]
fn a_second_hello_is_a_reboot_and_a_panic_is_kept() {
    let mut bench = Bench::new();
    bench.send("hello", "kernel=1");
    assert_eq!(bench.at(0, "hello", "kernel=1"), Step::Rebooted);
    assert_eq!(bench.at(1, "panic", "what=#PF ip=0x10"), Step::Panicked);
    assert_eq!(bench.boot.panic.as_ref().unwrap().what, "#PF");
}

#[test]
fn the_end_of_the_boot_decides_over_the_running_benchmark() {
    let mut bench = Bench::new();
    bench.send("begin", "bench=a");
    bench.boot.ending = Some(Ending::Silent { seconds: 9 });
    bench.recorder.close(&mut bench.boot, crate::session::verdict::for_running_benchmark);
    assert_eq!(bench.found("a").status, Status::Hung);
    assert!(bench.found("a").reason.contains("9 s"));
}

#[test]
fn boot_time_is_converted_with_the_frequency() {
    assert_eq!(nanoseconds(Some(5_000), Some(2_500_000_000)), Some(2_000));
    assert_eq!(nanoseconds(Some(5), Some(0)), None);
    assert_eq!(nanoseconds(Some(u64::MAX), Some(1)), None);
}

#[test]
fn a_series_is_kept_window_by_window_and_what_does_not_continue_it_is_unexpected() {
    let mut bench = Bench::new();
    let said = |what: &str, i: u64, from: u64, points: &str| {
        format!("bench=a what={what} i={i} from={from} length=90 least=2 seen=3 points={points}")
    };
    bench.send("begin", "bench=a");
    bench.send("series", &said("gap", 0, 5, "1:7,20:3"));
    bench.send("series", &said("gap", 0, 5, "30:4"));
    bench.send("series", &said("gap", 1, 100, ""));
    assert_eq!(bench.boot.console.unexpected, 0);
    for refused in [
        said("cost", 2, 200, "1:7"), // another kind of value
        said("gap", 1, 100, "8:7,7:7"),
        said("gap", 2, 150, "1:7"), // before the last one ended
    ] {
        bench.send("series", &refused);
    }
    assert_eq!(bench.boot.console.unexpected, 3);
    let series = bench.found("a").series.as_ref().unwrap();
    assert_eq!(series.what, "gap");
    assert_eq!(series.points().collect::<Vec<_>>(), [(6, 7), (25, 3), (35, 4)]);
    assert_eq!((series.windows.len(), series.missing()), (2, 3));
}

#[test]
fn of_endless_series_only_so_many_points_are_kept() {
    let mut bench = Bench::new();
    bench.send("begin", "bench=a");
    let points: Vec<String> = (0..1000).map(|at| format!("{at}:2")).collect();
    let points = points.join(",");
    for i in 0..=(MOST_POINTS / 1000) as u64 {
        let from = 1000 * i;
        let window = format!("i={i} from={from} length=1000 least=2 seen=1000");
        bench.send("series", &format!("bench=a what=gap {window} points={points}"));
    }
    let series = bench.found("a").series.as_ref().unwrap();
    assert_eq!((series.points().count(), series.missing()), (MOST_POINTS, 1000));
}
