//! Keeps docs/benchmarks.md and docs/workloads.md what the guests' catalogues and sources say.
//! `make docs` writes the pages; this test fails when they are out of date.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ground::{Arch, GuestKind};
use images::KernelImage;
use protocol::Benchmark;

/// A page about the benchmarks of one kind of guest.
struct Page {
    kind: GuestKind,
    /// The file that it is in.
    file: &'static str,
    /// The folder with the benchmarks' sources.
    sources: &'static str,
    introduction: &'static str,
}

const BENCHMARKS: Page = Page {
    kind: GuestKind::Bare,
    file: "docs/benchmarks.md",
    sources: "kernel/bench",
    introduction: "\
# Benchmarks

Written by `make docs` from the kernels' catalogues and the comment at the head of each source; a
test holds it up to date. A figure is the cost of one operation: the loop with it minus the same loop
without it. `hyperbench explain NAME` shows the code that is timed.

Before the text stand what is timed, the architectures unless all have it, and who answers in a guest, on a
processor with virtualization extensions. Exits are those one expects with nested paging and without
interrupt virtualization: none unless stated.

| answered by | |
|---|---|
| direct | the processor |
| hypervisor | the hypervisor after an exit |
| monitor | the device model beyond it |
| paging | second-stage tables; an exit where a hypervisor shadows the guest's |
| interrupt | the delivery of an interrupt |
| firmware | firmware or the hypervisor in its place |
| nested | the hypervisor below, for a guest that is one itself |

*N* is the range of operations in a batch of the HyperBench paper's Table 1, or of the same kind on
another architecture (`--iterations paper`). *Elsewhere* is what other suites call it: kut is
kvm-unit-tests, whose figures include the loop and the call, ours do not; CVM is CVM_eval's kernel
module; ACRN is acrn-unit-test. What is *dangerous* runs on a real machine only when called by name.

No benchmark yet covers what a confidential guest does in place of an exit (#VC and GHCB, #VE and
TDVMCALL), for want of such a machine, nor messages to a GICv2's frame for them (GICv2m).
",
};

const WORKLOADS: Page = Page {
    kind: GuestKind::Linux,
    file: "docs/workloads.md",
    sources: "linux/bench",
    introduction: "\
# What processes pay

What do system calls, page faults, processes and whole programs cost in a guest? For those who run
programs in virtual machines.

One program measures: the first process of a tiny Linux on a platform, or an ordinary process of this
machine on the platform `host`, which is the baseline.

```
hyperbench guest build                                       # once: downloads, makes the guest
hyperbench run --guest linux                                 # this machine, and guests on it
hyperbench run --platform host --platform qemu-kvm --suite full
hyperbench run --guest linux --platform qemu-tcg:linux=mitigations=off
hyperbench run --platform lab-native --platform lab-kvm-npt --guest linux     # in instructions
hyperbench guest build --kernel linux/vmlinuz                # a kernel of your own
hyperbench guest status                                      # what it is made of
```

Building takes no root. Debian's kernel for virtual machines and a few programs come by [the
lock](lab.md#the-lock) into `$XDG_CACHE_HOME/hyperbench/guest` (else `~/.cache/hyperbench/guest`); a later
build needs no network. A kernel of your own needs an initial RAM file system, tmpfs and the machine's
serial console built in.

On PCs QEMU's machine is `q35`; `machine=microvm,,acpi=off,,rtc=on` starts half a second sooner and has one
processor. [The lab](lab.md#what-processes-pay) has one, on `lab-native`, `lab-kvm-npt`, `lab-kvm-shadow`
and `lab-xen-pvh`, on AArch64 on the first two. `--events` counts in the lab alone. A stock Linux does not
boot on a KVM without hardware virtualization (kvm_pvm). `compare` refuses figures of different kinds of
guest.

`hyperbench info RESULTS` shows what the guest's Linux says of the hypervisor (kvm-clock, PV spinlocks, PV IPIs,
PV TLB flush, steal time), its source of time and its mitigations, beside the host's; `compare` names what
differs.

All run on one CPU, but for those whose name ends in `-2cpus`. What a benchmark leaves, files, memory and
children, is taken back. [A new one](../CONTRIBUTING.md#add-a-primitive-of-linux) is a file of some 20 lines.

## What the papers ran

Benchmarks have the names of VMbench, VMI, the Xen/KVM study and lmbench behind *Elsewhere*. Work of a paper's own
size is called `NAME-paper`. These, and what needs programs that a small guest lacks, are in a suite of their
own, and elsewhere have to be named in full:

```
hyperbench run --guest linux --platform host --platform qemu-tcg --suite paper-sizes
hyperbench guest build --with papers         # GCC, Linux, Apache, MariaDB, sysbench, Java, fio, dbench
hyperbench run --guest linux --platform qemu-tcg --memory 1536M --suite paper-sizes --bench 'mariadb*'
hyperbench run --guest linux --platform host --platform qemu-tcg --memory 1536M --suite paper-sizes \\
    --bench kernel-compile-paper --boots 1
```

What differs from the papers: files are in memory, for the guest has no disk. Texts are made, and the search tree
has 10,000 files. The compiled kernel is a `tinyconfig` one. Databases are MariaDB and sqlite with fewer
transactions, from the same machine. fio stands for IOzone, which is not free software. LINPACK is neither tuned
nor uses wide registers. A product's transaction load, which cannot be had, is `mariadb-complex-paper`.

`--with papers` takes 451 MiB of the guest's memory where such a workload runs; without it they are skipped. It is
for PCs only. On `host` the sources come from `guest build`, the programs from /usr/bin: `apt-get install bison flex
libelf-dev libapr1-dev libaprutil1-dev libpcre2-dev bc`. The two `*-compile-paper` take an emulator up to an hour
each, run once in a boot, and have to be named.

Results of all of them, process against emulator, are [kept](workloads): medians of one to three boots on two
processors that other work kept busy (load 5 to 25), so read ratios as seen once. Show them with

```
hyperbench show docs/workloads/paper-sizes.json
```

## Reading the list

Written by `make docs` from the catalogues and the comment at the head of each source. Figures are the cost of one
operation: the loop with it minus the same loop without it. Words are those of [the other page](benchmarks.md).
",
};

/// A benchmark and the architectures that have it.
struct Entry {
    benchmark: Benchmark,
    architectures: Vec<&'static str>,
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All benchmarks, in the order in which they run, those of the architecture that has the most of
/// them first.
fn catalogue(kind: GuestKind) -> Vec<Entry> {
    let image = |name| KernelImage::carried(Arch::named(name).unwrap(), kind).unwrap();
    let mut lists: Vec<_> = Arch::names().map(|name| (name, image(name).benchmarks)).collect();
    lists.sort_by_key(|(_, benchmarks)| Reverse(benchmarks.len()));
    let mut entries: Vec<Entry> = Vec::new();
    for (name, benchmarks) in lists {
        for benchmark in benchmarks {
            match entries.iter_mut().find(|entry| entry.benchmark.name == benchmark.name) {
                Some(entry) => entry.architectures.push(name),
                None => entries.push(Entry { benchmark, architectures: vec![name] }),
            }
        }
    }
    entries
}

/// The source files of all benchmarks by their names without extension, and the folder each is in.
fn sources(folder: &Path, found: &mut BTreeMap<String, Vec<PathBuf>>) {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            found.entry(name).or_default().push(path);
        }
    }
}

/// The name of the file that a benchmark is in: its own, or that of its family, which it begins
/// with.
fn family<'a>(name: &'a str, files: &BTreeMap<String, Vec<PathBuf>>) -> &'a str {
    let mut stems = (1..=name.len()).rev().filter_map(|end| name.get(..end));
    stems.find(|stem| files.contains_key(*stem)).unwrap_or_else(|| panic!("no source of {name}"))
}

/// The text of the comment that a source begins with.
fn head_comment(source: &Path) -> String {
    let text = fs::read_to_string(source).unwrap();
    let comment = text.strip_prefix("/*").and_then(|rest| rest.split("*/").next());
    let comment = comment.unwrap_or_else(|| panic!("{} has no comment", source.display()));
    let lines = comment.lines().map(|line| line.trim().trim_start_matches("* ").trim());
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

fn where_it_runs(entry: &Entry) -> String {
    if entry.architectures.len() == Arch::names().count() {
        return String::new();
    }
    entry.architectures.join(", ") + ": "
}

fn needs(benchmark: &Benchmark) -> String {
    let mut list: Vec<String> = Vec::new();
    if benchmark.cpus > 1 {
        list.push(format!("{} CPUs", benchmark.cpus));
    }
    list.extend(benchmark.needs.iter().map(|need| need.describe().to_owned()));
    if benchmark.extra {
        list.push("to be named".to_owned());
    }
    if list.is_empty() { String::new() } else { format!(" Needs: {}.", list.join(", ")) }
}

fn count(n: u64) -> String {
    match n {
        1_000_000.. if n.is_multiple_of(1_000_000) => format!("{}M", n / 1_000_000),
        1_000.. if n.is_multiple_of(1_000) => format!("{}K", n / 1_000),
        _ => n.to_string(),
    }
}

/// Where a benchmark runs, who answers it there with how many exits, and what it needs.
fn setting(entry: &Entry) -> String {
    let b = &entry.benchmark;
    let exits = match b.exits {
        Some(0) => String::new(),
        Some(1) => ", 1 exit".to_owned(),
        Some(n) => format!(", {n} exits"),
        None => ", exits vary".to_owned(),
    };
    let danger = if b.dangerous { " Dangerous." } else { "" };
    format!("{}{}{exits}.{}{danger}", where_it_runs(entry), b.path.name(), needs(b))
}

/// What a benchmark is called elsewhere, and how often the paper repeats it.
fn parallels(benchmark: &Benchmark) -> String {
    let mut text = String::new();
    if benchmark.is_of_the_paper() {
        let (fewest, most) = benchmark.iterations;
        write!(text, " N: {}–{}.", count(fewest), count(most)).unwrap();
    }
    if !benchmark.also.is_empty() {
        write!(text, " Elsewhere: {}.", benchmark.also).unwrap();
    }
    text
}

/// What is said of the benchmarks of a file in front of their text: a paragraph. What is true
/// of all of them stands once.
fn facts(family: &str, members: &[&Entry]) -> String {
    let setting_of_all = setting(members[0]);
    let is_shared = members.iter().all(|entry| setting(entry) == setting_of_all);
    let line = |entry: &&Entry| {
        let own = if is_shared { String::new() } else { format!(" {}", setting(entry)) };
        let b = &entry.benchmark;
        format!("\n- `{}`: *{}.*{own}{}", b.name, b.summary, parallels(b))
    };
    match members {
        [only] if only.benchmark.name == family => {
            let b = &only.benchmark;
            format!("*{}.* {setting_of_all}{}", b.summary, parallels(b))
        }
        _ => {
            let first = if is_shared { &setting_of_all } else { "" };
            let lines: String = members.iter().map(line).collect();
            format!("{first}{lines}").trim_start().to_owned()
        }
    }
}

/// The comments at the heads of the files; where they differ, each with its architecture.
fn text(files: &[PathBuf]) -> String {
    let mut comments: Vec<String> = files.iter().map(|file| head_comment(file)).collect();
    comments.dedup();
    if let [only] = comments.as_slice() {
        return only.clone();
    }
    let folder = |file: &Path| file.parent().unwrap().file_name().unwrap().display().to_string();
    let texts = files.iter().map(|file| format!("{}: {}", folder(file), head_comment(file)));
    texts.collect::<Vec<_>>().join("\n\n")
}

fn written(page: &Page) -> String {
    let mut files = BTreeMap::new();
    sources(&repository().join(page.sources), &mut files);
    let entries = catalogue(page.kind);
    let mut text = page.introduction.to_owned();
    let mut categories: Vec<&str> = Vec::new();
    for Entry { benchmark, .. } in &entries {
        if !categories.contains(&benchmark.category.as_str()) {
            categories.push(&benchmark.category);
        }
    }
    for category in categories {
        write!(text, "\n## {category}\n").unwrap();
        let entries = entries.iter().filter(|entry| entry.benchmark.category == category);
        text += &families(entries.collect(), &files);
    }
    text
}

/// A section for each file: its benchmarks with their facts, then the text that they share.
fn families(entries: Vec<&Entry>, files: &BTreeMap<String, Vec<PathBuf>>) -> String {
    let mut families: Vec<(&str, Vec<&Entry>)> = Vec::new();
    for entry in entries {
        let family = family(&entry.benchmark.name, files);
        match families.iter_mut().find(|(name, _)| *name == family) {
            Some((_, members)) => members.push(entry),
            None => families.push((family, vec![entry])),
        }
    }
    let section = |(family, members): &(&str, Vec<&Entry>)| {
        let facts = facts(family, members);
        format!("\n### {family}\n\n{facts}\n\n{}\n", text(&files[*family]))
    };
    families.iter().map(section).collect()
}

fn check(page: &Page) {
    let (path, written) = (repository().join(page.file), written(page));
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &written).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == written, "{} is out of date: run make docs", page.file);
}

#[test]
fn the_pages_say_what_the_guests_say() {
    check(&BENCHMARKS);
    check(&WORKLOADS);
}

#[test]
fn the_results_of_the_workloads_can_be_shown() {
    let folder = fs::read_dir(repository().join("docs/workloads")).unwrap();
    let results: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    assert!(results.len() >= 5, "{results:?}");
    for path in results {
        let mut show = Command::new(env!("CARGO_BIN_EXE_hyperbench"));
        let output = show.arg("show").arg(&path).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("host"), "{}: {said}", path.display());
    }
}
