//! Odd hosts for scripts. The columns are a contract: new ones are only appended.

use std::io;

use serde::Serialize;

use analysis::fleet::Overview;

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
pub(crate) fn write(overview: &Overview, out: &mut dyn io::Write) -> io::Result<()> {
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
