use super::*;
use crate::reference;
use results::{
    Boot, Document, GuestEnvironment, ImageBuild, Measured, Plan, PlatformRun, Reference, Sample,
    Speed, Status, Summary,
};
use stats::testing::Rng;

/// A side whose benchmarks had these figures in their boots, in batches without any spread.
pub(super) fn side(run: &str, unit: Unit, benchmarks: &[(&str, &[f64])]) -> Side {
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
        let parts: Vec<_> = figures.iter().map(|figure| measured(name, vec![*figure; 8])).collect();
        let parts: Vec<_> = platform.boots.iter().zip(&parts).collect();
        platform.benchmarks.extend(Summary::over_boots(&parts, None, unit));
    }
    document.platforms.push(platform);
    Side::of(document, run, None).unwrap()
}

pub(super) fn measured(name: &str, costs: Vec<f64>) -> Measured {
    let estimate = results::Estimate::of(costs);
    Measured { status: Status::Ok, estimate, ..Measured::unfinished(name, "test", "") }
}

pub(super) fn cycles(run: &str, benchmarks: &[(&str, &[f64])]) -> Side {
    side(run, Unit::Cycles, benchmarks)
}

pub(super) fn compared(a: &Side, b: &Side) -> Comparison {
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
fn another_build_of_the_image_and_its_compiler_are_told() {
    let (mut a, mut b) = (cycles("a", &[]), cycles("b", &[]));
    for (side, digit, compiler) in
        [(&mut a, '1', "clang version 14"), (&mut b, '2', "clang version 19")]
    {
        let sha256 = digit.to_string().repeat(64);
        side.run.image = Some(ImageBuild { sha256, compiler: compiler.into() });
    }
    let found = compared(&a, &b);
    let told: Vec<_> = found.environment.iter().map(|d| (d.field.as_str(), d.b.as_str())).collect();
    let sum = "2".repeat(64);
    assert_eq!(told, [("image.sha256", &*sum), ("image.compiler", "clang version 19")]);
    assert!(found.comparable);
    b.run.image.clone_from(&a.run.image);
    assert!(compared(&a, &b).environment.is_empty());
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
