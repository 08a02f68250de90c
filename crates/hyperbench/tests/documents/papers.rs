//! The tables of docs/papers.md, made of the kept results that it names.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use analysis::{reference, view::View};
use ground::{Arch, GuestKind};
use images::KernelImage;
use results::{Document, PlatformRun, Profile, Status};
use stats::scaling::Relation;
use stats::sorted::Sorted;

use super::{keep_parts, read, repository};

const KEPT: &str = "docs/papers.json";

/// What moves bytes on disks and networks: the emulator by the clock, and the lab natively and below hypervisors.
const KEPT_IO: [&str; 2] = ["docs/papers-io-clock.json", "docs/papers-io.json"];

/// Results of work of the papers' own size, below the lab's hypervisors; and whose they are, on AMD's side and on
/// Intel's, the native ones first.
const KEPT_SIZES: &str = "docs/papers-sizes";
const AMD: [&str; 5] = ["lab-native", "lab-kvm-npt", "lab-kvm-shadow", "lab-xen-pvh", "lab-xen-pv"];
const INTEL: [&str; 2] = ["lab-vmx-native", "lab-kvm-ept"];

/// The exits of a Linux that forks, and bare operations that leave the guest alike.
const KEPT_EXITS: [&str; 2] = ["docs/papers-exits.json", "docs/papers-exits-bare.json"];
const ALIKE: [(&str, &str); 5] = [
    ("pf", "pte-map"),
    ("cr3_write", "set-cr3"),
    ("invlpg", "tlb-flush-page"),
    ("cr3_read", "read-cr3"),
    ("msr_write", "tsc-deadline"),
];

/// Guests that fork, with what KVM's page tables for each take, and the word for that.
const KEPT_TABLES: &str = "docs/papers-page-tables.json";
const TABLES: &str = "page_tables_kib=";

/// What operations cost against their count.
const KEPT_SCALING: &str = "docs/papers-scaling.json";

/// What KVM does for guests that know of it, switched off one by one, and what shows it.
const KEPT_PV: &str = "docs/papers-pv.json";
const SHOWS_PV: [&str; 5] =
    ["clock-gettime", "nanosleep", "membarrier", "futex-round-trip-2cpus", "futex-round-trip"];

/// `figure` with two places where it is small, else with its thousands apart.
pub(super) fn short(figure: f64) -> String {
    if figure < 99.5 {
        return format!("{figure:.2}");
    }
    let digits = format!("{figure:.0}");
    let groups = digits.as_bytes().rchunks(3).rev().map(|part| str::from_utf8(part).unwrap());
    groups.collect::<Vec<_>>().join(",")
}

pub(super) fn value(run: &PlatformRun, bench: &str) -> Option<f64> {
    run.benchmarks.iter().find(|one| one.name == bench)?.value
}

/// What `bench` costs on the first of these, and how many times that on the others.
fn costs(columns: &[PlatformRun], bench: &str) -> Vec<String> {
    let native = value(&columns[0], bench);
    let times = |run| Some(short(value(run, bench)? / native?));
    let others = columns[1..].iter().map(times);
    let figures = std::iter::once(native.map(short)).chain(others);
    figures.map(|figure| figure.unwrap_or_else(|| "–".to_owned())).collect()
}

/// The rows of a paper's view of the kept results, but for those that have been seen.
fn rows(kept: &Document, view: &View, seen: &mut BTreeSet<String>) -> String {
    let mut document = kept.clone();
    view.apply(&mut document);
    let published: Vec<PlatformRun> =
        view.references.iter().flat_map(|name| reference::find(name).unwrap().platforms).collect();
    let mut text = String::new();
    for row in &document.platforms[0].benchmarks {
        if row.status != Status::Ok || !seen.insert(row.name.clone()) {
            continue;
        }
        let ours = costs(&document.platforms, &row.name);
        let theirs = if published.is_empty() { Vec::new() } else { costs(&published, &row.name) };
        let theirs = theirs.into_iter().skip(1);
        let cells: Vec<String> = ours.into_iter().chain(theirs).collect();
        writeln!(text, "|`{}`|{}|", row.name, cells.join("|")).unwrap();
    }
    text
}

/// The head of a table with these columns behind the name and the native one.
fn head<'a>(columns: impl IntoIterator<Item = &'a str>) -> String {
    let heads: Vec<&str> = ["", "native"].into_iter().chain(columns).collect();
    format!("|{}|\n|{}\n", heads.join("|"), "---|".repeat(heads.len()))
}

/// The views called `names` as a table.
fn table(kept: &Document, names: &[&str], published: &[&str]) -> String {
    let mut seen = BTreeSet::new();
    let rows = names.iter().map(|name| rows(kept, &View::find(name).unwrap(), &mut seen));
    let labels = kept.platforms[1..].iter().map(|run| &*run.label);
    head(labels.chain(published.iter().copied())) + &rows.collect::<String>()
}

/// All kept results of work of the papers' own size on the platform called `label`, be it with one CPU or with two.
fn all_sizes(kept: &[Document], label: &str) -> PlatformRun {
    let runs = kept.iter().flat_map(|document| &document.platforms);
    let of = |run: &&PlatformRun| run.label.trim_end_matches(":cpus=2") == label;
    let benchmarks = runs.filter(of).flat_map(|run| run.benchmarks.clone()).collect();
    PlatformRun { label: label.to_owned(), benchmarks, ..PlatformRun::default() }
}

/// That as a table, each against the native figure on its side.
fn sizes() -> String {
    let files = std::fs::read_dir(repository().join(KEPT_SIZES)).unwrap();
    let kept = files.map(|file| results::read(&file.unwrap().path()).unwrap());
    let kept: Vec<Document> = kept.collect();
    let [amd, intel] = [&AMD[..], &INTEL]
        .map(|labels| labels.iter().map(|label| all_sizes(&kept, label)).collect::<Vec<_>>());
    let names: BTreeSet<_> = amd[0].benchmarks.iter().map(|one| &*one.name).collect();
    let row = |name| {
        let cells = [costs(&amd, name), costs(&intel, name)].concat();
        format!("|`{name}`|{}|\n", cells.join("|"))
    };
    head(AMD.into_iter().skip(1).chain(INTEL)) + &names.into_iter().map(row).collect::<String>()
}

/// Of what moves bytes, the MB in a second by the `clock`, and the instructions for each KiB in the `lab`.
fn rates([clock, lab]: &[Document; 2]) -> String {
    let carried = KernelImage::carried(Arch::native(), GuestKind::Linux).unwrap();
    let (clock, lab) = (&clock.platforms[0], &lab.platforms);
    let hz = clock.boots[0].guest.timer.as_ref().unwrap().hz.unwrap();
    let labels: Vec<_> = lab.iter().map(|run| &*run.label).collect();
    let mut text = format!("||{}: MB/s|{}|\n|", clock.label, labels.join("|"));
    text += &("---|".repeat(lab.len() + 2) + "\n");
    for row in &clock.benchmarks {
        let of = |benchmark: &&protocol::Benchmark| benchmark.name == row.name;
        let work = carried.benchmarks.iter().find(of).unwrap().work.as_ref().unwrap();
        let bytes = work.amount as f64;
        let rate = |cycles| bytes * hz as f64 / cycles / 1e6;
        let [value, low, high] = [row.value, row.high, row.low].map(|cycles| rate(cycles.unwrap()));
        let most = (high - value).max(value - low) / value * 100.0;
        let megabytes = format!("{value:.0} ±{most:.0} %");
        let per_kib = |run| self::value(run, &row.name).map(|cost| short(cost * 1024.0 / bytes));
        let costs = lab.iter().map(per_kib).map(|cost| cost.unwrap_or_else(|| "–".to_owned()));
        let cells: Vec<_> = std::iter::once(megabytes).chain(costs).collect();
        writeln!(text, "|`{}`|{}|", row.name, cells.join("|")).unwrap();
    }
    text
}

/// What an operation costs against the count C, or that there is no verdict.
fn relation(run: &PlatformRun, bench: &str) -> String {
    let series = run.scaling.iter().find(|series| series.benchmark == bench);
    let Some(fit) = series.and_then(|series| series.fit) else { return "–".to_owned() };
    let each = short(fit.per_operation);
    match fit.relation {
        Relation::Linear => each,
        Relation::Affine => format!("{}+{each}·C", short(fit.fixed)),
        Relation::NotLinear => "not linear".to_owned(),
    }
}

/// Instructions of operations, and their exits, with each set of features.
fn features(kept: &Document) -> String {
    let heads = SHOWS_PV.map(|bench| format!("`{bench}`")).join("|");
    let mut text = format!("|`pv=`|{heads}|\n|{}\n", "---|".repeat(SHOWS_PV.len() + 1));
    for run in &kept.platforms {
        let cells = SHOWS_PV.map(|bench| {
            let one = run.benchmarks.iter().find(|one| one.name == bench).unwrap();
            let exits = one.events.as_ref().and_then(|events| events.counters.get("exits"));
            let exits = exits.map_or(0.0, |exits| exits.per_operation);
            let exits = if exits < 0.05 { String::new() } else { format!("({exits})") };
            let [value, low, high] = [one.value, one.low, one.high].map(Option::unwrap);
            let reach = (high - value).max(value - low) / value * 100.0;
            let reach = if reach < 0.5 { String::new() } else { format!("±{reach:.0}%") };
            short(value) + &reach + &exits
        });
        writeln!(text, "|`{}`|{}|", run.label, cells.join("|")).unwrap();
    }
    text
}

/// What KVM's page tables for a guest take, by platform.
fn page_tables(kept: &Document) -> String {
    let size = |run: &PlatformRun| {
        let mut words = run.boots[0].notes.iter().flat_map(|note| note.split([' ', ';']));
        words.find_map(|word| word.strip_prefix(TABLES)?.parse().ok()).unwrap()
    };
    let labels: Vec<&str> = kept.platforms.iter().map(|run| &*run.label).collect();
    let sizes: Vec<_> = kept.platforms.iter().map(|run| short(size(run)) + " KiB").collect();
    let line = "---|".repeat(labels.len());
    format!("|{}|\n|{line}\n|{}|\n", labels.join("|"), sizes.join("|").replace(".00", ""))
}

/// The paper's operations with a verdict, on each platform.
fn scaling(kept: &Document) -> String {
    let labels: Vec<&str> = kept.platforms.iter().map(|run| &*run.label).collect();
    let mut text = format!("||{}|\n|{}\n", labels.join("|"), "---|".repeat(labels.len() + 1));
    for series in &kept.platforms[0].scaling {
        let cells = kept.platforms.iter().map(|run| relation(run, &series.benchmark));
        let cells: Vec<String> = cells.collect();
        if cells.iter().any(|cell| cell != "–") {
            writeln!(text, "|`{}`|{}|", series.benchmark, cells.join("|")).unwrap();
        }
    }
    text
}

/// Of each kind of exits how many there are, and their instructions, beside those of an operation of the `bare` guest.
fn exits(profile: &Profile, bare: &PlatformRun) -> String {
    let mut kinds = BTreeMap::<&str, Vec<f64>>::new();
    for exits in &profile.exits {
        let lengths = exits.lengths.iter().map(|length| *length as f64);
        kinds.entry(&exits.left.reason).or_default().extend(lengths);
    }
    let mut kinds: Vec<_> =
        kinds.into_iter().map(|(kind, lengths)| (kind, Sorted::new(lengths).unwrap())).collect();
    let all = |lengths: &Sorted| lengths.values().iter().sum::<f64>();
    kinds.sort_by(|(_, a), (_, b)| all(b).total_cmp(&all(a)));
    let mut text = "|exit|exits|shortest|median|trimmed mean|longest|share|bare|\n|".to_owned();
    text += &("---|".repeat(8) + "\n");
    for (kind, lengths) in &kinds {
        let bare = ALIKE
            .iter()
            .find(|(reason, _)| reason == kind)
            .map(|(_, bench)| format!("`{bench}` {}", short(value(bare, bench).unwrap())));
        let figures = [lengths.min(), lengths.median(), lengths.trimmed_mean(0.05), lengths.max()];
        let figures = figures.map(short).join("|");
        let share = 100.0 * all(lengths) / profile.total as f64;
        let (count, bare) = (short(lengths.count() as f64), bare.unwrap_or_default());
        writeln!(
            text,
            "|`{kind}`|{}|{figures}|{share:.1} %|{bare}|",
            count.trim_end_matches(".00")
        )
        .unwrap();
    }
    text
}

#[test]
fn the_papers_tables_are_those_of_the_kept_results() {
    let kept = super::kept(KEPT);
    let processes = table(&kept, &["vmbench", "vmi"], &[]);
    let study = table(&kept, &["xen-kvm"], &["study: Xen", "KVM"]);
    let io = KEPT_IO.map(super::kept);
    let profile: Profile = serde_json::from_str(&read(KEPT_EXITS[0])).unwrap();
    let bare = super::kept(KEPT_EXITS[1]);
    let counts = super::kept(KEPT_SCALING);
    let tables = [
        ("scaling", scaling(&counts)),
        ("features", features(&super::kept(KEPT_PV))),
        ("processes", processes),
        ("study", study),
        ("exits", exits(&profile, &bare.platforms[0])),
        ("io", rates(&io)),
        ("sizes", sizes()),
    ];
    keep_parts("docs/papers.md", &tables);
    let tables = page_tables(&super::kept(KEPT_TABLES));
    keep_parts("docs/system-costs.md", &[("tables", tables)]);
}
