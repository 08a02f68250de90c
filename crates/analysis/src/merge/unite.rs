//! One document of all parts.

use super::Missing;
use super::parts::Part;
use results::{Document, Finding, HostActivity, PlatformRun, Speed, Summary, interference};
use system::time::now;

/// The document of `parts`, which belong together, without what is `missing`.
pub(super) fn unite(parts: &[Part], missing: &[Missing]) -> Document {
    let mut labels: Vec<String> = Vec::new();
    for run in parts.iter().flat_map(|part| &part.document.platforms) {
        if !labels.contains(&run.label) {
            labels.push(run.label.clone());
        }
    }
    let Some(first) = parts.first() else { return Document::default() };
    let started = parts.iter().map(|part| part.document.started.as_str()).min();
    let mut document = Document {
        started: started.unwrap_or_default().to_owned(),
        written: now(),
        complete: missing.is_empty(),
        activity: busiest(parts),
        findings: findings(parts),
        ..first.document.about()
    };
    document.settings.shard = None;
    let is_true_of_all = |name: &String, value: &mut String| {
        parts.iter().all(|part| part.document.host.facts.get(name) == Some(value))
    };
    document.host.facts.retain(is_true_of_all);
    document.platforms = labels.iter().filter_map(|label| platform(parts, label)).collect();
    interference::note(&mut document);
    if let Some(hole) = missing.first() {
        let more = match missing.len() {
            1 => String::new(),
            count => format!(", and so are {} more", count - 1),
        };
        let why = format!("{}{more}", hole.what);
        document.platforms.iter_mut().for_each(|run| run.incomplete = Some(why.clone()));
    }
    document
}

/// What all parts brought of the platform called `label`. The least that the reference took in any
/// of them is the floor for all, so figures are summed up again.
fn platform(parts: &[Part], label: &str) -> Option<PlatformRun> {
    let runs: Vec<(u32, &PlatformRun)> =
        parts.iter().filter_map(|part| Some((part.shard.number(), part.run(label)?))).collect();
    let (_, first) = runs.first()?;
    let mut united = PlatformRun { boots: Vec::new(), ..(*first).clone() };
    united.boots.extend(runs.iter().flat_map(|(_, run)| run.boots.clone()));
    // A round is a whole boot of the platform by one guest or several, as here.
    united.boots.sort_by_key(|boot| boot.round);
    let note = |of: fn(&PlatformRun) -> Option<&String>| {
        let notes = runs
            .iter()
            .filter_map(|(number, run)| of(run).map(|why| format!("shard {number}: {why}")));
        Some(notes.collect::<Vec<_>>().join("; ")).filter(|notes| !notes.is_empty())
    };
    united.failure = note(|run| run.failure.as_ref());
    united.incomplete = note(|run| run.incomplete.as_ref());
    united.scaling = runs.iter().flat_map(|(_, run)| run.scaling.clone()).collect();
    let floors = runs.iter().filter_map(|(_, run)| Some(run.speed?.floor));
    united.speed = Speed::of(&united.boots, floors.min_by(f64::total_cmp));
    let known = in_order(&runs);
    united.benchmarks =
        known.into_iter().map(|s| united.sum_up(&s.name).unwrap_or_else(|| s.clone())).collect();
    Some(united)
}

/// The results in the order of the undivided run: the first of every part, then the second, ….
fn in_order<'a>(runs: &[(u32, &'a PlatformRun)]) -> Vec<&'a Summary> {
    let longest = runs.iter().map(|(_, run)| run.benchmarks.len()).max().unwrap_or_default();
    (0..longest)
        .flat_map(|at| runs.iter().filter_map(move |(_, run)| run.benchmarks.get(at)))
        .collect()
}

/// The activity of the machine that was kept from the work most.
fn busiest(parts: &[Part]) -> HostActivity {
    let stolen = |activity: &&HostActivity| activity.stolen.unwrap_or_default();
    let activities = parts.iter().map(|part| &part.document.activity);
    activities.max_by(|a, b| stolen(a).total_cmp(&stolen(b))).cloned().unwrap_or_default()
}

/// What the doctor found on any of the machines, once each, the worst first.
fn findings(parts: &[Part]) -> Vec<Finding> {
    let mut all: Vec<Finding> = Vec::new();
    for finding in parts.iter().flat_map(|part| &part.document.findings) {
        if !all.contains(finding) {
            all.push(finding.clone());
        }
    }
    all.sort_by_key(|finding| std::cmp::Reverse(finding.level));
    all
}
