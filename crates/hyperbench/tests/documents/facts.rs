//! What a page says of a benchmark beside its text, once for all of a family that share it.

use std::array;

use ground::Arch;
use protocol::{Benchmark, Path as Answer};

use super::benchmarks::Entry;

/// How many there are of what is said of a benchmark.
const PARTS: usize = 6;

/// How many words in a row a summary has to share with one above to leave them out.
const DITTO: usize = 2;

/// What the page has a section about.
const PROGRAMS: [&str; 2] = ["programs of `guest build --with papers`", "`--with papers`"];

fn where_it_runs(entry: &Entry) -> String {
    if entry.architectures.len() == Arch::names().count() {
        return String::new();
    }
    entry.architectures.join(", ")
}

fn needs(benchmark: &Benchmark) -> String {
    let mut list: Vec<String> = Vec::new();
    if benchmark.cpus > 1 {
        list.push(format!("{} CPUs", benchmark.cpus));
    }
    list.extend(
        benchmark.needs.iter().map(|need| need.describe().replace(PROGRAMS[0], PROGRAMS[1])),
    );
    if benchmark.extra {
        list.push("to be named".to_owned());
    }
    if list.is_empty() { String::new() } else { format!("Needs: {}", list.join(", ")) }
}

fn count(n: u64) -> String {
    match n {
        1_000_000.. if n.is_multiple_of(1_000_000) => format!("{}M", n / 1_000_000),
        1_000.. if n.is_multiple_of(1_000) => format!("{}K", n / 1_000),
        _ => n.to_string(),
    }
}

/// The exits of an operation that `path` answers, unless another number is stated.
fn usual_exits(path: Answer) -> Option<u64> {
    match path {
        Answer::Direct | Answer::Paging => Some(0),
        Answer::Hypervisor | Answer::Monitor | Answer::Firmware | Answer::Nested => Some(1),
        Answer::Interrupt => None,
    }
}

/// Who answers, and with how many exits where these are not the usual ones.
fn answer(benchmark: &Benchmark) -> String {
    let usual = benchmark.exits == usual_exits(benchmark.path);
    let who = if benchmark.path == Answer::Direct { "" } else { benchmark.path.name() };
    let exits = match benchmark.exits {
        _ if usual => String::new(),
        Some(1) => "1 exit".to_owned(),
        Some(n) => format!("{n} exits"),
        None => "vary".to_owned(),
    };
    joined([who.to_owned(), exits], ", ")
}

/// How often the paper repeats it.
fn repetitions(benchmark: &Benchmark) -> String {
    if !benchmark.is_of_the_paper() {
        return String::new();
    }
    let (fewest, most) = benchmark.iterations;
    format!("N={}–{}", count(fewest), count(most))
}

/// What is said of a benchmark beside its summary: sentences, of which any may be empty.
fn parts(entry: &Entry) -> [String; PARTS] {
    let b = &entry.benchmark;
    let elsewhere = if b.also.is_empty() { "" } else { "Elsewhere: " };
    [
        where_it_runs(entry),
        answer(b),
        needs(b),
        if b.dangerous { "Dangerous" } else { "" }.to_owned(),
        repetitions(b),
        format!("{elsewhere}{}", b.also),
    ]
}

/// Those of the texts that are not empty.
fn joined(texts: impl IntoIterator<Item = String>, between: &str) -> String {
    texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(between)
}

/// The parts as sentences: where it runs and who answers in one, then one each.
fn sentences([place, answer, more @ ..]: [String; PARTS]) -> String {
    let all = [joined([place, answer], ": ")].into_iter().chain(more);
    joined(all.filter(|part| !part.is_empty()).map(|part| format!("{part}.")), " ")
}

/// What a part is for all, or, where each says something, for most of them; else nothing.
fn usual(of_all: &[[String; PARTS]], at: usize) -> String {
    let alike = |part: &str| of_all.iter().filter(|parts| parts[at] == part).count();
    let each_says = of_all.iter().all(|parts| !parts[at].is_empty());
    let enough = if each_says { of_all.len() / 2 + 1 } else { of_all.len() };
    let mut parts = of_all.iter().map(|parts| &parts[at]);
    parts.find(|part| alike(part) >= enough).cloned().unwrap_or_default()
}

/// `summary` without the words that it begins or ends with like `model`; `None` if these are less
/// than half.
fn ditto(summary: &str, model: &str) -> Option<String> {
    let words: Vec<&str> = summary.split(' ').collect();
    let others: Vec<&str> = model.split(' ').collect();
    let alike = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| {
        let count = pairs.take_while(|(one, other)| one == other).count();
        if count < DITTO { 0 } else { count }
    };
    let begin = alike(&mut words.iter().zip(&others));
    let end = alike(&mut words.iter().rev().zip(others.iter().rev()));
    let own = words.get(begin..words.len() - end).filter(|own| !own.is_empty())?.join(" ");
    let left_out = |count: usize| if count == 0 { "" } else { "…" }.to_owned();
    let is_much_shorter = begin + end > words.len() / 2;
    is_much_shorter.then(|| joined([left_out(begin), own, left_out(end)], " "))
}

/// Summaries as a list shows them: words that are those of the last full one above are left out.
fn shortened<'a>(summaries: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut model = "";
    let short = |summary: &'a str| {
        ditto(summary, model).unwrap_or_else(|| {
            model = summary;
            summary.to_owned()
        })
    };
    summaries.map(short).collect()
}

/// What is said of the benchmarks of a file in front of their text: a paragraph. What is true
/// of all of them stands once, as does what is true of most, where the others say something else.
pub(crate) fn facts(family: &str, members: &[&Entry]) -> String {
    let of_all: Vec<_> = members.iter().map(|entry| parts(entry)).collect();
    let usual: [String; PARTS] = array::from_fn(|at| usual(&of_all, at));
    let shared = sentences(usual.clone());
    if let [only] = members
        && only.benchmark.name == family
    {
        return joined([format!("*{}.*", only.benchmark.summary), shared], " ");
    }
    let summaries = shortened(members.iter().map(|entry| entry.benchmark.summary.as_str()));
    let line = |((entry, own), summary): ((&&Entry, &[String; PARTS]), &String)| {
        let differs = |at: usize| if own[at] == usual[at] { "" } else { &own[at] }.to_owned();
        let own = sentences(array::from_fn(differs));
        let stop = if summary.ends_with('…') { "" } else { "." };
        joined([format!("- `{}`: *{summary}{stop}*", entry.benchmark.name), own], " ")
    };
    let lines = members.iter().zip(&of_all).zip(&summaries).map(line);
    joined([shared, joined(lines, "\n")], "\n")
}
