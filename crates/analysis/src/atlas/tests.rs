//! A history that is known: three builds of one Debian, one of another.

use super::*;
use results::{Events, Function, LinuxBuild, Parts, Profile, Status, Summary, Unit, Worlds};

fn summary(name: &str, value: f64) -> Summary {
    let summary = Summary::without_value(name, "c", Status::Ok, String::new());
    Summary { value: Some(value), ..summary }
}

fn cell(release: &str, compiler: &str, figures: &[(&str, f64)]) -> (String, Document) {
    let linux = LinuxBuild {
        release: release.to_owned(),
        compiler: compiler.to_owned(),
        ..LinuxBuild::default()
    };
    let run = PlatformRun {
        platform: "lab".to_owned(),
        spec: format!("lab:kernel={release}"),
        unit: Unit::Instructions,
        linux: Some(linux),
        benchmarks: figures.iter().map(|(name, value)| summary(name, *value)).collect(),
        ..PlatformRun::default()
    };
    (format!("{release}.json"), Document { platforms: vec![run], ..Document::default() })
}

fn history() -> Vec<(String, Document)> {
    vec![
        cell("6.12.43+deb12-cloud-x", "GCC: 12.2.0", &[("in", 100.0), ("out", 7.0)]),
        cell("6.12.107+deb13-cloud-x", "GCC: 14.2.0", &[("in", 90.0), ("out", 7.0)]),
        cell("6.12.117+deb12-cloud-x", "GCC: 12.2.0", &[("in", 137.0), ("out", 7.0)]),
        cell("6.16.12+deb13-cloud-x", "GCC: 14.2.0", &[("in", 98.0), ("out", 7.0)]),
    ]
}

#[test]
fn a_build_is_set_against_the_last_of_its_own_debian() {
    let (atlas, remarks) = Atlas::of(&history());
    assert_eq!((remarks.len(), atlas.columns.len()), (0, 1));
    let names: Vec<_> = atlas.columns[0].builds.iter().map(|build| &*build.name).collect();
    assert_eq!(names, ["6.12.43+deb12", "6.12.107+deb13", "6.12.117+deb12", "6.16.12+deb13"]);
    let steps: Vec<_> =
        atlas.steps.iter().map(|it| (&*it.from, &*it.to, it.kind, it.difference())).collect();
    assert_eq!(
        steps,
        [
            ("6.12.43+deb12", "6.12.117+deb12", Kind::Stable, 37.0),
            ("6.12.43+deb12", "6.12.107+deb13", Kind::Build, -10.0),
            ("6.12.107+deb13", "6.16.12+deb13", Kind::Series, 8.0),
        ]
    );
    assert_eq!(atlas.steps_from(0.2).count(), 1, "out never steps, and others are smaller");
}

#[test]
fn another_compiler_of_the_same_debian_is_another_build() {
    let mut cells = history();
    cells[2] = cell("6.12.117+deb12-cloud-x", "GCC: 12.3.0", &[("in", 137.0)]);
    let (atlas, _) = Atlas::of(&cells);
    assert_eq!(atlas.steps[0].kind, Kind::Build);
}

#[test]
fn what_waits_for_a_clock_is_no_step() {
    let parts = |guest_kernel, hypervisor, other| Parts {
        guest_kernel,
        hypervisor,
        other,
        ..Parts::default()
    };
    let with = |value: f64, run: Parts, exits: f64| {
        let worlds = Worlds { n: 1, run, control: Parts::default() };
        let event = results::Event { run: 1, control: 0, per_operation: exits, residual: 0.0 };
        let counters = [(results::EXITS.to_owned(), event)].into();
        let events = Events { n: 1, counters, ..Events::default() };
        Summary { worlds: Some(worlds), events: Some(events), ..summary("in", value) }
    };
    let waits = |summary: &Summary| Figure::of(summary, true).unwrap().waits;
    assert!(waits(&with(2_900_000.0, parts(100, 30_000, 2_869_900), 4.0)), "nobody works");
    assert!(waits(&with(2_400_000.0, parts(2_370_000, 30_000, 0), 4.0)), "a loop looks at a clock");
    assert!(!waits(&with(3_000.0, parts(7, 2_993, 0), 1.0)));
    assert!(!waits(&with(3_000.0, parts(7, 2_983, 10), 1.0)), "hardly any");
    for nothing in [0.0, -1.0, f64::INFINITY] {
        assert_eq!(Figure::of(&summary("in", nothing), true), None, "{nothing}");
    }
    assert!(!waits(&with(345_000.0, parts(345_000, 0, 0), 0.0)), "the guest has work of its own");
    let mut cells = history();
    let waiting = with(2_900_000.0, parts(100, 30_000, 2_869_900), 4.0);
    cells[3].1.platforms[0].benchmarks[0] = waiting;
    assert!(Atlas::of(&cells).0.steps.iter().all(|step| step.to != "6.16.12+deb13"));
}

#[test]
fn results_without_a_version_and_builds_that_failed_are_said() {
    let mut cells = history();
    cells[0].1.platforms[0].linux = None;
    cells[0].1.platforms[0].spec = "lab".to_owned();
    cells[1].1.platforms[0].failure = Some("it panics".to_owned());
    let (mut atlas, remarks) = Atlas::of(&cells);
    assert_eq!(remarks, ["6.12.43+deb12-cloud-x.json:  does not say which Linux it had"]);
    assert_eq!(atlas.columns[0].failures["6.12.107+deb13"], "it panics");
    atlas.fail("lab", "6.16.12+deb13", "it is there, so this does not count");
    atlas.fail("other", "7.3.4", "no package");
    assert_eq!((atlas.columns.len(), atlas.columns[0].failures.len()), (2, 1));
    assert!(atlas.has_failures() && !Atlas::of(&history()).0.has_failures());
}

#[test]
fn the_functions_of_a_step_sum_to_it_and_renamed_ones_are_one() {
    let (mut atlas, _) = Atlas::of(&history());
    let profile = |n: u64, total: i64, functions: &[(&str, i64)]| Profile {
        n,
        total,
        functions: functions
            .iter()
            .map(|&(name, own)| Function { name: name.to_owned(), own, ..Function::default() })
            .collect(),
        ..Profile::default()
    };
    let many: Vec<String> = (0..20).map(|index| format!("small_{index}")).collect();
    let mut before = vec![("run", 120), ("walk.isra.0", 40), ("gone", 40)];
    let mut after = vec![("run", 60), ("__pi_walk", 30), ("new", 27)];
    before.extend(many.iter().map(|name| (&**name, 0)));
    after.extend(many.iter().map(|name| (&**name, 1)));
    let explained =
        atlas.steps[0].explained_by(&profile(2, 200, &before), &profile(1, 137, &after));
    let names: Vec<_> = explained.functions.iter().map(|it| (&*it.name, it.difference)).collect();
    assert_eq!(names[..3], [("new", 27.0), ("gone", -20.0), ("walk", 10.0)]);
    let sum: f64 = names.iter().map(|(_, difference)| difference).sum();
    assert!((sum + explained.others_difference - 37.0).abs() < 1e-9, "{explained:?}");
    assert_eq!((explained.before, explained.after), (100.0, 137.0));
    assert_eq!((names.len(), explained.others), (NAMED, 11));
    atlas.explain(std::slice::from_ref(&explained));
    assert_eq!(atlas.steps[0].explained, Some(explained));
    assert!(atlas.steps[1..].iter().all(|step| step.explained.is_none()));
}

#[test]
fn of_a_build_that_is_there_twice_the_later_result_counts() {
    let measured = |day: &str, value: f64| {
        let (file, mut document) = cell("6.12.43+deb12-cloud-x", "", &[("in", value)]);
        document.started = day.to_owned();
        (file, document)
    };
    let cells =
        [measured("2026-11-24", 1.0), measured("2026-11-26", 3.0), measured("2026-11-25", 2.0)];
    let (atlas, _) = Atlas::of(&cells);
    let builds = &atlas.columns[0].builds;
    assert_eq!((builds.len(), builds[0].figures["in"].value), (1, 3.0));
}

#[test]
fn a_platform_where_nothing_ran_is_named_with_what_failed_there() {
    let mut failed = cell("6.12.43+deb12-cloud-x", "", &[]);
    failed.1.platforms[0].failure = Some("it panics".to_owned());
    let (mut atlas, _) = Atlas::of(&[failed]);
    atlas.fail("lab", "7.3", "no package");
    atlas.fail("other", "7.3.4", "no package");
    let columns: Vec<_> =
        atlas.columns.iter().map(|it| (&*it.platform, it.failures.len())).collect();
    assert_eq!(columns, [("lab", 2), ("other", 1)]);
}

#[test]
fn builds_have_their_order_their_debian_and_their_benchmarks() {
    let mut cells = history();
    cells.push(cell("6.12.43+deb12-cloud-x", "GCC: 12.2.0", &[("in", 5.0), ("cpuid", 4.0)]));
    cells[4].1.platforms[0].platform = "other".to_owned();
    let (atlas, _) = Atlas::of(&cells);
    assert_eq!(atlas.benchmarks(), ["cpuid", "in", "out"]);
    let names = |builds: &[&Build]| builds.iter().map(|it| it.name.clone()).collect::<Vec<_>>();
    let all = ["6.12.43+deb12", "6.12.107+deb13", "6.12.117+deb12", "6.16.12+deb13"];
    assert_eq!(names(&atlas.builds()), all, "each once");
    let column = &atlas.columns[0];
    assert_eq!(column.build(all[2]).unwrap().figures["in"].value, 137.0);
    assert!(column.build("6.9").is_none());
    let lines: Vec<_> = column.lines().iter().map(|line| names(line)).collect();
    assert_eq!(lines, [[all[0], all[2]], [all[1], all[3]]]);
}

#[test]
fn kinds_of_steps_have_names_of_their_own() {
    assert_eq!(Kind::ALL.map(Kind::name), ["stable update", "new series", "other build"]);
}

#[test]
fn versions_of_another_program_are_a_line_of_their_own() {
    let with = |release: &str, version: &str, value: f64| {
        let (_, mut document) = cell("x", "", &[("in", value)]);
        let run = &mut document.platforms[0];
        (run.linux, run.spec) = (None, format!("lab:qemu={release}"));
        let packages =
            vec![results::Package { version: version.to_owned(), ..results::Package::default() }];
        run.inner = vec![results::InnerBuild {
            key: "qemu".to_owned(),
            release: release.to_owned(),
            packages,
        }];
        (format!("qemu-{release}.json"), document)
    };
    let mut cells = history();
    cells.push(with("11.1", "1:11.1.3+ds-1~bpo13+1", 52.0));
    cells.push(with("7.2", "1:7.2+dfsg-7+deb12u19", 60.0));
    cells.push(with("10.0", "1:10.0.13+ds-0+deb13u1", 56.0));
    let (mut atlas, remarks) = Atlas::of(&cells);
    assert_eq!(remarks.len(), 0);
    let of_it = atlas.of_subject(Subject::Qemu);
    assert_eq!((atlas.columns.len(), of_it.columns.len()), (2, 1));
    let steps: Vec<_> =
        of_it.steps.iter().map(|it| (&*it.platform, &*it.from, &*it.to, it.kind)).collect();
    assert_eq!(
        steps,
        [
            ("lab:qemu=*", "QEMU 10.0", "QEMU 11.1", Kind::Series),
            ("lab:qemu=*", "QEMU 7.2", "QEMU 10.0", Kind::Build),
        ]
    );
    let names: Vec<_> = atlas.builds().iter().map(|build| &*build.name).collect();
    assert_eq!(names[3..], ["6.16.12+deb13", "QEMU 7.2", "QEMU 10.0", "QEMU 11.1"]);
    assert_eq!(of_it.builds()[1].version, "1:10.0.13+ds-0+deb13u1");
    assert_eq!(atlas.of_subject(Subject::Linux).columns[0].builds.len(), 4);
    atlas.fail("lab:qemu=*", "QEMU 5.2", "no package");
    atlas.fail("other:xen=*", "Xen 4.14", "no package");
    assert_eq!(atlas.columns[1].failures.len(), 1);
    assert_eq!(atlas.of_subject(Subject::Xen).columns[0].platform, "other:xen=*");
    let (mut alone, _) = Atlas::of(&cells[..5]);
    alone.fail("lab:qemu=*", "QEMU 5.2", "no package");
    let column = &alone.columns[1];
    assert_eq!((column.builds.len(), column.failures.len()), (1, 1), "what there is stays");
}

/// A boot says nothing of the hypervisor's Linux, whose line it would enter otherwise.
#[test]
fn linuxes_of_guests_are_a_line_with_their_boots() {
    let with = |release: &str, kernel: u64| {
        let (_, mut document) = cell("6.1.0-9-cloud-x", "", &[("getppid", 354.0)]);
        let run = &mut document.platforms[0];
        run.spec = format!("lab:guest-kernel={release}");
        run.guest = ground::GuestKind::Linux;
        run.inner = vec![results::InnerBuild {
            key: "guest-kernel".to_owned(),
            release: release.to_owned(),
            packages: vec![results::Package {
                version: "6.12.43-1~bpo12+1".to_owned(),
                ..results::Package::default()
            }],
        }];
        let stages = results::Stages {
            loader: Some(kernel / 10),
            kernel: Some(kernel),
            process: Some(20),
            power_off: None,
        };
        run.boots = vec![results::Boot { stages, ..results::Boot::default() }];
        (format!("{release}.json"), document)
    };
    let cells = [with("6.1.0-47", 1000), with("6.12.43+deb12", 1100)];
    let (atlas, remarks) = Atlas::of(&cells);
    assert_eq!((remarks.len(), atlas.columns.len()), (0, 1));
    let column = &atlas.columns[0];
    assert_eq!((&*column.platform, column.subject), ("lab:guest-kernel=*", Subject::Guest));
    let build = column.build("guest 6.12.43+deb12").unwrap();
    let figures: Vec<_> = build.figures.iter().map(|(name, it)| (&**name, it.value)).collect();
    let expected = [
        ("boot", 1230.0),
        ("boot-kernel", 1100.0),
        ("boot-loader", 110.0),
        ("boot-process", 20.0),
        ("getppid", 354.0),
    ];
    assert_eq!(figures, expected);
    let steps: Vec<_> = atlas.steps.iter().map(|it| (&*it.benchmark, it.difference())).collect();
    assert_eq!(steps, [("boot-loader", 10.0)], "the others wait");
    let (mut atlas, _) = Atlas::of(&[]);
    atlas.fail("lab:guest-kernel=*", "guest 4.4", "Debian has none");
    assert_eq!(atlas.columns[0].subject, Subject::Guest);
}
