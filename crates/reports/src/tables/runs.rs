//! The runs that are kept.

use super::style;
use crate::digits::count_text;
use results::Document;

/// A run of the list.
#[derive(Debug)]
pub struct RunRow {
    /// What it is called.
    pub name: String,
    /// Bytes of its file.
    pub size: u64,
    /// What is in it, or why that cannot be said.
    pub document: Result<Box<Document>, String>,
}

/// The list of `runs`, the latest first, after which `more` are left out; of those without a name `most` are
/// kept.
pub fn runs(runs: &[RunRow], more: usize, most: usize) -> String {
    if runs.is_empty() {
        return "No run is kept yet.\nNext: hyperbench run\n".to_owned();
    }
    let header = ["", "run", "begun (UTC)", "benchmarks", "size", "platforms"];
    let mut table = style::new_table(&header, false);
    style::fit_terminal(&mut table);
    for (number, run) in (1..).zip(runs) {
        let (started, benchmarks, platforms) = match &run.document {
            Ok(document) => about(document),
            Err(why) => (String::new(), String::new(), why.clone()),
        };
        let size = format!("{} kB", count_text(run.size.div_ceil(1000)));
        table.add_row([
            format!("@{number}"),
            run.name.clone(),
            started,
            benchmarks,
            size,
            platforms,
        ]);
    }
    let more = match more {
        0 => String::new(),
        count => format!(" … {count} more: hyperbench runs --all\n"),
    };
    let room =
        format!(" The latest {most} are kept, in 1 GiB; named ones until you remove them.\n");
    style::text(&table) + &more + "\n" + &room
}

/// When it began, how many benchmarks have figures, and on what.
fn about(document: &Document) -> (String, String, String) {
    let started: String = document.started.chars().take("2026-11-24T12:34".len()).collect();
    let summaries = document.platforms.iter().flat_map(|run| &run.benchmarks);
    let measured =
        summaries.filter(|summary| summary.estimate.is_some() || summary.latency.is_some());
    let ended = if document.complete { "" } else { ", ended early" };
    let platforms = document.labels();
    (started.replace('T', " "), format!("{}{ended}", measured.count()), platforms)
}
