//! Many hosts for people.

use std::io;

use comfy_table::Table;
use serde::Serialize;

use super::style;
use crate::Format;
use crate::data;
use crate::digits::{count_text, counted, figure, grouped, percent};
use analysis::fleet::{Cause, Group, LEVEL, OddFigure, OddHost, Overview, SMALLEST, Spread};

/// Groups, odd hosts of a group, and figures and causes of a host that are named; CSV and JSON have
/// all.
const GROUPS: usize = 20;
const HOSTS: usize = 50;
const FIGURES: usize = 3;
const CAUSES: usize = 2;

/// What a group is told by, even where all groups have it in common.
const ALWAYS: [&str; 3] = ["host.cpu", "host.kernel", "platform.version"];

/// Prints what a fleet looks like; in CSV its odd hosts.
///
/// # Errors
/// When `out` cannot be written.
pub fn fleet_overview(
    overview: &Overview,
    format: Format,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    match format {
        Format::Table => out.write_all(text(overview).as_bytes()),
        Format::Csv => rows(overview, out),
        Format::Json => data::write(overview, out),
    }
}

/// The fleet as text.
fn text(overview: &Overview) -> String {
    let groups = overview.groups.len();
    let number = |number: usize, nouns| counted(number as u64, nouns);
    let (hosts, of) = (number(overview.hosts, "hosts"), number(groups, "groups"));
    let mut parts = vec![format!("HyperBench: {hosts} in {of}\n")];
    for (index, group) in overview.groups.iter().take(GROUPS).enumerate() {
        parts.push(heading(overview, index, group));
        parts.push(style::text(&spreads(group)));
        parts.push(odd(group));
    }
    if groups > GROUPS {
        let more = number(groups - GROUPS, "more groups");
        parts.push(format!(" … and {more}: --json shows all\n"));
    }
    parts.push(legend(overview));
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

fn heading(overview: &Overview, index: usize, group: &Group) -> String {
    let differs = |field: &(String, String)| {
        ALWAYS.contains(&field.0.as_str())
            || overview.groups.iter().any(|other| !other.common.contains(field))
    };
    let title = format!(" Group {}: {}\n", index + 1, counted(group.hosts as u64, "hosts"));
    let fields = group.common.iter().filter(|field| differs(field));
    title + &fields.map(|(field, value)| format!("   {field}: {value}\n")).collect::<String>()
}

fn spreads(group: &Group) -> Table {
    let header = ["benchmark", "hosts", "median", "spread", "least", "5 %", "95 %", "most"];
    let mut table = style::new_table(&header, crate::wants_colour());
    for spread in &group.spreads {
        let Spread { benchmark, hosts, median, least, p5, p95, most, .. } = spread;
        let mut cells = vec![benchmark.clone(), count_text(*hosts as u64), figure(*median)];
        cells.push(spread.spread.map(percent).unwrap_or_default());
        cells.extend([least, p5, p95, most].map(|value| figure(*value)));
        table.add_row(cells);
    }
    style::align_right_from(&mut table, 1);
    table
}

fn odd(group: &Group) -> String {
    if !group.judged {
        return format!(
            " not judged: only among {SMALLEST} hosts and more one can be an outlier\n"
        );
    }
    if group.odd.is_empty() {
        return " no host is an outlier\n".to_owned();
    }
    let header = ["outlier", "platform", "what is far off", "differs from most others in"];
    let mut table = style::new_table(&header, crate::wants_colour());
    for host in group.odd.iter().take(HOSTS) {
        table.add_row([host.file.clone(), host.platform.clone(), what(host), why(host)]);
    }
    let more = group.odd.len().saturating_sub(HOSTS);
    let more = match more {
        0 => String::new(),
        more => format!(" … and {} more: --format csv shows all\n", count_text(more as u64)),
    };
    style::text(&table) + &more
}

/// The figures that make a host odd, the surest first.
fn what(host: &OddHost) -> String {
    let text = |f: &OddFigure| format!("{} {}×", f.benchmark, figure(f.ratio));
    listed(host.figures.iter().map(text), FIGURES)
}

/// Its causes that no more than odd hosts have, or else that it has nothing of the kind.
fn why(host: &OddHost) -> String {
    let text = |cause: &Cause| {
        let Cause { field, value, usual, hosts, of, odd } = cause;
        let [hosts, of, odd] = [hosts, of, odd].map(|count| grouped(&count.to_string()));
        format!("{field}={value} on {hosts} of {of}, {odd} outlying (most: {usual})")
    };
    let telling: Vec<_> = host.causes.iter().filter(|cause| cause.is_telling()).map(text).collect();
    if telling.is_empty() { "nothing that is known".to_owned() } else { listed(telling, CAUSES) }
}

/// The first `most` texts, and how many more there are.
fn listed(texts: impl IntoIterator<Item = String>, most: usize) -> String {
    let texts: Vec<String> = texts.into_iter().collect();
    let more = match texts.len().saturating_sub(most) {
        0 => String::new(),
        more => format!(", {more} more"),
    };
    texts[..texts.len().min(most)].join(", ") + &more
}

fn legend(overview: &Overview) -> String {
    let (threshold, level) = (percent(overview.threshold), percent(LEVEL));
    format!(
        " spread: standard deviation between hosts, by the median absolute deviation of logarithms\n \
         outlier: at least {threshold} off the group's median, and farther than chance explains; at \
         most {level} of\n the hosts called so are none, on average\n"
    )
}

/// An odd figure of a host; the order of the fields is that of the columns.
#[derive(Serialize)]
struct Row<'a> {
    group: usize,
    hosts: usize,
    file: &'a str,
    platform: &'a str,
    benchmark: &'a str,
    ratio: f64,
    distance: Option<f64>,
    adjusted_p: f64,
    field: &'a str,
    value: &'a str,
    usual: &'a str,
    hosts_with_value: Option<usize>,
    odd_with_value: Option<usize>,
}

const HEADER: [&str; 13] = [
    "group",
    "hosts",
    "file",
    "platform",
    "benchmark",
    "ratio",
    "distance",
    "adjusted_p",
    "field",
    "value",
    "usual",
    "hosts_with_value",
    "odd_with_value",
];

/// Writes one row for each figure that makes a host odd, with the first of what that host differs in.
fn rows(overview: &Overview, out: &mut dyn io::Write) -> io::Result<()> {
    let mut writer = ::csv::WriterBuilder::new().has_headers(false).from_writer(out);
    writer.write_record(HEADER)?;
    for (index, group) in overview.groups.iter().enumerate() {
        for host in &group.odd {
            let cause = host.causes.first().filter(|cause| cause.is_telling());
            for figure in &host.figures {
                writer.serialize(Row {
                    group: index + 1,
                    hosts: group.hosts,
                    file: &host.file,
                    platform: &host.platform,
                    benchmark: &figure.benchmark,
                    ratio: figure.ratio,
                    distance: figure.distance,
                    adjusted_p: figure.adjusted_p,
                    field: cause.map_or("", |cause| &cause.field),
                    value: cause.map_or("", |cause| &cause.value),
                    usual: cause.map_or("", |cause| &cause.usual),
                    hosts_with_value: cause.map(|cause| cause.hosts),
                    odd_with_value: cause.map(|cause| cause.odd),
                })?;
            }
        }
    }
    writer.flush()
}
