//! Papers' tables as views of a document: their rows, in their order, and why a row cannot be.

use std::collections::BTreeMap;

use super::reference;
use results::{Document, Status, Summary};

const VIEWS: &str = include_str!("../data/views.csv");

/// The names of all views.
pub const NAMES: [&str; 3] = ["vmbench", "vmi", "xen-kvm"];

/// The category of rows that nothing measures.
const UNMEASURED: &str = "not measured";

/// A row of a paper's table.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    /// What the paper calls it.
    name: String,
    /// What measures it, in one size or several, or why nothing does.
    benchmarks: Result<Vec<String>, String>,
}

/// A paper's table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    rows: Vec<Row>,
    /// The published columns that belong to it; none where the paper shows diagrams alone.
    pub references: Vec<String>,
}

impl View {
    /// The view called `name`.
    pub fn find(name: &str) -> Option<Self> {
        let mut reader = csv::Reader::from_reader(VIEWS.as_bytes());
        let records = reader.records().map(|row| row.expect("the file is part of the program"));
        let rows: Vec<Row> =
            records.filter(|row| &row[0] == name).map(|row| Row::of(&row)).collect();
        (!rows.is_empty()).then(|| Self { rows, references: reference::names_for(name) })
    }

    /// Leaves of `document` what the table has, and adds its other rows, each with its reason.
    pub fn apply(&self, document: &mut Document) {
        let all = document.platforms.iter().flat_map(|run| &run.benchmarks);
        let categories: BTreeMap<String, String> =
            all.map(|one| (one.name.clone(), one.category.clone())).collect();
        for run in &mut document.platforms {
            let rows = self.rows.iter().flat_map(|row| row.summaries(&run.benchmarks, &categories));
            run.benchmarks = rows.collect();
        }
    }
}

impl Row {
    fn of(record: &csv::StringRecord) -> Self {
        let benchmarks = match &record[2] {
            "" => Err(record[3].to_owned()),
            names => Ok(names.split(' ').map(str::to_owned).collect()),
        };
        Self { name: record[1].to_owned(), benchmarks }
    }

    /// What was measured of it; `categories` are those of all benchmarks that any platform has. Of
    /// several sizes, those that any platform has are shown, else the first.
    fn summaries(
        &self,
        measured: &[Summary],
        categories: &BTreeMap<String, String>,
    ) -> Vec<Summary> {
        let blank = |name: &str, reason: &str| {
            let category = categories.get(name).map_or(UNMEASURED, String::as_str);
            Summary::without_value(name, category, Status::Skipped, reason.to_owned())
        };
        let names = match &self.benchmarks {
            Ok(names) => names,
            Err(reason) => return vec![blank(&self.name, reason)],
        };
        let found: Vec<_> = names.iter().filter(|name| categories.contains_key(*name)).collect();
        let shown = if found.is_empty() { names.iter().take(1).collect() } else { found };
        let one = |name: &String| {
            let known = measured.iter().find(|summary| summary.name == *name).cloned();
            known.unwrap_or_else(|| blank(name, "not in these results"))
        };
        shown.into_iter().map(one).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_view_has_rows_and_every_row_a_benchmark_or_a_reason() {
        for name in NAMES {
            let view = View::find(name).unwrap();
            assert!(view.rows.len() >= 10, "{name}");
            for row in &view.rows {
                let texts = row
                    .benchmarks
                    .as_ref()
                    .map_or_else(|why| vec![why], |all| all.iter().collect());
                assert!(
                    !row.name.is_empty() && texts.iter().all(|text| !text.is_empty()),
                    "{row:?}"
                );
            }
        }
        assert_eq!(View::find("mainframe"), None);
    }

    #[test]
    fn a_document_keeps_the_papers_rows_in_the_papers_order() {
        let view = View::find("xen-kvm").unwrap();
        assert_eq!(view.references, ["study-native", "study-xen", "study-kvm"]);
        let mut document = reference::find("study-kvm").unwrap();
        view.apply(&mut document);
        let rows = &document.platforms[0].benchmarks;
        assert_eq!(rows.len(), view.rows.len());
        assert_eq!((rows[0].name.as_str(), rows[0].status), ("linpack", Status::Skipped));
        let fork = rows.iter().find(|row| row.name == "fork-exit-wait").unwrap();
        assert_eq!(fork.value, Some(2200.0 * 2330.0));
        let read = rows.iter().find(|row| row.name == "memory-read-8m").unwrap();
        assert_eq!(read.reason, "not in these results");
    }

    #[test]
    fn of_a_row_of_several_sizes_those_that_were_measured_are_shown() {
        let blank = |name: &str| Summary::without_value(name, "w", Status::Ok, String::new());
        let row = Row { name: "gzip".into(), benchmarks: Ok(vec!["small".into(), "large".into()]) };
        let names = |measured: &[&str]| {
            let measured: Vec<_> = measured.iter().map(|name| blank(name)).collect();
            let categories =
                measured.iter().map(|one| (one.name.clone(), one.category.clone())).collect();
            let shown = row.summaries(&measured, &categories);
            shown.into_iter().map(|one| (one.name, one.status)).collect::<Vec<_>>()
        };
        let (small, large) = (("small".to_owned(), Status::Ok), ("large".to_owned(), Status::Ok));
        assert_eq!(names(&["large", "small"]), [small.clone(), large.clone()]);
        assert_eq!(names(&["large"]), [large]);
        assert_eq!(names(&["other"]), [("small".to_owned(), Status::Skipped)]);
    }
}
