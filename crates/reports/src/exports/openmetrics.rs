//! OpenMetrics 1.0 text: <https://prometheus.io/docs/specs/om/open_metrics_spec/>.

use std::fmt::Write;

use results::{Document, PlatformRun, Summary, Unit};

/// A figure of a result.
type Figure = fn(&Summary) -> Option<f64>;

/// What is exported of a cost: the name, the help, the figure.
const COSTS: [(&str, &str, Figure); 3] = [
    ("cost", "Cost of one operation", |s| s.value),
    ("cost_low", "Lower end of the 95 % interval of the cost", |s| s.low),
    ("cost_high", "Upper end of the 95 % interval of the cost", |s| s.high),
];

/// A family for each figure and unit, and one that says what was measured at all.
pub(crate) fn render(document: &Document) -> String {
    let mut text = String::new();
    for unit in [Unit::Cycles, Unit::Instructions] {
        for (name, help, figure) in COSTS {
            let finite = |s: &Summary| figure(s).filter(|value| value.is_finite());
            let name = format!("hyperbench_{name}_{unit}");
            let head = format!("# TYPE {name} gauge\n# UNIT {name} {unit}\n# HELP {name} {help}\n");
            let runs = document.platforms.iter().filter(|run| run.unit == unit);
            let samples: String = runs.map(|run| samples(&name, run, &finite)).collect();
            if !samples.is_empty() {
                text += &(head + &samples);
            }
        }
    }
    let name = "hyperbench_ok";
    text += &format!("# TYPE {name} gauge\n# HELP {name} Whether the benchmark was measured\n");
    let ok = |s: &Summary| Some(if s.status == results::Status::Ok { 1.0 } else { 0.0 });
    text.extend(document.platforms.iter().map(|run| samples(name, run, &ok)));
    text + "# EOF\n"
}

/// A line for each benchmark of `run` that has the figure; one name has one line.
fn samples(name: &str, run: &PlatformRun, figure: &dyn Fn(&Summary) -> Option<f64>) -> String {
    let mut text = String::new();
    for summary in &run.benchmarks {
        let Some(value) = figure(summary) else { continue };
        let [platform, benchmark, category] =
            [&run.label, &summary.name, &summary.category].map(|label| escape(label));
        let _ = writeln!(
            text,
            "{name}{{platform=\"{platform}\",benchmark=\"{benchmark}\",category=\"{category}\"}} {value:?}"
        );
    }
    text
}

/// A label's value between its quotes.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
