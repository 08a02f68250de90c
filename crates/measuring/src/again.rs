//! A run again, up to one of its benchmarks: what is the same in every run can be looked at afterwards.

use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::session::{Iterations, middle};
use crate::{Request, Target};
use images::KernelImage;
use results::{Boot, Measured, PlatformRun, Sample, Settings, Tool};

/// The part of a run that is to be repeated.
#[derive(Debug, Clone, Copy)]
pub struct Again<'a> {
    settings: &'a Settings,
    run: &'a PlatformRun,
    boot: &'a Boot,
    measured: &'a Measured,
}

impl<'a> Again<'a> {
    /// That of `run`, which had these `settings`, up to the benchmark called `name`; `None` where the batches of it
    /// are not known, or others ran beside it.
    pub fn of(settings: &'a Settings, run: &'a PlatformRun, name: &str) -> Option<Self> {
        let measured =
            |boot: &'a Boot| Some((boot, boot.benchmarks.iter().find(|it| it.name == name)?));
        let (boot, measured) = run.boots.iter().rev().find_map(measured)?;
        let is_known = |sample: &Sample| sample.run_mark.and(sample.control_mark).is_some();
        let is_whole = !measured.samples.is_empty() && measured.samples.iter().all(is_known);
        (is_whole && run.beside.is_none()).then_some(Self { settings, run, boot, measured })
    }

    /// What `tool` is to measure with the same `image`.
    pub fn request(&self, tool: Tool, image: KernelImage) -> Request {
        let before = self.boot.benchmarks.iter().take_while(|it| it.name != self.measured.name);
        let all = before.chain([self.measured]).map(|it| it.name.clone());
        Request {
            targets: vec![Target::Text(self.run.spec.clone())],
            benches: all.collect(),
            reversed: self.option::<String>("order").is_some_and(|order| order == "reversed"),
            events: self.settings.events,
            iterations: self.option("iterations").unwrap_or(Iterations::Auto),
            batches: self.option("batches"),
            boots: Some(1),
            budget_ms: self.option("budget"),
            timeout_ms: self.option("timeout"),
            working_set: self.option("working-set"),
            page_size: self.option("page-size"),
            cpus: self.settings.cpus,
            memory: self.settings.memory,
            ..Request::new(tool, image)
        }
    }

    /// The value of the kernel's option `name`.
    fn option<T: FromStr>(&self, name: &str) -> Option<T> {
        let words = self.settings.kernel_options.split(' ');
        let mut values = words.filter_map(|word| word.strip_prefix(name)?.strip_prefix('='));
        values.next()?.parse().ok()
    }

    /// The windows that its batches are in.
    pub fn windows(&self) -> RangeInclusive<u64> {
        let samples = self.measured.samples.iter();
        let marks = samples.flat_map(|it| [it.run_mark, it.control_mark]).flatten();
        marks.clone().min().unwrap_or(1)..=marks.max().unwrap_or(u64::MAX)
    }

    /// The batches of `again` that cost as much as those that its figure is of; `None` where it did not repeat them.
    pub fn same(&self, again: &Measured) -> Option<Vec<Sample>> {
        let cost = |it: &Sample| i128::from(it.run) - i128::from(it.control);
        let operations = |of: &Measured| of.plan.as_ref().map(|plan| plan.n);
        let mut left = again.samples.clone();
        let wanted = middle(&self.measured.samples).into_iter().map(|wanted| {
            let is_it = |it: &Sample| (cost(it), it.i) == (cost(wanted), wanted.i);
            let found = left.iter().position(is_it);
            let found = found.or_else(|| left.iter().position(|it| cost(it) == cost(wanted)))?;
            Some(left.remove(found))
        });
        let same = wanted.collect::<Option<Vec<_>>>()?;
        (operations(again) == operations(self.measured)).then_some(same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ground::{Arch, GuestKind};
    use results::Plan;

    fn sample(i: u64, run: u64) -> Sample {
        let (run_mark, control_mark) = (Some(100 + 2 * i), Some(101 + 2 * i));
        Sample { i, run, control: 10, run_mark, control_mark, ..Sample::default() }
    }

    fn measured(name: &str, samples: Vec<Sample>) -> Measured {
        let plan = Some(Plan { n: 4, batches: samples.len() as u64, why: String::new() });
        Measured { plan, samples, ..Measured::unfinished(name, "io", "") }
    }

    fn run(samples: Vec<Sample>) -> (Settings, PlatformRun) {
        let options =
            "iterations=auto batches=3 reference=off budget=100 timeout=20000 page-size=2m";
        let settings = Settings {
            kernel_options: options.to_owned(),
            memory: 128 << 20,
            cpus: 2,
            events: Some(1000),
            ..Settings::default()
        };
        let all = [
            measured("out", vec![sample(0, 1)]),
            measured("in", samples),
            measured("print", vec![]),
        ];
        let boot = Boot { benchmarks: all.into(), ..Boot::default() };
        let run = PlatformRun {
            spec: "p:kernel=6.1".to_owned(),
            boots: vec![boot],
            ..PlatformRun::default()
        };
        (settings, run)
    }

    #[test]
    fn what_ran_before_runs_again_with_the_same_options_and_nothing_behind_it() {
        let (settings, run) = run(vec![sample(0, 50), sample(1, 52), sample(2, 90)]);
        let again = Again::of(&settings, &run, "in").unwrap();
        let image = KernelImage::carried(Arch::native(), GuestKind::Bare).unwrap();
        let request = again.request(Tool::default(), image);
        assert_eq!(request.benches, ["out", "in"]);
        assert_eq!(
            (request.batches, request.budget_ms, request.timeout_ms),
            (Some(3), Some(100), Some(20_000))
        );
        assert_eq!((request.page_size.as_deref(), request.working_set), (Some("2m"), None));
        assert_eq!(
            (request.events, request.iterations, request.reversed),
            (Some(1000), Iterations::Auto, false)
        );
        assert_eq!(again.windows(), 100..=105);
        assert!(Again::of(&settings, &run, "print").is_none(), "it has no batches");
        assert!(Again::of(&settings, &run, "eoi").is_none());
    }

    #[test]
    fn batches_are_the_same_where_they_cost_the_same() {
        let (settings, run) = run(vec![sample(0, 50), sample(1, 52), sample(2, 90)]);
        let again = Again::of(&settings, &run, "in").unwrap();
        let of = |samples: &[(u64, u64)]| {
            let samples = samples.iter().map(|(i, run)| sample(*i, *run)).collect();
            Some(again.same(&measured("in", samples))?.iter().map(|it| it.i).collect::<Vec<_>>())
        };
        assert_eq!(of(&[(0, 50), (1, 52), (2, 52)]), Some(vec![1]));
        assert_eq!(of(&[(0, 52), (1, 50), (2, 90)]), Some(vec![0]));
        assert_eq!(of(&[(0, 50), (1, 51), (2, 90)]), None);
        let more = Measured { plan: None, ..measured("in", vec![sample(1, 52)]) };
        assert!(again.same(&more).is_none(), "other batches");
    }

    #[test]
    fn of_an_even_number_the_middle_two_are_wanted() {
        let (settings, run) =
            run([50, 60, 60, 90].into_iter().zip(0..).map(|(run, i)| sample(i, run)).collect());
        let again = Again::of(&settings, &run, "in").unwrap();
        let same = |runs: &[u64]| {
            again.same(&measured(
                "in",
                runs.iter().zip(0..).map(|(run, i)| sample(i, *run)).collect(),
            ))
        };
        assert_eq!(same(&[60, 50, 60, 90]).map(|it| it.len()), Some(2));
        assert_eq!(same(&[60, 50, 61, 90]), None, "one of them");
    }
}
