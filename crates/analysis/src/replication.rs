//! Does the next run confirm what one says? Runs of the same thing, one after the other.

use statrs::distribution::{ContinuousCDF, StudentsT};

use results::{LEVEL, PlatformRun, Summary};
use stats::figure::Figure;
use stats::sorted::Sorted;

/// Half of the normal distribution's 95 % lies within so many standard deviations.
const NORMAL: f64 = 1.959_964;

/// How well a benchmark's figures repeat.
#[derive(Debug, Clone, PartialEq)]
pub struct Replication {
    /// The benchmark.
    pub benchmark: String,
    /// The median of its figures.
    pub cost: f64,
    /// By the figures as they are.
    pub now: Repeats,
    /// By Student's interval of the logarithms of the boots' medians, as up to version 0.1.
    pub before: Repeats,
}

/// How well figures of several runs repeat.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Repeats {
    /// Pairs of neighbouring runs.
    pub pairs: usize,
    /// Those whose difference lies within their two intervals, the root of the sum of their squares.
    pub agree: usize,
    /// Standard deviation of the figures' logarithms between runs.
    pub spread: f64,
    /// The median half-width stated, as a share of what it should be: 1.96 `spread`.
    pub stated: f64,
    /// Intervals without any width.
    pub without_width: usize,
}

/// The logarithm of a run's figure, and half the width of its interval.
type Point = (f64, f64);

/// How well each benchmark's figures repeat over `runs`, in the order of the first; without those
/// that fewer than three runs measured.
pub fn replications(runs: &[&PlatformRun]) -> Vec<Replication> {
    let names = runs.first().into_iter().flat_map(|run| run.benchmarks.iter().map(|b| &b.name));
    let of = |name: &String| {
        let found: Vec<_> = runs.iter().filter_map(|run| run.find(name)).collect();
        let now: Vec<Point> = found.iter().filter_map(|s| point(s.figure()?)).collect();
        let before: Vec<Point> = found.iter().filter_map(|s| boot_means(s)).collect();
        Some(Replication {
            benchmark: name.clone(),
            cost: Sorted::new(found.iter().filter_map(|s| s.value).collect())?.median(),
            now: repeats(&now)?,
            before: repeats(&before)?,
        })
    };
    names.filter_map(of).collect()
}

fn point(figure: Figure) -> Option<Point> {
    let interval = figure.interval(LEVEL);
    (interval.low > 0.0).then(|| (figure.value.ln(), (interval.high / interval.low).ln() / 2.0))
}

/// What version 0.1 made of the same boots.
fn boot_means(summary: &Summary) -> Option<Point> {
    let logarithms = summary.boots.iter().map(|boot| boot.median.ln()).collect();
    let sorted = Sorted::new(logarithms).filter(|sorted| sorted.count() > 1)?;
    let boots = sorted.count() as f64;
    let student = StudentsT::new(0.0, 1.0, boots - 1.0).ok()?;
    let quantile = student.inverse_cdf(f64::midpoint(1.0, LEVEL));
    Some((sorted.mean(), quantile * sorted.std_dev() / boots.sqrt()))
}

fn repeats(points: &[Point]) -> Option<Repeats> {
    let figures = Sorted::new(points.iter().map(|point| point.0).collect())?;
    let widths = Sorted::new(points.iter().map(|point| point.1).collect())?;
    let agree = |pair: &&[Point]| (pair[1].0 - pair[0].0).abs() <= pair[0].1.hypot(pair[1].1);
    (points.len() > 2).then(|| Repeats {
        pairs: points.len() - 1,
        agree: points.windows(2).filter(agree).count(),
        spread: figures.std_dev(),
        stated: widths.median() / (NORMAL * figures.std_dev()),
        without_width: points.iter().filter(|point| point.1 <= 0.0).count(),
    })
}

/// Figures of quiet runs beside those of disturbed ones.
#[derive(Debug, Clone, PartialEq)]
pub struct Apart {
    /// The benchmark.
    pub benchmark: String,
    /// The median figure of the disturbed runs by that of the quiet ones.
    pub figures: f64,
    /// The same of the costs as they were.
    pub typical: f64,
}

/// The quiet `runs`, whose machine was at most `quiet` times slower than at its best, beside the
/// disturbed ones, in which it was at least `disturbed` times slower. Empty without both.
pub fn quiet_and_disturbed(runs: &[&PlatformRun], quiet: f64, disturbed: f64) -> Vec<Apart> {
    let slowness = |run: &&&PlatformRun| run.speed.map_or(1.0, |speed| speed.slowness);
    let calm: Vec<_> = runs.iter().filter(|run| slowness(run) <= quiet).collect();
    let busy: Vec<_> = runs.iter().filter(|run| slowness(run) >= disturbed).collect();
    let median = |runs: &[&&PlatformRun], name: &str, cost: fn(&Summary) -> Option<f64>| {
        let costs = runs.iter().filter_map(|run| cost(run.find(name)?));
        Some(Sorted::new(costs.collect())?.median())
    };
    let names = runs.first().into_iter().flat_map(|run| run.benchmarks.iter().map(|b| &b.name));
    let apart = |name: &String| {
        let ratio = |cost| Some(median(&busy, name, cost)? / median(&calm, name, cost)?);
        Some(Apart {
            benchmark: name.clone(),
            figures: ratio(|summary| summary.value)?,
            typical: ratio(|summary| summary.typical)?,
        })
    };
    names.filter_map(apart).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::{Boot, Measured, Plan, Speed, Status, Unit};

    /// A run of three boots whose medians are `cost` and a hundredth of it below and above.
    fn run(cost: f64, slowness: f64) -> PlatformRun {
        let boot = |round: u32| Boot { round, ..Boot::default() };
        let part = |round: u32| {
            let median = cost * (0.98 + 0.01 * f64::from(round));
            let plan = Some(Plan { n: 1, batches: 8, why: String::new() });
            let estimate = results::Estimate::of(vec![median; 8]);
            Measured { status: Status::Ok, plan, estimate, ..Measured::unfinished("a", "test", "") }
        };
        let (boots, parts): (Vec<_>, Vec<_>) = (1..=3).map(|n| (boot(n), part(n))).unzip();
        let pairs: Vec<_> = boots.iter().zip(&parts).collect();
        let summary = Summary::over_boots(&pairs, None, Unit::Cycles).unwrap();
        let summary = Summary { typical: Some(cost * slowness), ..summary };
        let speed = Some(Speed { floor: 1.0, kept: false, slowness, quiet: 1.0 });
        PlatformRun { benchmarks: vec![summary], speed, ..PlatformRun::default() }
    }

    #[test]
    fn pairs_agree_that_lie_within_their_two_intervals() {
        // Each states ± 4.30·0.0100/√3 = 2.48 %, two together 3.5 %.
        let runs = [run(100.0, 1.0), run(103.0, 1.0), run(110.0, 1.0), run(107.0, 1.0)];
        let found = replications(&runs.iter().collect::<Vec<_>>());
        let [one] = &found[..] else { panic!("{found:?}") };
        assert_eq!((one.now.pairs, one.now.agree, one.now.without_width), (3, 2, 0));
        assert!((one.cost - 105.0).abs() < 0.1, "{one:?}");
        assert!((one.now.spread - 0.0425).abs() < 0.001, "{one:?}");
        assert!((one.now.stated - 0.0248 / (1.96 * 0.0425)).abs() < 0.01, "{one:?}");
        // Of so few boots none is left out.
        assert_eq!((one.before.pairs, one.before.agree), (3, 2));
        assert!((one.before.stated - one.now.stated).abs() < 1e-9, "{one:?}");
    }

    #[test]
    fn too_few_runs_say_nothing() {
        let runs = [run(100.0, 1.0), run(100.0, 1.0)];
        assert_eq!(replications(&runs.iter().collect::<Vec<_>>()), []);
        assert_eq!(replications(&[]), []);
    }

    #[test]
    fn disturbed_runs_are_set_against_quiet_ones() {
        let runs = [run(100.0, 1.0), run(104.0, 1.6), run(100.0, 1.05), run(500.0, 1.2)];
        let found = quiet_and_disturbed(&runs.iter().collect::<Vec<_>>(), 1.1, 1.5);
        assert!((found[0].figures - 1.04).abs() < 1e-6, "{found:?}");
        assert!((found[0].typical - 1.04 * 1.6 / 1.025).abs() < 1e-6, "{found:?}");
        assert_eq!(quiet_and_disturbed(&[&runs[0]], 1.1, 1.5), []);
    }
}
