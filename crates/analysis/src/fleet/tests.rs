use super::*;
use crate::compare::THRESHOLD;
use crate::reference;
use results::{Finding, Level};
use stats::testing::Rng;

const ALL: [Trait; 4] = [Trait::Cpu, Trait::Kernel, Trait::Hypervisor, Trait::Mitigations];

/// What makes a host odd: the field that tells, what it does to the environment and to which of the
/// benchmarks by how much.
struct Kind {
    field: &'static str,
    hosts: std::ops::Range<usize>,
    plant: fn(&mut Document),
    benchmarks: &'static [&'static str],
    factor: f64,
}

fn module(document: &mut Document, value: &str) {
    let parameters = document.host.modules.entry("kvm".into()).or_default();
    parameters.insert("halt_poll_ns".into(), value.into());
}

/// Five kinds, twelve hosts.
const KINDS: [Kind; 5] = [
    Kind {
        field: "host.modules.kvm.halt_poll_ns",
        hosts: 100..103,
        plant: |d| module(d, "0"),
        benchmarks: &["ipi"],
        factor: 1.6,
    },
    Kind {
        field: "host.huge_pages",
        hosts: 300..303,
        plant: |d| d.host.huge_pages = Some("never".into()),
        benchmarks: &["hot-access", "cold-access", "set-page-table"],
        factor: 1.5,
    },
    Kind {
        field: "host.frequency.governors.powersave",
        hosts: 500..502,
        plant: |d| {
            d.host.frequency.governors.clear();
            d.host.frequency.governors.insert("powersave".into(), 40);
        },
        benchmarks: &[],
        factor: 1.25,
    },
    Kind {
        field: "host.microcode",
        hosts: 700..702,
        plant: |d| d.host.microcode = Some("0x10".into()),
        benchmarks: &["in", "out"],
        factor: 1.5,
    },
    Kind {
        field: "doctor.steal",
        hosts: 900..902,
        plant: |d| d.findings[0].level = Level::Bad,
        benchmarks: &["hypercall", "print"],
        factor: 0.6,
    },
];

fn finding(check: &str) -> Finding {
    serde_json::from_value(serde_json::json!({
        "check": check, "level": "ok", "found": "", "why": "", "fix": ""
    }))
    .unwrap()
}

/// A host like the one that the paper measured, whose costs lie 1 to 8 % around that one's, all of
/// them together 2 %.
fn host(number: usize, rng: &mut Rng) -> Document {
    let mut document = reference::find("paper-kvm-ept").unwrap();
    document.started = format!("{number}");
    document.host.microcode = Some("0x42".into());
    document.host.huge_pages = Some("madvise".into());
    document.host.memory = Some(if number.is_multiple_of(5) { 1 << 36 } else { 1 << 37 });
    document.host.frequency.governors.insert("performance".into(), 40);
    document.findings.push(finding("steal"));
    module(&mut document, "200000");
    let all = 0.02 * rng.normal();
    for (index, summary) in document.platforms[0].benchmarks.iter_mut().enumerate() {
        let spread = 0.01 * (1 + index % 8) as f64;
        summary.value = summary.value.map(|value| value * (all + spread * rng.normal()).exp());
    }
    document
}

fn plant(kind: &Kind, document: &mut Document) {
    (kind.plant)(document);
    for summary in &mut document.platforms[0].benchmarks {
        if kind.benchmarks.is_empty() || kind.benchmarks.contains(&summary.name.as_str()) {
            summary.value = summary.value.map(|value| value * kind.factor);
        }
    }
}

#[test]
fn twelve_odd_hosts_of_a_thousand_are_found_with_what_makes_them_odd() {
    let (mut fleet, mut rng) = (Fleet::default(), Rng::new(20));
    for number in 0..1000 {
        let mut document = host(number, &mut rng);
        for kind in KINDS.iter().filter(|kind| kind.hosts.contains(&number)) {
            plant(kind, &mut document);
        }
        assert!(fleet.add(&number.to_string(), &document));
    }
    let overview = fleet.overview(&ALL, THRESHOLD);
    assert_eq!((overview.hosts, overview.groups.len()), (1000, 1));
    let (mut found, mut false_ones) = (0, Vec::new());
    for odd in &overview.groups[0].odd {
        let number: usize = odd.file.parse().unwrap();
        let Some(kind) = KINDS.iter().find(|kind| kind.hosts.contains(&number)) else {
            false_ones.push(number);
            continue;
        };
        found += 1;
        let cause = &odd.causes[0];
        assert_eq!(cause.field, kind.field, "{odd:?}");
        assert_eq!((cause.hosts, cause.odd, cause.of), (kind.hosts.len(), kind.hosts.len(), 1000));
        for figure in odd.figures.iter().filter(|figure| figure.benchmark != "all together") {
            let planted = kind.benchmarks.contains(&figure.benchmark.as_str());
            assert!(planted || kind.benchmarks.is_empty(), "{odd:?}");
        }
    }
    assert!(found >= 11 && false_ones.len() <= 1, "{found} found, {false_ones:?} are not odd");
    let spread =
        |name: &str| overview.groups[0].spreads.iter().find(|s| s.benchmark == name).unwrap();
    let measured = reference::find("paper-kvm-ept").unwrap();
    for (index, summary) in measured.platforms[0].benchmarks.iter().enumerate() {
        let Some(value) = summary.value else { continue };
        let (planted, known) = (0.01 * (1 + index % 8) as f64, spread(&summary.name));
        let expected = planted.hypot(0.02);
        assert!((known.spread.unwrap() / expected - 1.0).abs() < 0.15, "{known:?}, not {expected}");
        assert!((known.median / value - 1.0).abs() < 0.02, "{known:?}, not {value}");
        assert_eq!(known.histogram.iter().sum::<u32>(), 1000);
        assert!(known.histogram[0] > 0 && known.histogram.last() > Some(&0), "{known:?}");
    }
}

#[test]
fn where_all_are_alike_hardly_any_group_has_an_odd_one() {
    let mut rng = Rng::new(21);
    let mut with_odd = 0;
    for _ in 0..60 {
        let mut fleet = Fleet::default();
        for number in 0..40 {
            fleet.add(&number.to_string(), &host(number, &mut rng));
        }
        with_odd += usize::from(!fleet.overview(&ALL, 0.0).groups[0].odd.is_empty());
    }
    assert!(with_odd <= 3, "{with_odd} of 60");
}

#[test]
fn a_host_a_little_slower_everywhere_is_seen_by_all_benchmarks_together() {
    let (mut fleet, mut rng) = (Fleet::default(), Rng::new(22));
    let slow = Kind { field: "", hosts: 0..0, plant: |_| {}, benchmarks: &[], factor: 1.13 };
    for number in 0..200 {
        let mut document = host(number, &mut rng);
        if number == 7 {
            plant(&slow, &mut document);
        }
        fleet.add(&number.to_string(), &document);
    }
    let odd = fleet.overview(&ALL, THRESHOLD).groups.remove(0).odd;
    assert_eq!(odd.iter().map(|odd| odd.file.as_str()).collect::<Vec<_>>(), ["7"]);
    let seen = |name: &str| odd[0].figures.iter().find(|figure| figure.benchmark == name);
    assert!((seen("all together").unwrap().ratio / 1.13 - 1.0).abs() < 0.06, "{odd:?}");
    assert!(seen("print").is_none(), "no test of a benchmark that scatters sees it: {odd:?}");
}

#[test]
fn what_odd_hosts_share_is_named_though_no_two_others_may_have_it() {
    let (mut fleet, mut rng) = (Fleet::default(), Rng::new(25));
    let slow = Kind { field: "", hosts: 60..64, plant: |_| {}, benchmarks: &[], factor: 1.5 };
    for number in 0..100 {
        let mut document = host(number, &mut rng);
        let facts = [("rack", number / 4), ("node", number), ("row", number / 20)];
        document.host.facts = facts.map(|(name, n)| (name.to_owned(), n.to_string())).into();
        if slow.hosts.contains(&number) {
            plant(&slow, &mut document);
        }
        fleet.add(&number.to_string(), &document);
    }
    let odd = fleet.overview(&ALL, THRESHOLD).groups.remove(0).odd;
    assert_eq!(odd.len(), 4);
    for host in odd {
        let telling: Vec<&Cause> = host.causes.iter().filter(|cause| cause.is_telling()).collect();
        let [rack] = telling[..] else { panic!("{telling:?}") };
        assert_eq!((&rack.field[..], &rack.value[..], rack.odd), ("host.facts.rack", "15", 4));
        assert_eq!(rack.usual, "various");
    }
}

#[test]
fn hosts_are_grouped_by_what_was_asked_for() {
    let (mut fleet, mut rng) = (Fleet::default(), Rng::new(23));
    for number in 0..12 {
        let mut document = host(number, &mut rng);
        document.host.kernel = if number < 4 { "6.1" } else { "6.12" }.into();
        document.settings.cpus = if number == 11 { 8 } else { 2 };
        fleet.add(&number.to_string(), &document);
    }
    let sizes = |by: &[Trait]| {
        let groups = fleet.overview(by, THRESHOLD).groups;
        groups.iter().map(|group| (group.hosts, group.judged)).collect::<Vec<_>>()
    };
    assert_eq!(sizes(&ALL), [(7, true), (4, false), (1, false)]);
    assert_eq!(sizes(&[Trait::Cpu]), [(11, true), (1, false)]);
}

#[test]
fn a_copy_is_counted_once_and_instructions_that_differ_at_all_are_odd() {
    let mut fleet = Fleet::default();
    let mut rng = Rng::new(24);
    let exact = host(0, &mut rng);
    for number in 0..9 {
        let mut document = Document { started: number.to_string(), ..exact.clone() };
        if number == 3 {
            document.platforms[0].benchmarks[0].value = Some(1e6);
        }
        assert!(fleet.add(&number.to_string(), &document));
        assert!(!fleet.add("copy", &document));
    }
    let overview = fleet.overview(&ALL, THRESHOLD);
    assert_eq!(overview.hosts, 9);
    let odd = &overview.groups[0].odd;
    assert_eq!((odd.len(), odd[0].file.as_str(), odd[0].figures[0].distance), (1, "3", None));
}

#[test]
fn absurd_results_are_judged_too() {
    let mut fleet = Fleet::default();
    for (number, value) in [f64::MAX, 5e-324, -1.0, 0.0, 1e300, 1.0, 2.0].into_iter().enumerate() {
        let mut document = host(0, &mut Rng::new(1));
        document.started = number.to_string();
        for summary in &mut document.platforms[0].benchmarks {
            (summary.value, summary.error) = (Some(value), Some(f64::MAX));
        }
        fleet.add("absurd", &document);
    }
    let overview = fleet.overview(&[], 0.0);
    assert_eq!((overview.hosts, overview.groups[0].spreads[0].hosts), (7, 5));
    assert_eq!(overview.groups[0].spreads[0].histogram.iter().sum::<u32>(), 5);
    assert_eq!(Fleet::default().overview(&ALL, THRESHOLD).groups, []);
}

#[test]
fn traits_have_the_names_of_the_command_line_and_of_files() {
    for one in ALL {
        assert_eq!(serde_json::to_value(one).unwrap(), one.name());
        assert!(one.about().len() > one.name().len() + 8, "{}", one.about());
    }
    let abouts: HashSet<_> = ALL.iter().map(|one| one.about()).collect();
    assert_eq!((abouts.len(), Trait::ALL), (4, ALL));
    let covered = |field: &str| ALL.map(|one| one.covers(field));
    assert_eq!(covered("host.cpu"), [true, false, false, false]);
    assert_eq!(covered("host.kernel"), [false, true, false, false]);
    assert_eq!(covered("platform.version"), [false, false, true, false]);
    assert_eq!(covered("host.vulnerabilities.meltdown"), [false, false, false, true]);
    assert_eq!(covered("host.memory"), [false; 4]);
}

#[test]
fn texts_are_kept_once_by_their_numbers() {
    let mut names = Names::default();
    assert_eq!(["a", "b", "a"].map(|text| names.number(text)), [0, 1, 0]);
    assert_eq!([names.text(0), names.text(1), names.text(2)], ["a", "b", ""]);
}

/// Eight hosts, of which the last is odd: seven have the same pages and five the same microcode.
#[test]
fn a_host_differs_in_what_more_than_half_of_its_group_has() {
    let mut fleet = Fleet::default();
    for number in 0..8 {
        let mut document = host(0, &mut Rng::new(1));
        document.started = number.to_string();
        document.host.huge_pages = (number < 7).then(|| "always".to_owned());
        document.host.kernel = if number < 4 { "6.1" } else { "6.2" }.into();
        document.host.microcode = Some(if number < 5 { "0x2" } else { "0x1" }.into());
        document.host.kernel_options = vec!["quiet".to_owned(); usize::from(number == 7)];
        fleet.add(&number.to_string(), &document);
    }
    let members: Vec<&Member> = fleet.members.iter().collect();
    let causes = cause::Causes::of(&fleet, &members, &[7]).of_host(members[7]);
    let found: Vec<_> = causes
        .iter()
        .map(|it| (&*it.field, &*it.value, &*it.usual, (it.hosts, it.of, it.odd)))
        .collect();
    let expected = [
        ("host.kernel_options", "[\"quiet\"]", "unknown", (1, 8, 1)),
        ("host.huge_pages", "unknown", "always", (1, 8, 1)),
        ("host.microcode", "0x1", "0x2", (3, 8, 1)),
    ];
    assert_eq!(found, expected, "four have either kernel: that is not more than half");
    let alike = cause::Causes::of(&fleet, &members, &[]).of_host(members[0]);
    assert_eq!(alike, []);
}

#[test]
fn what_is_empty_or_absent_is_no_fact() {
    let mut document = host(0, &mut Rng::new(1));
    document.host.kernel = String::new();
    document.host.microcode = None;
    document.host.kernel_options = Vec::new();
    document.host.cpu = "x".repeat(300);
    let known = facts::facts(&document, &document.platforms[0]);
    let of =
        |field: &str| known.iter().find(|(name, _)| name == field).map(|(_, value)| value.len());
    assert_eq!(["host.kernel", "host.microcode", "host.kernel_options"].map(of), [None; 3]);
    assert_eq!(of("host.cpu"), Some(200));
    assert_eq!(of("unit"), Some("cycles".len()));
}

#[test]
fn a_member_keeps_the_logarithm_of_a_cost_and_its_error() {
    let mut document = host(0, &mut Rng::new(1));
    let benchmarks = &mut document.platforms[0].benchmarks;
    benchmarks.truncate(3);
    let figures = [(1.0, Some(0.5)), (std::f64::consts::E, Some(-1.0)), (0.0, None)];
    for (summary, (value, error)) in benchmarks.iter_mut().zip(figures) {
        (summary.value, summary.error) = (Some(value), error);
    }
    let mut fleet = Fleet::default();
    fleet.add("a", &document);
    let found = |benchmark| fleet.members[0].find(benchmark).map(|it| (it.log, it.error));
    assert_eq!([found(0), found(1), found(2)], [Some((0.0, 0.5)), Some((1.0, 0.0)), None]);
}
