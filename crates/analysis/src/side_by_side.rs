//! Several results put side by side.

use std::collections::BTreeMap;
use std::path::Path;

use results::{Document, PlatformRun};

/// Several results as one document, for tables and exports.
#[derive(Debug, Clone)]
pub struct SideBySide {
    /// The files, each with what it holds besides its platforms, and their labels.
    pub sources: Vec<Source>,
    /// All platforms, each under a label of its own. Everything else is the first file's.
    pub document: Document,
}

/// A file.
#[derive(Debug, Clone)]
pub struct Source {
    /// Its name.
    pub file: String,
    /// What it holds besides platforms.
    pub about: Document,
    /// The labels that its platforms have had and have now.
    pub labels: Vec<(String, String)>,
}

impl SideBySide {
    /// Puts `files`, each with its name, side by side. Platforms keep their labels where no other
    /// file has the same; else the file's name comes before it.
    pub fn new(files: Vec<(String, Document)>) -> Self {
        let mut labels = labels(&files).into_iter();
        let mut platforms: Vec<PlatformRun> = Vec::new();
        let mut sources = Vec::new();
        for (source, (file, mut about)) in files.into_iter().enumerate() {
            let mut renamed = Vec::new();
            for mut run in std::mem::take(&mut about.platforms) {
                let label = labels.next().unwrap_or_default();
                renamed.push((std::mem::replace(&mut run.label, label.clone()), label));
                run.source = source;
                platforms.push(run);
            }
            sources.push(Source { file, about, labels: renamed });
        }
        let first = sources.first();
        let mut document = first.map(|source| source.about.clone()).unwrap_or_default();
        document.platforms = platforms;
        let baseline = first.and_then(|source| source.now_called(&source.about.baseline));
        baseline.unwrap_or_default().clone_into(&mut document.baseline);
        Self { sources, document }
    }

    /// The label of the platform that `name` stands for: its label now, the file that it is the
    /// baseline of, or `FILE:LABEL` with the label that it has there.
    pub fn find(&self, name: &str) -> Option<&str> {
        if let Some(run) = self.document.platform(name) {
            return Some(&run.label);
        }
        self.sources.iter().find_map(|source| {
            let label = match name.strip_prefix(&source.file)? {
                "" => &source.about.baseline,
                rest => rest.strip_prefix(':')?,
            };
            source.now_called(label)
        })
    }
}

impl Source {
    /// What the platform that was called `label` is called now.
    fn now_called(&self, label: &str) -> Option<&str> {
        self.labels.iter().find(|(old, _)| old == label).map(|(_, now)| now.as_str())
    }
}

/// A label for every platform, all different, in order.
fn labels(files: &[(String, Document)]) -> Vec<String> {
    let all = || files.iter().flat_map(|(file, d)| d.platforms.iter().map(move |r| (file, r)));
    let mut candidates: Vec<[String; 3]> = Vec::new();
    for (file, run) in all() {
        let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
        let label = &run.label;
        candidates.push([label.clone(), format!("{stem}:{label}"), format!("{file}:{label}")]);
    }
    let mut labels: Vec<String> = candidates.iter().map(|c| c[0].clone()).collect();
    for step in 1..3 {
        let counts = counts(&labels);
        for (label, candidate) in labels.iter_mut().zip(&candidates) {
            if counts[label.as_str()] > 1 {
                candidate[step].clone_into(label);
            }
        }
    }
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for label in &mut labels {
        let times = seen.entry(label.clone()).and_modify(|times| *times += 1).or_insert(1);
        if *times > 1 {
            *label += &format!(" ({times})");
        }
    }
    labels
}

fn counts(labels: &[String]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for label in labels {
        *counts.entry(label.clone()).or_default() += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, labels: &[&str]) -> (String, Document) {
        let run = |label: &&str| PlatformRun {
            label: (*label).to_owned(),
            platform: "test".into(),
            ..PlatformRun::default()
        };
        let platforms: Vec<_> = labels.iter().map(run).collect();
        let baseline = labels.first().copied().unwrap_or_default().to_owned();
        (name.to_owned(), Document { baseline, platforms, ..Document::default() })
    }

    fn labels_of(side_by_side: &SideBySide) -> Vec<&str> {
        side_by_side.document.platforms.iter().map(|run| run.label.as_str()).collect()
    }

    #[test]
    fn one_file_stays_as_it_is() {
        let one = SideBySide::new(vec![file("a.json", &["x", "y"])]);
        assert_eq!((labels_of(&one), &one.document.baseline[..]), (vec!["x", "y"], "x"));
        assert_eq!(SideBySide::new(Vec::new()).document.platforms, []);
    }

    #[test]
    fn labels_that_occur_twice_get_the_name_of_their_file() {
        let files = [file("d/a.json", &["x", "y"]), file("b.json", &["x"])];
        let two = SideBySide::new(files.to_vec());
        assert_eq!(labels_of(&two), ["a:x", "y", "b:x"]);
        assert_eq!(two.document.baseline, "a:x");
        let files = [file("d/a.json", &["x"]), file("e/a.json", &["x"])];
        assert_eq!(labels_of(&SideBySide::new(files.to_vec())), ["d/a.json:x", "e/a.json:x"]);
        let files = [file("a.json", &["x"]), file("a.json", &["x"])];
        assert_eq!(labels_of(&SideBySide::new(files.to_vec())), ["a.json:x", "a.json:x (2)"]);
    }

    #[test]
    fn baselines_go_by_label_file_or_both() {
        let files = [file("a.json", &["x", "y"]), file("b.json", &["x"])];
        let two = SideBySide::new(files.to_vec());
        assert_eq!(two.find("y"), Some("y"));
        assert_eq!(two.find("b.json"), Some("b:x"));
        assert_eq!(two.find("b.json:x"), Some("b:x"));
        assert_eq!((two.find("x"), two.find("c.json"), two.find("b.jsonx")), (None, None, None));
    }
}
