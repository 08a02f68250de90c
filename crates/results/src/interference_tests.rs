use super::*;
use crate::{Beside, BootFigure, Status};
use stats::testing::{Rng, close, least_share};

/// A benchmark with these costs in the boots of these rounds.
fn summary(boots: &[(u32, f64)]) -> Summary {
    let figure = |&(round, median): &(u32, f64)| BootFigure {
        round,
        n: 10,
        batches: 6,
        cost: None,
        median,
        low: None,
        high: None,
        stopped: None,
    };
    let costs: Vec<f64> = boots.iter().map(|boot| boot.1).collect();
    let value =
        Figure::over_boots(&costs).map_or_else(|| costs.first().copied(), |f| Some(f.value));
    Summary {
        value,
        boots: boots.iter().map(figure).collect(),
        ..Summary::without_value("in", "test", Status::Ok, String::new())
    }
}

fn document(alone: &[(u32, f64)], beside: &[(u32, f64)]) -> Document {
    let run = |label: &str, boots: &[(u32, f64)]| PlatformRun {
        label: label.to_owned(),
        benchmarks: vec![summary(boots)],
        ..PlatformRun::default()
    };
    let about = Beside { alone: "vm".to_owned(), ..Beside::default() };
    let noisy = PlatformRun { beside: Some(about), ..run("vm+noise", beside) };
    Document { platforms: vec![run("vm", alone), noisy], ..Document::default() }
}

fn noted(alone: &[(u32, f64)], beside: &[(u32, f64)]) -> Option<Eta> {
    let mut document = document(alone, beside);
    note(&mut document);
    assert_eq!(document.platforms[0].benchmarks[0].eta, None, "nothing ran beside it");
    document.platforms[1].benchmarks[0].eta
}

#[test]
fn pairs_of_boots_by_hand() {
    // The machine doubles its pace from boot to boot, and each pair says 2 · e^(−0.1, 0, 0.1):
    // s = 0.1, t(2) = 4.30265 by the published tables.
    let factor = |exponent: f64| 2.0 * exponent.exp();
    let alone = [(1, 10.0), (2, 20.0), (3, 40.0)];
    let beside = [(1, 10.0 * factor(-0.1)), (2, 20.0 * factor(0.0)), (3, 40.0 * factor(0.1))];
    let eta = noted(&alone, &beside).unwrap();
    close(eta.value, 2.0, 1e-12);
    let reach = 4.302_653 * 0.1 / 3f64.sqrt();
    close(eta.low.unwrap(), 2.0 * (-reach).exp(), 1e-5);
    close(eta.high.unwrap(), 2.0 * reach.exp(), 1e-5);
}

#[test]
fn boots_without_a_partner_say_nothing_and_one_pair_has_no_interval() {
    let eta = noted(&[(1, 10.0), (2, 10.0), (4, 1.0)], &[(1, 30.0), (2, 30.0), (3, 900.0)]);
    assert_eq!(eta, Some(Eta { value: 3.0, low: Some(3.0), high: Some(3.0) }));
    assert_eq!(noted(&[(1, 10.0)], &[(1, 25.0)]), Some(Eta { value: 2.5, low: None, high: None }));
}

#[test]
fn what_has_no_cost_or_no_partner_has_no_eta() {
    let mut lost = document(&[(1, 10.0)], &[(1, 25.0)]);
    lost.platforms[0].benchmarks[0].value = None;
    note(&mut lost);
    assert_eq!(lost.platforms[1].benchmarks[0].eta, None);
    lost.platforms.remove(0);
    note(&mut lost);
    assert_eq!(lost.platforms[0].benchmarks[0].eta, None);
}

/// The machine's pace wanders by a tenth from boot to boot, much further than the boots of a pair
/// lie apart; each interval is to hold the truth as often as it says.
#[test]
fn intervals_cover_the_truth_however_the_machine_wanders() {
    const REPETITIONS: usize = 2000;
    const TRUTH: f64 = 1.7;
    for pairs in [3, 5, 10, 20] {
        let mut rng = Rng::new(u64::from(pairs));
        let mut covered = 0;
        let mut width = 0.0;
        for _ in 0..REPETITIONS {
            let mut pace = 100.0f64;
            let mut both = [Vec::new(), Vec::new()];
            for round in 1..=pairs {
                pace *= (0.1 * rng.normal()).exp();
                both[0].push((round, pace * (0.02 * rng.normal()).exp()));
                both[1].push((round, TRUTH * pace * (0.02 * rng.normal()).exp()));
            }
            let eta = noted(&both[0], &both[1]).unwrap();
            let (low, high) = (eta.low.unwrap(), eta.high.unwrap());
            covered += usize::from((low..=high).contains(&TRUTH));
            width += (high / low).ln() / REPETITIONS as f64;
        }
        let share = covered as f64 / REPETITIONS as f64;
        assert!((least_share(0.95, REPETITIONS)..0.97).contains(&share), "{pairs}: {share}");
        assert!(width < 0.15, "{pairs}: it does not wander with the machine, {width}");
    }
}

#[test]
fn a_factor_with_one_end_has_no_interval() {
    let of = |low, high| Quantity::from(Eta { value: 2.0, low, high });
    assert_eq!(
        of(Some(1.0), Some(3.0)).interval().map(|known| (known.low, known.high)),
        Some((1.0, 3.0))
    );
    assert!(!of(Some(1.0), None).has_interval && !of(None, Some(3.0)).has_interval);
}
