use super::*;
use crate::reference;
use results::{
    Boot, Document, GuestEnvironment, Measured, Plan, PlatformRun, Reference, Sample, Speed,
    Status, Summary,
};
use stats::testing::Rng;

/// A side whose benchmarks had these figures in their boots, in batches without any spread.
fn side(run: &str, unit: Unit, benchmarks: &[(&str, &[f64])]) -> Side {
    let boots = benchmarks.iter().map(|(_, figures)| figures.len()).max().unwrap_or_default();
    let mut document = Document { started: run.to_owned(), ..Document::default() };
    let mut platform = PlatformRun {
        label: "test".into(),
        platform: "test".into(),
        spec: "test".into(),
        unit,
        ..PlatformRun::default()
    };
    platform.boots = (1..).take(boots).map(|round| Boot { round, ..Boot::default() }).collect();
    for (name, figures) in benchmarks {
        let parts: Vec<_> = figures.iter().map(|figure| measured(name, *figure)).collect();
        let parts: Vec<_> = platform.boots.iter().zip(&parts).collect();
        platform.benchmarks.extend(Summary::over_boots(&parts, None, unit));
    }
    document.platforms.push(platform);
    Side::of(document, run, None).unwrap()
}

fn measured(name: &str, figure: f64) -> Measured {
    let estimate = results::Estimate::of(vec![figure; 8]);
    Measured { status: Status::Ok, estimate, ..Measured::unfinished(name, "test", "") }
}

fn cycles(run: &str, benchmarks: &[(&str, &[f64])]) -> Side {
    side(run, Unit::Cycles, benchmarks)
}

fn compared(a: &Side, b: &Side) -> Comparison {
    Comparison::new(a, b, THRESHOLD).unwrap()
}

fn verdicts(a: &Side, b: &Side) -> Vec<Verdict> {
    compared(a, b).rows.iter().map(|row| row.verdict).collect()
}

#[test]
fn counted_instructions_are_compared_to_the_last_one() {
    let a =
        side("old", Unit::Instructions, &[("in", &[5276.0]), ("out", &[7.0]), ("sgdt", &[1.0])]);
    let b =
        side("new", Unit::Instructions, &[("in", &[5313.0]), ("out", &[7.0]), ("sgdt", &[0.5])]);
    let found = compared(&a, &b);
    let change = found.rows[0].change.as_ref().unwrap();
    assert_eq!((change.difference, change.basis), (37.0, Basis::Exact));
    assert_eq!(change.low, change.high);
    assert_eq!(verdicts(&a, &b), [Verdict::Slower, Verdict::Same, Verdict::Faster]);
}

#[test]
fn cycles_and_instructions_are_never_compared() {
    let (a, b) = (cycles("a", &[]), side("b", Unit::Instructions, &[]));
    assert_eq!(Comparison::new(&a, &b, THRESHOLD), None);
}

#[test]
fn boot_means_decide_where_they_are_far_enough_apart() {
    let a =
        cycles("a", &[("x", &[100.0, 101.0, 99.0, 100.5]), ("y", &[100.0, 102.0, 98.0, 101.0])]);
    let b =
        cycles("b", &[("x", &[120.0, 121.0, 119.0, 120.5]), ("y", &[100.5, 101.0, 99.0, 100.0])]);
    assert_eq!(verdicts(&a, &b), [Verdict::Slower, Verdict::Same]);
    assert_eq!(verdicts(&b, &a), [Verdict::Faster, Verdict::Same]);
    let change = compared(&a, &b).rows[0].change.clone().unwrap();
    assert_eq!(change.basis, Basis::Boots);
    // ln of the means: 0.1820; s of both about 0.0083, so t·s·√(2/4) is about 0.0144.
    assert!((change.share - 0.1997).abs() < 1e-3, "{change:?}");
    assert!(change.low.unwrap() > 0.17 && change.high.unwrap() < 0.23, "{change:?}");
}

#[test]
fn where_measuring_ends_as_soon_as_it_is_decided_each_look_may_err_less() {
    let costs = |around: f64| (0..8).map(|i| around + f64::from(i % 3)).collect::<Vec<_>>();
    let planned = |most| {
        let mut sides =
            [cycles("run", &[("x", &costs(100.0))]), cycles("run", &[("x", &costs(103.0))])];
        for side in &mut sides {
            side.about.settings.until_decided = most;
        }
        sides
    };
    let [a, b] = planned(None);
    let width = |found: &Comparison| {
        let change = found.rows[0].change.as_ref().unwrap();
        change.high.unwrap() - change.low.unwrap()
    };
    let ([c, d], once) = (planned(Some(60)), compared(&a, &b));
    let looked = compared(&c, &d);
    assert_eq!((once.until_decided, looked.until_decided), (None, Some(60)));
    assert!(once.rows[0].change.as_ref().unwrap().certain);
    assert!(!looked.rows[0].change.as_ref().unwrap().certain, "{looked:?}");
    assert!(width(&looked) > 1.5 * width(&once));
    // Boots of another run were not looked at.
    let mut elsewhere = d;
    elsewhere.about.started = "another day".into();
    assert_eq!(compared(&c, &elsewhere).until_decided, None);
}

#[test]
fn what_scatters_is_undecided_and_says_how_many_more_boots_it_takes() {
    let a = cycles("a", &[("x", &[100.0, 140.0, 80.0])]);
    let b = cycles("b", &[("x", &[130.0, 170.0, 100.0])]);
    let found = compared(&a, &b);
    assert_eq!(found.rows[0].verdict, Verdict::Undecided);
    assert!(found.rows[0].more_boots.unwrap() > 3, "{found:?}");
}

#[test]
fn one_boot_a_side_decides_nothing() {
    let (a, b) = (cycles("a", &[("x", &[100.0])]), cycles("b", &[("x", &[900.0])]));
    let row = &compared(&a, &b).rows[0];
    assert_eq!((row.verdict, row.more_boots), (Verdict::Undecided, None));
    assert!(row.reason.contains("one boot a side"));
}

#[test]
fn benchmarks_that_failed_or_are_missing_say_so() {
    let mut a = cycles("a", &[("x", &[1.0, 1.0]), ("y", &[1.0, 1.0]), ("old", &[1.0, 1.0])]);
    let mut b = cycles("b", &[("x", &[1.0, 1.0]), ("y", &[1.0, 1.0]), ("new", &[1.0, 1.0])]);
    let hung = |name: &str| Summary::without_value(name, "test", Status::Hung, "silence".into());
    b.run.benchmarks[0] = hung("x");
    a.run.benchmarks[1] = hung("y");
    let found = compared(&a, &b);
    let expected = [Verdict::Broken, Verdict::Mended, Verdict::Missing, Verdict::Missing];
    assert_eq!(found.rows.iter().map(|row| row.verdict).collect::<Vec<_>>(), expected);
    assert_eq!(found.rows[0].reason, "B: hung: silence");
    assert_eq!(found.rows[3].reason, "A does not have it");
}

#[test]
fn empty_results_have_nothing_to_compare() {
    let found = compared(&cycles("a", &[]), &cycles("b", &[]));
    assert!(found.rows.is_empty() && found.reliability.is_none() && found.comparable);
}

#[test]
fn another_processor_or_frequency_is_decisive_and_other_differences_are_told() {
    let (a, mut b) = (cycles("a", &[]), cycles("b", &[]));
    b.about.host.huge_pages = Some("always".into());
    b.about.settings.cpus = 4;
    let found = compared(&a, &b);
    assert!(found.comparable);
    let fields: Vec<_> = found.environment.iter().map(|d| d.field.as_str()).collect();
    assert_eq!(fields, ["host.huge_pages", "settings.cpus"]);
    let changes: [fn(&mut Side); 3] = [
        |side| side.about.host.cpu = "Another CPU".into(),
        |side| side.about.host.microcode = Some("0x2".into()),
        |side| side.about.host.frequency.turbo = Some(true),
    ];
    for change in changes {
        let mut other = b.clone();
        change(&mut other);
        let found = compared(&a, &other);
        assert!(!found.comparable && found.environment[0].decisive, "{found:?}");
    }
}

#[test]
fn two_kernels_of_one_machine_are_compared_as_such() {
    let (a, mut b) = (cycles("a", &[("x", &[100.0])]), cycles("b", &[("x", &[110.0])]));
    b.about.host.kernel = "6.99".into();
    b.about.host.kernel_version = Some("#2".into());
    let found = compared(&a, &b);
    assert!(found.comparable && found.mode == Mode::Kernels, "{found:?}");
    b.about.host.cpu = "Another CPU".into();
    assert_eq!(compared(&a, &b).mode, Mode::Apart, "nothing is known of the clocks");
}

#[test]
fn machines_are_compared_in_time_and_never_in_cycles_of_two_clocks() {
    let with_clock = |name: &str, hz: u64| {
        let mut side = cycles(name, &[("x", &[2600.0, 2600.0])]);
        let timer = results::Timer { hz: Some(hz), ..results::Timer::default() };
        side.run.boots.iter_mut().for_each(|boot| boot.guest.timer = Some(timer.clone()));
        side
    };
    let (a, b) = (with_clock("a", 2_600_000_000), with_clock("b", 1_300_000_000));
    let found = compared(&a, &b);
    assert!(!found.comparable && found.mode == Mode::Machines && found.hz == Some(1_000_000_000));
    let row = &found.rows[0];
    let times = [&row.a, &row.b].map(|side| side.as_ref().unwrap().value.unwrap());
    assert!((times[0] - 1000.0).abs() < 1e-6 && (times[1] - 2000.0).abs() < 1e-6, "{times:?}");
    assert!((row.change.as_ref().unwrap().share - 1.0).abs() < 1e-9, "{row:?}");
}

#[test]
fn no_host_matters_to_counted_instructions() {
    let a = side("a", Unit::Instructions, &[]);
    let mut b = side("b", Unit::Instructions, &[]);
    b.about.host.cpu = "Another CPU".into();
    let found = compared(&a, &b);
    assert!(found.comparable && found.environment.len() == 1);
}

#[test]
fn published_figures_are_another_machine_and_have_a_reliability() {
    let of = |name: &str| Side::of(reference::find(name).unwrap(), name, None).unwrap();
    let (host, shadow) = (of("paper-host"), of("paper-kvm-shadow"));
    let found = compared(&host, &shadow);
    let reliability = found.reliability.unwrap();
    assert_eq!(reliability.benchmarks, 14, "all rows but idle and hypercall");
    assert!(reliability.a_better > 0.99 && reliability.b_better < 0.01, "{reliability:?}");
    assert!(!compared(&host, &cycles("here", &[])).comparable);
}

#[test]
fn rules_fail_only_what_is_certain_and_beyond_them() {
    let old: &[f64] = &[100.0, 101.0, 99.0, 100.5];
    let new: &[f64] = &[120.0, 121.0, 119.0, 120.5];
    let wide: &[f64] = &[90.0, 300.0, 70.0, 250.0];
    let a = cycles("a", &[("x", old), ("y", old), ("z", old)]);
    let b = cycles("b", &[("x", new), ("y", wide), ("z", old)]);
    let found = compared(&a, &b);
    let broken = |rule: &str| {
        let gate = Gate::new(&[rule.parse().unwrap()], None).unwrap();
        gate.violations(&found).iter().map(|v| v.benchmark.clone()).collect::<Vec<_>>()
    };
    assert_eq!(broken("slower>5%"), ["x"], "y is dearer too, but not for certain");
    assert_eq!(broken("changed > 0%"), ["x"]);
    assert!(broken("slower>25%").is_empty() && broken("faster>5%").is_empty());
    for wrong in ["slower", "slower>5", "dearer>5%", "slower>-1%", "slower>NaN%", ""] {
        assert!(wrong.parse::<Rule>().is_err(), "{wrong}");
    }
}

#[test]
fn rules_of_a_file_come_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rules.toml");
    let write = |text: &str| std::fs::write(&path, text).unwrap();
    let a =
        side("a", Unit::Instructions, &[("ipi", &[100.0]), ("in", &[100.0]), ("out", &[100.0])]);
    let b =
        side("b", Unit::Instructions, &[("ipi", &[120.0]), ("in", &[120.0]), ("out", &[120.0])]);
    write(
        "[[rule]]\nbenchmarks = \"ipi*\"\nfail-on = \"slower>30%\"\n\
         [[rule]]\nbenchmarks = \"out\"\nfail-on = \"never\"\n",
    );
    let gate = Gate::new(&["slower>5%".parse().unwrap()], Some(&path)).unwrap();
    let violations = gate.violations(&compared(&a, &b));
    assert_eq!(violations.len(), 1);
    assert_eq!((&violations[0].benchmark[..], &violations[0].rule[..]), ("in", "slower>5%"));
    for wrong in
        ["[[rule]]\n", "rule = 5", "[[rule]]\nbenchmarks=\"[\"\nfail-on=\"never\"", "x = 1"]
    {
        write(wrong);
        let error = Gate::new(&[], Some(&path)).unwrap_err().to_string();
        assert!(error.contains("rules.toml"), "{error}");
    }
}

/// A shared machine: two boots of five meet a neighbour that makes everything take two and a half
/// times as long, which the reference sees.
struct Machine(Rng);

impl Machine {
    /// A boot with sixteen benchmarks, of which `slowed` are dearer by a fifth.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "some millions of ticks"
    )]
    fn boot(&mut self, round: u32, slowed: usize) -> Boot {
        let (slowness, ticks) = if self.0.uniform() < 0.4 { (2.5, 2500) } else { (1.0, 1000) };
        let layout = (0.01 * self.0.normal()).exp();
        let benchmark = |bench: usize| {
            let extra = if bench < slowed { 1.2 } else { 1.0 };
            let mut sample = |i| Sample {
                i,
                run: (1e6 * layout * extra * slowness * (0.02 * self.0.normal()).exp()) as u64,
                before: Some(ticks),
                after: Some(ticks),
                ..Sample::default()
            };
            let samples: Vec<Sample> = (0..8).map(&mut sample).collect();
            let plan = Some(Plan { n: 1, batches: 8, why: String::new() });
            let name = format!("b{bench:02}");
            let ended = Measured { status: Status::Ok, ..Measured::unfinished(&name, "test", "") };
            let measured = Measured { plan, samples, ..ended };
            Measured { estimate: results::Estimate::of(measured.costs()), ..measured }
        };
        let benchmarks = (0..16).map(benchmark).collect();
        let reference = Some(Reference { rounds: Some(10), ticks: None });
        let guest = GuestEnvironment { reference, ..GuestEnvironment::default() };
        Boot { round, guest, benchmarks, ..Boot::default() }
    }

    /// The verdicts on so many boots a side.
    fn verdicts(&mut self, boots: u32, slowed: usize) -> Vec<Verdict> {
        let sides = [0, slowed].map(|slowed| {
            let mut run = PlatformRun { label: "test".into(), ..PlatformRun::default() };
            run.boots = (1..=boots).map(|round| self.boot(round, slowed)).collect();
            run.speed = Speed::of(&run.boots, None);
            run.benchmarks =
                (0..16).filter_map(|bench| run.sum_up(&format!("b{bench:02}"))).collect();
            Side::of(Document { platforms: vec![run], ..Document::default() }, "run", None).unwrap()
        });
        verdicts(&sides[0], &sides[1])
    }
}

#[test]
fn on_a_disturbed_machine_the_same_is_not_called_different_and_what_is_slower_is_found() {
    let mut machine = Machine(Rng::new(5));
    let (mut wrong, mut exactly) = (0, 0);
    for _ in 0..20 {
        let same = machine.verdicts(12, 0);
        wrong += same.iter().filter(|v| matches!(v, Verdict::Slower | Verdict::Faster)).count();
        let found = machine.verdicts(12, 4);
        let right = |(bench, verdict): (usize, &Verdict)| {
            (bench < 4) == (*verdict == Verdict::Slower) && *verdict != Verdict::Faster
        };
        exactly += usize::from(found.iter().enumerate().all(right));
    }
    assert_eq!(wrong, 0, "of 320 verdicts");
    assert!(exactly >= 19, "{exactly} of 20 runs are judged exactly right");
}

#[test]
fn a_comparison_is_settled_when_nothing_is_undecided_or_no_boots_would_help() {
    let costs: &[f64] = &[100.0, 101.0, 99.0, 100.5];
    let a = cycles("a", &[("x", costs), ("y", costs)]);
    let mut found = compared(&a, &a);
    assert_eq!((found.count(Verdict::Same), found.count(Verdict::Slower)), (2, 0));
    assert!(found.is_settled());
    found.rows[1].verdict = Verdict::Undecided;
    assert!(!found.is_settled());
    found.rows[1].is_hopeless = true;
    assert!(found.is_settled());
}

/// Costs so far apart that no number of boots tells the two sides apart, on so many of them.
#[test]
fn whether_more_boots_would_help_is_said_from_twenty_on() {
    let hopeless = |boots: usize| {
        let costs: Vec<f64> = (0..boots).map(|i| if i % 2 == 0 { 50.0 } else { 200.0 }).collect();
        let side = cycles("a", &[("x", &costs)]);
        let row = compared(&side, &side).rows.remove(0);
        (row.verdict, row.is_hopeless)
    };
    assert_eq!(hopeless(19), (Verdict::Undecided, false));
    assert_eq!(hopeless(20), (Verdict::Undecided, true));
}

#[test]
fn a_gate_without_rules_is_open_and_one_with_rules_watches_what_is_undecided() {
    let (steady, wide): (&[f64], &[f64]) = (&[100.0, 100.0, 100.0], &[90.0, 300.0, 70.0]);
    let a = cycles("a", &[("x", steady), ("y", steady), ("z", steady)]);
    let undecided = compared(&a, &cycles("b", &[("x", wide)]));
    let decided = compared(&a, &a);
    let rule = Gate::default().and(Rule::slower(0.05));
    assert!(Gate::default().is_open() && !rule.is_open());
    assert!(rule.is_undecided(&undecided) && !rule.is_undecided(&decided));
    assert!(!Gate::default().is_undecided(&undecided), "nothing is watched");
    let missing = compared(&cycles("a", &[("x", wide)]), &cycles("b", &[]));
    assert!(!rule.is_undecided(&missing), "what was not measured breaks no rule");
    let dearer = compared(&a, &cycles("b", &[("x", &[110.0, 110.0, 110.0])]));
    let broken = rule.violations(&dearer);
    assert_eq!(
        broken.iter().map(|it| (&*it.benchmark, &*it.rule)).collect::<Vec<_>>(),
        [("x", "slower>5%")]
    );
    let file = tempfile::NamedTempFile::new().unwrap();
    let never = "[[rule]]\nbenchmarks = \"x\"\nfail-on = \"never\"\n";
    std::fs::write(file.path(), never).unwrap();
    let excepted = Gate::new(&[Rule::slower(0.05)], Some(file.path())).unwrap();
    assert!(!excepted.is_undecided(&undecided) && !excepted.is_open());
    assert!(!Gate::new(&[], Some(file.path())).unwrap().is_open());
}

#[test]
fn rules_are_written_as_they_are_read_and_hold_in_their_direction() {
    for rule in ["slower>5%", "faster>2.5%", "changed>0%"] {
        assert_eq!(rule.parse::<Rule>().unwrap().to_string(), rule);
    }
    let of = |cost: f64| {
        let (a, b) = (
            side("a", Unit::Instructions, &[("x", &[100.0])]),
            side("b", Unit::Instructions, &[("x", &[cost])]),
        );
        let found = compared(&a, &b);
        let is_broken =
            |rule: &str| !Gate::default().and(rule.parse().unwrap()).violations(&found).is_empty();
        ["slower>25%", "faster>25%", "changed>25%"].map(is_broken)
    };
    assert_eq!(of(150.0), [true, false, true]);
    assert_eq!(of(50.0), [false, true, true]);
    assert_eq!([of(125.0), of(75.0)], [[false; 3]; 2], "the limit itself is allowed");
}

#[test]
fn a_threshold_is_a_percentage_from_nothing_to_a_million() {
    let shares = ["5%", " 0 %", "1e6%"].map(|text| threshold(text).unwrap());
    assert_eq!(shares, [0.05, 0.0, 1e4]);
    for wrong in ["-1%", "1000001%", "5", "%", "x%", "NaN%"] {
        assert!(threshold(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn verdicts_are_called_the_same_in_files_and_on_the_screen() {
    for verdict in Verdict::ALL {
        assert_eq!(serde_json::to_value(verdict).unwrap(), verdict.word());
        assert_eq!(verdict.to_string(), verdict.word());
    }
}

#[test]
fn a_side_is_a_file_one_of_its_platforms_or_published_figures() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a:b.json");
    let name = path.to_str().unwrap();
    let label = |label: &str| PlatformRun { label: label.into(), ..cycles("a", &[]).run };
    let document = Document {
        schema_version: 1,
        platforms: vec![label("x"), label("y")],
        ..Document::default()
    };
    std::fs::write(&path, serde_json::to_string(&document).unwrap()).unwrap();
    let found = |name: &str| {
        Side::find(name).map(|side| (side.run.label, side.name)).map_err(|e| e.to_string())
    };
    let named = format!("{name}:y");
    assert_eq!(found(&named), Ok(("y".to_owned(), named.clone())));
    assert_eq!(found(&format!("{name}:z")), Err(format!("{name} has no platform \"z\"")));
    assert_eq!(found(name), Err(format!("{name} has 2 platforms; one has to be chosen")));
    assert_eq!(found("paper-host").unwrap().0, "paper-host");
    assert!(found("paper-mainframe").unwrap_err().starts_with("there is no file"));
    assert!(found("@999999").unwrap_err().starts_with("there is no run"));
}

#[test]
fn counted_instructions_that_vary_are_known_by_their_boots() {
    let steady = side("a", Unit::Instructions, &[("x", &[100.0, 100.0, 100.0])]);
    let varying = side("b", Unit::Instructions, &[("x", &[100.0, 120.0, 90.0])]);
    let change = |b: &Side| compared(&steady, b).rows[0].change.clone().unwrap();
    assert_eq!(change(&varying).basis, Basis::Boots);
    let same = change(&steady);
    assert_eq!((same.basis, same.difference, same.certain), (Basis::Exact, 0.0, false));
    let dearer = side("c", Unit::Instructions, &[("x", &[101.0, 101.0, 101.0])]);
    assert!(change(&dearer).certain);
}

/// Of the 20 ways to deal six ranks to two sides of three, four lie as far apart: the figures alone would say
/// a seventh.
#[test]
fn boots_that_overlap_are_as_likely_as_their_ranks() {
    let a = cycles("a", &[("x", &[100.0, 101.0, 103.0])]);
    let b = cycles("b", &[("x", &[102.0, 104.0, 105.0])]);
    let change = compared(&a, &b).rows[0].change.clone().unwrap();
    assert!((change.p_value.unwrap() - 4.0 / 20.0).abs() < 1e-9, "{change:?}");
}

#[test]
fn an_interval_that_ends_at_zero_does_not_leave_it_out() {
    let certain = |low, high| {
        let share = f64::midpoint(low, high);
        let (p_value, adjusted_p) = (Some(0.0), None);
        let (low, high) = (Some(low), Some(high));
        let (difference, basis) = (share, Basis::Boots);
        let mut change =
            Change { share, low, high, difference, basis, p_value, adjusted_p, certain: false };
        change.adjust(0.001, Allowance { looks: None, boots: 9 });
        change.certain
    };
    assert!(certain(0.1, 0.2) && certain(-0.2, -0.1));
    assert!(!certain(0.0, 0.2) && !certain(-0.2, 0.0) && !certain(-0.1, 0.1));
}

#[test]
fn clocks_that_differ_by_more_than_a_hundredth_are_told() {
    let at = |run: &str, unit, hz| {
        let mut side = side(run, unit, &[("x", &[1.0, 1.0])]);
        let timer = results::Timer { hz: Some(hz), ..results::Timer::default() };
        side.run.boots[0].guest.timer = Some(timer);
        side
    };
    let clocks = |a: &Side, b: &Side| {
        let mut found = compared(a, b).environment.into_iter();
        let found = found.find(|it| it.field == "guest.timer.hz");
        found.map(|it| (it.a, it.b, it.decisive))
    };
    let cycles = |run: &str, hz| at(run, Unit::Cycles, hz);
    let told = |decisive| Some(("1000 MHz".to_owned(), "985 MHz".to_owned(), decisive));
    let (fast, slow) = (cycles("a", 1_000_000_000), cycles("b", 985_000_000));
    assert_eq!(clocks(&fast, &slow), told(true));
    assert_eq!(clocks(&fast, &cycles("a", 985_000_000)), told(false), "one machine");
    assert_eq!(clocks(&fast, &cycles("b", 995_000_000)), None);
    assert_eq!(clocks(&cycles("a", 100), &cycles("b", 99)), None, "a hundredth");
    let counted = |hz| at("a", Unit::Instructions, hz);
    assert_eq!(clocks(&counted(1000), &counted(500)), None);
}

#[test]
fn what_a_guest_does_about_weaknesses_is_told_where_it_says_so() {
    let with = |state: Option<&str>| {
        let mut side = cycles("a", &[("x", &[1.0])]);
        let vulnerabilities = state.map(|state| ("l1tf".to_owned(), state.to_owned()));
        let vulnerabilities = vulnerabilities.into_iter().collect();
        let system = results::System { vulnerabilities, ..results::System::default() };
        side.run.boots[0].guest.system = Some(system);
        side
    };
    let told = |a, b| {
        let found = compared(&with(a), &with(b)).environment.into_iter();
        found.map(|it| (it.field, it.a, it.b)).collect::<Vec<_>>()
    };
    let field = |a: &str, b: &str| ("guest.vulnerabilities".to_owned(), a.to_owned(), b.to_owned());
    let said = |state: &str| format!(r#"{{"l1tf":"{state}"}}"#);
    assert_eq!(told(Some("mitigated"), Some("open")), [field(&said("mitigated"), &said("open"))]);
    assert_eq!(told(Some("open"), None), [field(&said("open"), "unknown")]);
    assert_eq!(told(None, None), []);
}

#[test]
fn in_time_all_of_a_side_is_nanoseconds_and_both_need_a_clock() {
    let timer = results::Timer { hz: Some(2_000_000_000), ..results::Timer::default() };
    let mut side = cycles("a", &[("x", &[2600.0, 2600.0])]);
    for (boot, figure) in side.run.boots.iter_mut().zip(&mut side.run.benchmarks[0].boots) {
        boot.guest.timer = Some(timer.clone());
        figure.cost = Some(2600.0);
    }
    let boot = &side.in_time().unwrap().run.benchmarks[0].boots[0];
    assert_eq!((boot.median, boot.cost, boot.low), (1300.0, Some(1300.0), Some(1300.0)));
    let mut other = cycles("b", &[("x", &[1.0, 1.0])]);
    other.about.host.cpu = "Another CPU".into();
    assert_eq!([compared(&side, &other).mode, compared(&other, &side).mode], [Mode::Apart; 2]);
}

#[test]
fn rows_keep_their_figures_without_what_is_as_large_as_results() {
    let mut a = cycles("a", &[("x", &[1.0, 1.0])]);
    let summary = &mut a.run.benchmarks[0];
    summary.latency = Some(results::Latency::announced(1, [1, 1], 0));
    summary.events = Some(results::Events::default());
    summary.estimate = results::Estimate::of(vec![1.0]);
    let row = compared(&a, &a).rows.remove(0);
    for side in [row.a, row.b] {
        let side = side.unwrap();
        assert!(side.latency.is_none() && side.events.is_none() && side.estimate.is_none());
        assert_eq!((side.value, side.boots.len()), (Some(1.0), 2));
    }
}

#[test]
fn what_was_skipped_on_one_side_is_neither_broken_nor_mended() {
    let ran = cycles("a", &[("x", &[1.0, 1.0])]);
    let mut skipped = ran.clone();
    skipped.run.benchmarks =
        vec![Summary::without_value("x", "test", Status::Skipped, "no port".into())];
    let row = |a: &Side, b: &Side| {
        let row = compared(a, b).rows.remove(0);
        (row.verdict, row.reason)
    };
    assert_eq!(row(&ran, &skipped), (Verdict::Missing, "B: skipped: no port".to_owned()));
    assert_eq!(row(&skipped, &ran), (Verdict::Missing, "A: skipped: no port".to_owned()));
}

#[test]
fn a_benchmark_that_cost_nothing_in_a_boot_takes_no_part_in_the_reliability() {
    let costs: &[f64] = &[0.0, 2.0, 2.0, 2.0, 2.0, 2.0];
    let side = cycles("a", &[("x", costs), ("y", &[1.0, 1.0])]);
    assert_eq!(side.run.benchmarks[0].value, Some(2.0));
    assert_eq!(compared(&side, &side).reliability.unwrap().benchmarks, 1);
}

#[test]
fn a_change_of_just_the_threshold_does_not_matter() {
    let of = |share: f64| {
        let (low, high) = (Some(share - 0.01), Some(share + 0.01));
        let (p_value, adjusted_p) = (Some(0.0), Some(0.0));
        let (difference, basis) = (share, Basis::Boots);
        let change =
            Change { share, low, high, difference, basis, p_value, adjusted_p, certain: true };
        Verdict::of(&change, 0.05)
    };
    assert_eq!(
        [of(0.05), of(0.06), of(-0.06)],
        [Verdict::Undecided, Verdict::Slower, Verdict::Faster]
    );
}
