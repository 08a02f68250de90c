use proptest::prelude::*;

use super::*;
use crate::testing::workload;

fn parse(text: &str) -> Result<Usage, String> {
    Usage::parse(text.as_bytes().to_vec(), "u.json").map_err(|error| error.to_string())
}

#[test]
fn a_usage_is_read_as_it_is_written() {
    let workloads = vec![workload("gzip", 2.5e8, &[("cpuid", 36.0), ("never", 0.0)])];
    let usage = Usage { workloads, ..Usage::new(Unit::Instructions) };
    assert_eq!(parse(&serde_json::to_string(&usage).unwrap()), Ok(usage));
}

/// `w` was counted on `metal`, and takes 700 on `other`.
#[test]
fn a_workload_takes_on_each_machine_what_was_measured_there() {
    let run = |label: &str, names: &[&str]| PlatformRun {
        label: label.to_owned(),
        benchmarks: names
            .iter()
            .map(|name| Summary {
                value: Some(700.0),
                ..Summary::without_value(name, "workload", results::Status::Ok, String::new())
            })
            .collect(),
        ..PlatformRun::default()
    };
    let mut usage = Usage {
        workloads: vec![workload("w", 900.0, &[("cpuid", 2.0)])],
        ..Usage::new(Unit::Instructions)
    };
    usage.add_machine(&run("other", &["w", "v"]));
    usage.add_machine(&run("third", &["v"]));
    let known = &usage.workloads[0];
    let natives = BTreeSet::from(["metal", "other", "third"]);
    let on = |label| known.on(label, &natives).map(|it| (it.native.0.value, it.counts.len()));
    assert_eq!((on("metal"), on("other"), on("third")), (Some((900.0, 1)), Some((700.0, 1)), None));
    // Costs that are of one machine alone may call it as they like.
    let alone = known.on("mine", &BTreeSet::from(["mine"])).map(|it| it.native.0.value);
    assert_eq!(alone, Some(900.0));
    assert_eq!(parse(&serde_json::to_string(&usage).unwrap()), Ok(usage));
}

#[test]
fn what_makes_no_sense_is_refused_with_a_reason() {
    let with = |workload: &str| {
        let text = format!(
            r#"{{"usage_version":1,"unit":"cycles","workloads":[{{"name":"a",
               "source":{{"kind":"native","from":"x"}},{workload}}}]}}"#
        );
        parse(&text).unwrap_err()
    };
    assert_eq!(
        with(r#""native":0,"counts":{}"#),
        "u.json is no usage: \"a\" takes no time natively"
    );
    assert_eq!(
        with(r#""native":1,"elsewhere":{"m":{"native":0,"counts":{}}},"counts":{}"#),
        "u.json is no usage: \"a\" takes no time natively"
    );
    assert_eq!(
        with(r#""native":1,"elsewhere":{"m":{"native":1,"counts":{"b":-1}}},"counts":{}"#),
        "u.json is no usage: \"a\" does \"b\" less than 0 times"
    );
    let negative = with(r#""native":1,"counts":{"b":-1}"#);
    assert_eq!(negative, "u.json is no usage: \"a\" does \"b\" less than 0 times");
    assert!(with(r#""native":1,"counts":{},"more":1"#).contains("unknown field `more`"));
    let more =
        with(r#""native":1,"counts":{},"elsewhere":{"m":{"native":1,"counts":{},"more":1}}"#);
    assert!(more.contains("is no usage"), "{more}");
    assert_eq!(parse("{}").unwrap_err(), "u.json is no usage: it has no usage_version");
    assert!(parse(r#"{"usage_version":9}"#).unwrap_err().contains("has usage_version 9"));
    for text in ["", "[]", "null", "{\"usage_version\":1}", "{\"usage_version\":1,"] {
        assert!(parse(text).unwrap_err().starts_with("u.json is no usage"), "{text}");
    }
}

proptest! {
    #[test]
    fn damaged_files_are_refused_or_read_but_nothing_else_happens(at in 0usize..400, byte: u8) {
        let workloads = vec![workload("gzip", 2.5e8, &[("cpuid", 36.0), ("tick", 2.5)])];
        let usage = Usage { workloads, ..Usage::new(Unit::Cycles) };
        let mut bytes = serde_json::to_vec(&usage).unwrap();
        if let Some(place) = bytes.get_mut(at) {
            *place = byte;
        }
        if let Ok(read) = Usage::parse(bytes, "u.json") {
            let mut names = read.workloads.iter().map(|workload| &workload.name);
            let is_clean = names.all(|name| !name.contains(char::is_control));
            prop_assert!(is_clean);
        }
    }
}

#[test]
fn a_workload_waits_as_long_as_nobody_executes_anything() {
    let parts = |guest_user, other| results::Parts { guest_user, other, ..Default::default() };
    let worlds = results::Worlds { n: 2, run: parts(600, 440), control: parts(0, 40) };
    let counted = results::Event { run: 6, control: 0, per_operation: 3.0, residual: 0.0 };
    let never = results::Event { per_operation: 0.0, ..counted };
    let counters = [("use_halt", counted), ("use_port", never), ("part_tick", counted)];
    let counters = counters.map(|(name, event)| (name.to_owned(), event));
    let naps = Summary {
        category: WORKLOAD.to_owned(),
        value: Some(500.0),
        worlds: Some(worlds),
        events: Some(results::Events { n: 2, counters: counters.into(), expected: None }),
        ..Summary::without_value("naps", WORKLOAD, results::Status::Ok, String::new())
    };
    let run = PlatformRun { benchmarks: vec![naps.clone()], ..PlatformRun::default() };
    let usage = Usage::of(&run, SourceKind::Native, &[]);
    let counts = usage.workloads[0].counts.iter().map(|(name, count)| (&name[..], count.0.value));
    assert_eq!(counts.collect::<Vec<_>>(), [("halt", 3.0), ("idle", 200.0)]);
    let busy = results::Worlds { n: 2, run: parts(600, 40), control: parts(0, 40) };
    let busy = Summary { worlds: Some(busy), ..naps.clone() };
    let run = PlatformRun { benchmarks: vec![busy], ..PlatformRun::default() };
    let names = Usage::of(&run, SourceKind::Native, &[]).workloads.remove(0).counts;
    assert!(names.keys().eq(["halt"]), "it never waits: {names:?}");
    let uncounted = Summary { events: None, ..naps };
    let run = PlatformRun { benchmarks: vec![uncounted], ..PlatformRun::default() };
    assert_eq!(Usage::of(&run, SourceKind::Native, &[]).workloads, []);
}

#[test]
fn another_machine_s_part_of_the_counts_replaces_those_that_it_has() {
    let never = results::Event { run: 2, control: 2, per_operation: 0.0, residual: 0.0 };
    let often = results::Event { run: 7, control: 2, per_operation: 5.0, residual: 0.0 };
    let counters = [("part_halt", never), ("part_tick", often), ("exits", often)];
    let counters = counters.map(|(name, event)| (name.to_owned(), event)).into();
    let summary = Summary {
        value: Some(700.0),
        events: Some(results::Events { n: 1, counters, expected: None }),
        ..Summary::without_value("w", WORKLOAD, results::Status::Ok, String::new())
    };
    let run =
        PlatformRun { label: "m".into(), benchmarks: vec![summary], ..PlatformRun::default() };
    assert_eq!(Usage::of(&run, SourceKind::Native, &[]).workloads, [], "a part is no usage");
    let counts = [("halt", 3.0), ("port", 4.0), ("tick", 9.0)];
    let workloads = vec![workload("w", 500.0, &counts)];
    let mut usage = Usage { workloads, ..Usage::new(Unit::Instructions) };
    usage.add_machine(&run);
    let written = serde_json::to_string(&usage).unwrap();
    assert_eq!(Usage::parse(written.into(), "u.json").unwrap(), usage);
    let old = r#"{"usage_version":1,"unit":"cycles","workloads":[{"name":"a","source":{"kind":"native","from":"x"},
                 "native":7,"elsewhere":{"m":5},"counts":{}}]}"#;
    let old = Usage::parse(old.into(), "u.json").unwrap().workloads.remove(0);
    let machine = Elsewhere { native: crate::testing::exact(5.0), counts: BTreeMap::new() };
    assert_eq!(old.elsewhere["m"], machine);
    let there = usage.workloads[0].on("m", &["m", "metal"].into()).unwrap().into_owned();
    let expected = workload("w", 700.0, &[("halt", 0.0), ("port", 4.0), ("tick", 5.0)]);
    assert_eq!((there.native.0.value, there.counts), (700.0, expected.counts));
}

#[test]
fn kinds_of_counts_are_called_the_same_in_files_and_on_the_screen() {
    for kind in [SourceKind::Native, SourceKind::Emulated, SourceKind::Foreign] {
        assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
    }
}

#[test]
fn a_file_that_no_usage_can_be_is_not_even_read() {
    let why = Usage::parse(vec![0; (1 << 26) + 1], "u.json").unwrap_err().to_string();
    assert_eq!(why, "u.json is too large: more than 64 MiB");
}
