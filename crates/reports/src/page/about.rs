//! What was measured, on what, as asked for by which command line.

use maud::{Markup, html};

use super::part::{Part, table};
use crate::{host_text, percent_text, platform_texts, size_text};
use analysis::Source;
use analysis::platform_set::PlatformSet;
use results::{Document, HostEnvironment};

pub(super) fn part(set: &PlatformSet) -> Part {
    Part {
        id: "about",
        short: "Measured",
        title: "What was measured on what",
        lead: html! { p { "A tiny kernel was booted on each platform. It times single operations by the guest's own clock; nothing else runs in the guest." } },
        body: html! {
            @for source in set.sources() { (machine(source, set.sources().len() > 1)) }
            @if set.runs().len() > 0 { (platforms(set)) }
        },
    }
}

fn machine(source: &Source, several: bool) -> Markup {
    let document = &source.about;
    html! {
        @if several { h3 { "File " (source.file) } }
        @if !document.complete {
            p.warning { "This run had not ended when the file was written: benchmarks are missing." }
        }
        dl.details {
            @for (name, text) in run(document).into_iter().chain(host(document)) {
                @if !text.is_empty() { div { dt { (name) } dd { (text) } } }
            }
        }
    }
}

fn run(document: &Document) -> [(&'static str, String); 4] {
    let settings = &document.settings;
    let precision = settings.precision_ppm.map(|ppm| format!(", to ± {} %", f64::from(ppm) / 1e4));
    let boots = match settings.boots {
        1 => "one boot of each platform".to_owned(),
        several => format!("{several} boots of each platform"),
    };
    let suite = format!("{}, {boots}{}", settings.suite, precision.unwrap_or_default());
    let guests = format!("{} CPUs asked for, {}", settings.cpus, size_text(settings.memory));
    [
        ("Measured", document.started.clone()),
        ("Suite", if settings.suite.is_empty() { String::new() } else { suite }),
        ("Guests", if settings.cpus == 0 { String::new() } else { guests }),
        ("Command", document.tool.command.join(" ")),
    ]
}

fn host(document: &Document) -> Vec<(&'static str, String)> {
    let (host, activity) = (&document.host, &document.activity);
    let load = |load: Option<[f64; 3]>| load.map(|load| format!("{:.2}", load[0]));
    let loads: Vec<_> =
        [load(activity.load_before), load(activity.load_after)].into_iter().flatten().collect();
    vec![
        ("Host", host_text(host)),
        ("System", host.os.clone()),
        ("Memory", host.memory.map(gibibytes).unwrap_or_default()),
        ("Microcode", host.microcode.clone().unwrap_or_default()),
        ("Frequency", frequency(host)),
        ("Hyper-threading", host.smt.map(on_off).unwrap_or_default().to_owned()),
        ("Load before, after", loads.join(", ")),
        ("Time stolen meanwhile", activity.stolen.map(percent_text).unwrap_or_default()),
    ]
}

fn frequency(host: &HostEnvironment) -> String {
    let governors =
        host.frequency.governors.iter().map(|(name, cpus)| format!("{name} on {cpus} CPUs"));
    let turbo = host.frequency.turbo.map(|turbo| format!("turbo {}", on_off(turbo)));
    governors.chain(turbo).collect::<Vec<_>>().join(", ")
}

fn gibibytes(bytes: u64) -> String {
    format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30))
}

fn on_off(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}

fn platforms(set: &PlatformSet) -> Markup {
    let baseline = set.baseline().map(|labelled| labelled.label);
    let rows = html! {
        @for labelled in set.runs() {
            tr {
                th scope="row" {
                    (labelled.label)
                    @if Some(labelled.label) == baseline { span.tag { "baseline" } }
                }
                td { @for line in platform_texts(labelled.run, &labelled.source.about) { div { (line) } } }
            }
        }
    };
    table("", "platforms-table", "The platforms", &["platform", "what it is"], &rows)
}
