//! Published figures to compare with: Table 3 of the paper. Its machine was another one, and it
//! states no intervals.

use super::document::{Document, PlatformRun, SCHEMA_VERSION};
use super::host::HostEnvironment;
use super::status::{Status, Unit};
use super::summary::{Resolution, Summary};

const TABLE_3: &str = include_str!("../data/paper-table-3.csv");

/// Columns before the first platform's.
const LEADING: usize = 2;

/// What every user of these figures has to know.
const CAVEAT: &str = "published figures of another machine, not measured here: Wei, Zhang & Tu, \
                      HyperBench, 2019, Table 3 (no intervals stated)";

const PROCESSOR: &str = "Intel Xeon E7-4820 v2 at 2.0 GHz (published)";

/// The names of the published columns.
pub fn names() -> Vec<String> {
    table().0
}

/// The published column called `name`, as results with that one platform.
pub fn find(name: &str) -> Option<Document> {
    let (names, rows) = table();
    let column = names.iter().position(|known| known == name)?;
    let benchmarks = rows.iter().map(|row| summary(row, row.get(LEADING + column))).collect();
    let run = PlatformRun {
        label: name.to_owned(),
        platform: "published".to_owned(),
        spec: name.to_owned(),
        caveat: CAVEAT.to_owned(),
        unit: Unit::Cycles,
        benchmarks,
        ..PlatformRun::default()
    };
    Some(Document {
        schema_version: SCHEMA_VERSION,
        complete: true,
        host: HostEnvironment { cpu: PROCESSOR.to_owned(), ..HostEnvironment::default() },
        baseline: name.to_owned(),
        platforms: vec![run],
        ..Document::default()
    })
}

/// The columns' names and the rows.
fn table() -> (Vec<String>, Vec<csv::StringRecord>) {
    let mut reader = csv::Reader::from_reader(TABLE_3.as_bytes());
    let header = reader.headers().expect("the file is part of the program").clone();
    let names = header.iter().skip(LEADING).map(str::to_owned).collect();
    (names, reader.records().map(|row| row.expect("the file is part of the program")).collect())
}

fn summary(row: &csv::StringRecord, cell: Option<&str>) -> Summary {
    let blank = |status, reason: &str| {
        let (name, category) = (row.get(0), row.get(1));
        let text = |part: Option<&str>| part.unwrap_or_default().to_owned();
        Summary::without_value(&text(name), &text(category), status, reason.to_owned())
    };
    match cell.and_then(|cell| cell.parse::<f64>().ok()) {
        None => blank(Status::Skipped, "not published"),
        Some(cost) if cost <= 0.0 => Summary {
            resolution: Some(Resolution::Below),
            ..blank(Status::Ok, &format!("published as {cost}"))
        },
        Some(cost) => Summary {
            value: Some(cost),
            resolution: Some(Resolution::Resolved),
            ..blank(Status::Ok, "")
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_columns_of_the_table_are_there_and_marked_as_published() {
        let expected =
            ["paper-host", "paper-tcg", "paper-kvm-ept", "paper-kvm-shadow", "paper-xen-hvm"];
        assert_eq!(names(), expected);
        for name in names() {
            let document = find(&name).unwrap();
            let run = &document.platforms[0];
            assert_eq!(run.benchmarks.len(), 16, "Table 3 has 16 rows");
            assert!(run.caveat.contains("published figures of another machine"));
            assert!(document.host.cpu.contains("published"));
        }
        assert!(find("paper-mainframe").is_none());
    }

    #[test]
    fn cells_are_those_of_the_paper() {
        let value = |name: &str, bench: &str| find(name).unwrap().platforms[0].find(bench).cloned();
        assert_eq!(value("paper-kvm-shadow", "set-cr3").unwrap().value, Some(3178.0));
        assert_eq!(value("paper-xen-hvm", "print").unwrap().value, Some(2_113_049.0));
        let idle = value("paper-host", "idle").unwrap();
        assert_eq!((idle.value, &idle.reason[..]), (None, "published as -1684"));
        let hypercall = value("paper-tcg", "hypercall").unwrap();
        assert_eq!((hypercall.status, &hypercall.reason[..]), (Status::Skipped, "not published"));
    }
}
