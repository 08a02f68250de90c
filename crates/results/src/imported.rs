//! Figures of other suites, read from what these print.

use super::document::{Document, PlatformRun, SCHEMA_VERSION, Settings};
use super::host::HostEnvironment;
use super::status::{Status, Unit};
use super::summary::{Resolution, Summary};

/// What every user of kvm-unit-tests' figures has to know.
const CAVEAT: &str = "figures of kvm-unit-tests' vmexit, imported, not measured here: one mean each, \
                      which includes the loop and the call, and no interval";

/// A log says nothing of the machine.
const UNKNOWN: &str = "unknown: the log does not name it";

/// The category of what the catalogue has no name for.
const ELSEWHERE: &str = "elsewhere";

/// The longest name that is one.
const NAME_LENGTH: usize = 64;

/// The most figures that are taken.
const MOST: usize = 1000;

/// What a benchmark is called here.
#[derive(Debug, Clone, Copy)]
pub struct Name<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its category.
    pub category: &'a str,
}

/// The figures in the `log` of kvm-unit-tests' vmexit, in cycles; `ours` has our names for theirs.
/// Of a name that comes again, the first figure counts. `None` where there is none.
pub fn kvm_unit_tests<'a>(
    log: &str,
    ours: impl Fn(&str) -> Option<Name<'a>>,
    label: &str,
) -> Option<Document> {
    let mut benchmarks: Vec<Summary> = Vec::new();
    for (theirs, figure) in log.lines().filter_map(figure) {
        let unknown = Name { name: &theirs, category: ELSEWHERE };
        let Name { name, category } = ours(&theirs).unwrap_or(unknown);
        if benchmarks.len() < MOST && benchmarks.iter().all(|known| known.name != name) {
            benchmarks.push(summary(name, category, figure));
        }
    }
    // What has a name here comes first, by category.
    benchmarks.sort_by(|a, b| order(a).cmp(&order(b)));
    benchmarks.iter().any(|summary| summary.value.is_some()).then(|| document(benchmarks, label))
}

fn order(summary: &Summary) -> (bool, &str) {
    (summary.category == ELSEWHERE, &summary.category)
}

/// What a line says: a name and a number of cycles, or that a test was skipped. Parts of a test, such
/// as `ipi self_ipi_tpr 1987`, have a name of two words.
fn figure(line: &str) -> Option<(String, Option<u64>)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (figure, name) = words.split_last()?;
    let is_name = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || "_-:.".contains(c))
    };
    let name = match name {
        [test] if is_name(test) => (*test).to_owned(),
        [part @ ("ipi" | "eoi"), test] if is_name(test) => format!("{test}:{part}"),
        _ => return None,
    };
    let figure = if *figure == "(skipped)" { None } else { Some(figure.parse().ok()?) };
    (name.len() <= NAME_LENGTH).then_some((name, figure))
}

fn summary(name: &str, category: &str, figure: Option<u64>) -> Summary {
    let blank =
        |status, reason: &str| Summary::without_value(name, category, status, reason.to_owned());
    match figure {
        None => blank(Status::Skipped, "kvm-unit-tests skipped it"),
        Some(0) => Summary { resolution: Some(Resolution::Below), ..blank(Status::Ok, "") },
        Some(cycles) => Summary {
            value: Some(cycles as f64),
            resolution: Some(Resolution::Resolved),
            ..blank(Status::Ok, "")
        },
    }
}

fn document(benchmarks: Vec<Summary>, label: &str) -> Document {
    let run = PlatformRun {
        label: label.to_owned(),
        platform: "imported".to_owned(),
        spec: label.to_owned(),
        caveat: CAVEAT.to_owned(),
        unit: Unit::Cycles,
        benchmarks,
        ..PlatformRun::default()
    };
    Document {
        schema_version: SCHEMA_VERSION,
        complete: true,
        host: HostEnvironment { cpu: UNKNOWN.to_owned(), ..HostEnvironment::default() },
        settings: Settings { suite: "vmexit".to_owned(), ..Settings::default() },
        baseline: label.to_owned(),
        platforms: vec![run],
        ..Document::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(theirs: &str) -> Option<Name<'static>> {
        let names = [("vmcall", "hypercall"), ("inl_from_pmtimer", "pm-timer")];
        let name = |(their, name): &(&str, &'static str)| (*their == theirs).then_some(*name);
        names.iter().find_map(name).map(|name| Name { name, category: "ours" })
    }

    fn figures(log: &str) -> Vec<(String, String, Option<f64>)> {
        let document = kvm_unit_tests(log, ours, "kut").unwrap();
        let all = document.platforms[0].benchmarks.iter();
        all.map(|s| (s.name.clone(), s.category.clone(), s.value)).collect()
    }

    #[test]
    fn figures_get_our_names_and_what_has_none_keeps_its_own() {
        let log = "enabling apic\ncr0 = 80010011\nvmcall 1250\ninl_from_pmtimer 9000\n  eoi ipi_x 7\n\
                   mov_dr 5\nmov_dr 6\ntscdeadline (skipped)\nPM timer port is 608\n";
        let expected = [
            ("hypercall", "ours", Some(1250.0)),
            ("pm-timer", "ours", Some(9000.0)),
            ("ipi_x:eoi", "elsewhere", Some(7.0)),
            ("mov_dr", "elsewhere", Some(5.0)),
            ("tscdeadline", "elsewhere", None),
        ];
        assert_eq!(figures(log), expected.map(|(n, c, v)| (n.to_owned(), c.to_owned(), v)));
    }

    #[test]
    fn what_has_no_figure_is_none() {
        for log in ["", "\u{1b}[2Jcpuid\n", "cpuid 18446744073709551616", "tscdeadline (skipped)"] {
            assert_eq!(kvm_unit_tests(log, ours, "kut"), None, "{log:?}");
        }
        let endless: String = (0..5000).map(|i| format!("n{i} 1\n")).collect();
        assert_eq!(figures(&endless).len(), MOST);
    }
}
