//! What the catalogue expects of the events that have been counted.

use protocol::Benchmark;
use results::Boot;

use super::Job;

/// Keeps beside the exits of the benchmark that has ended last in `boot` how many are expected, where
/// `job` runs on what they are expected of.
pub(super) fn note(boot: &mut Boot, job: &Job) {
    if (job.platform.about().nests_paging)() {
        expect(boot, &job.benchmarks);
    }
}

fn expect(boot: &mut Boot, catalogue: &[Benchmark]) {
    let Some(measured) = boot.benchmarks.last_mut() else { return };
    let Some(events) = &mut measured.events else { return };
    events.expected = catalogue.iter().find(|b| b.name == measured.name).and_then(|b| b.exits);
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::{Events, Measured};

    #[test]
    fn counted_exits_have_the_expected_number_beside_them() {
        let mut measured = Measured::unfinished("cpuid", "identification", "");
        let boot =
            |measured: &Measured| Boot { benchmarks: vec![measured.clone()], ..Boot::default() };
        let fixed = Benchmark { exits: Some(1), ..Benchmark::named("cpuid", "identification") };
        let varies = Benchmark { exits: None, ..fixed.clone() };
        let expected = |mut boot: Boot, benchmark: &Benchmark| {
            expect(&mut boot, std::slice::from_ref(benchmark));
            boot.benchmarks[0].events.as_ref().map(|events| events.expected)
        };
        assert_eq!(expected(boot(&measured), &fixed), None, "nothing was counted");
        measured.events = Some(Events { n: 1, ..Events::default() });
        assert_eq!(expected(boot(&measured), &fixed), Some(Some(1)));
        assert_eq!(expected(boot(&measured), &varies), Some(None));
    }
}
