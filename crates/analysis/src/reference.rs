//! Published figures to compare with. Their machines were others, and they state no intervals.

use ground::GuestKind;
use results::{
    Document, HostEnvironment, PlatformRun, Resolution, SCHEMA_VERSION, Status, Summary, Unit,
};

/// A table of a paper.
struct Table {
    /// A row for each benchmark, with its category and how many of what the paper prints one of our
    /// operations is; a column for each platform.
    figures: &'static str,
    /// Cycles in one of what it counts in.
    cycles: f64,
    guest: GuestKind,
    /// The view that it belongs to; empty for none.
    view: &'static str,
    processor: &'static str,
    /// What every user of these figures has to know.
    caveat: &'static str,
}

/// Wei, Zhang & Tu, `HyperBench`, 2019; Che et al., Performance Measuring and Comparing of Virtual
/// Machine Monitors, 2008, whose heading says milliseconds where `LMbench` prints microseconds.
const TABLES: [Table; 2] = [
    Table {
        figures: include_str!("../data/paper-table-3.csv"),
        cycles: 1.0,
        guest: GuestKind::Bare,
        view: "",
        processor: "Intel Xeon E7-4820 v2 at 2.0 GHz (published)",
        caveat: "published figures of another machine, not measured here: Wei, Zhang & Tu, \
                 HyperBench, 2019, Table 3 (no intervals stated)",
    },
    Table {
        figures: include_str!("../data/study-tables-1-2.csv"),
        cycles: 2330.0,
        guest: GuestKind::Linux,
        view: "xen-kvm",
        processor: "Intel Core 2 Duo E6550 at 2.33 GHz (published)",
        caveat: "published figures of another machine, not measured here: Che et al., 2008, Tables 1 \
                 and 2, in microseconds there, cycles at 2.33 GHz here (no intervals stated)",
    },
];

/// Columns before the first platform's.
const LEADING: usize = 3;

/// The names of the published columns.
pub fn names() -> Vec<String> {
    TABLES.iter().flat_map(Table::names).collect()
}

/// The names of those that belong to a view.
pub(crate) fn names_for(view: &str) -> Vec<String> {
    TABLES.iter().filter(|table| table.view == view).flat_map(Table::names).collect()
}

/// All published columns.
pub fn all() -> impl Iterator<Item = Document> {
    names().into_iter().filter_map(|name| find(&name))
}

/// The published column called `name`, as results with that one platform.
pub fn find(name: &str) -> Option<Document> {
    TABLES.iter().find_map(|table| table.column(name))
}

impl Table {
    fn names(&self) -> Vec<String> {
        self.read().0
    }

    /// The columns' names and the rows.
    fn read(&self) -> (Vec<String>, Vec<csv::StringRecord>) {
        let mut reader = csv::Reader::from_reader(self.figures.as_bytes());
        let header = reader.headers().expect("the file is part of the program").clone();
        let names = header.iter().skip(LEADING).map(str::to_owned).collect();
        (names, reader.records().map(|row| row.expect("the file is part of the program")).collect())
    }

    fn column(&self, name: &str) -> Option<Document> {
        let (names, rows) = self.read();
        let column = names.iter().position(|known| known == name)?;
        let cell = |row: &csv::StringRecord| {
            let number = |index| row.get(index)?.parse::<f64>().ok();
            Some(number(LEADING + column)? * number(LEADING - 1)? * self.cycles)
        };
        let run = PlatformRun {
            label: name.to_owned(),
            platform: "published".to_owned(),
            spec: name.to_owned(),
            guest: self.guest,
            caveat: self.caveat.to_owned(),
            unit: Unit::Cycles,
            benchmarks: rows.iter().map(|row| summary(row, cell(row))).collect(),
            ..PlatformRun::default()
        };
        Some(Document {
            schema_version: SCHEMA_VERSION,
            complete: true,
            host: HostEnvironment { cpu: self.processor.to_owned(), ..HostEnvironment::default() },
            baseline: name.to_owned(),
            platforms: vec![run],
            ..Document::default()
        })
    }
}

fn summary(row: &csv::StringRecord, cost: Option<f64>) -> Summary {
    let blank = |status, reason: &str| {
        let (name, category) = (row.get(0), row.get(1));
        let text = |part: Option<&str>| part.unwrap_or_default().to_owned();
        Summary::without_value(&text(name), &text(category), status, reason.to_owned())
    };
    match cost {
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
    fn all_columns_of_the_tables_are_there_and_marked_as_published() {
        let paper =
            ["paper-host", "paper-tcg", "paper-kvm-ept", "paper-kvm-shadow", "paper-xen-hvm"];
        let study = ["study-native", "study-xen", "study-kvm"];
        assert_eq!(names(), [&paper[..], &study[..]].concat());
        for name in names() {
            let document = find(&name).unwrap();
            let run = &document.platforms[0];
            assert_eq!(run.benchmarks.len(), 16, "rows of Table 3, and of Tables 1 and 2");
            assert!(run.caveat.contains("published figures of another machine"));
            assert!(document.host.cpu.contains("published"));
            assert_eq!((&run.label, &run.spec, &*run.platform), (&name, &name, "published"));
            assert_eq!(document.baseline().unwrap(), run);
            assert_eq!(document.schema_version, SCHEMA_VERSION);
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
