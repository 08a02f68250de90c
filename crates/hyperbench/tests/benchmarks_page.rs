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
    /// Kept results whose tables come after the introduction.
    results: &'static [&'static str],
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

Before the text stand what is timed, the architectures that have it, and who answers in a guest, on a
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
    results: &[],
};

const WORKLOADS: Page = Page {
    kind: GuestKind::Linux,
    file: "docs/workloads.md",
    sources: "linux/bench",
    introduction: "\
# What processes pay

The Linux guest times what people run: system calls, page faults, processes, signals. One program
is the first process of a tiny Linux on a platform, or an ordinary process of this machine on the
platform `host`, and writes the same records as the bare-metal kernel.

```
hyperbench guest build                                       # once: downloads, makes the guest
hyperbench run --guest linux                                 # this machine, and guests on it
hyperbench run --platform host --platform qemu-kvm --suite full
hyperbench run --guest linux --platform qemu-tcg:linux=mitigations=off
hyperbench guest build --kernel linux/vmlinuz                # a kernel of your own
hyperbench guest status                                      # what it is made of
hyperbench run --platform lab-native --platform lab-kvm-npt --guest linux     # in instructions
```

Building takes no root: apt downloads Debian's kernel for virtual machines and a few programs with a
state of its own, checked with Debian's keys, into `$XDG_CACHE_HOME/hyperbench/guest` (else
`~/.cache/hyperbench/guest`), and what is there is used again, also without a network. A kernel of
your own needs an initial RAM file system, tmpfs and the machine's serial console built in. For
RISC-V the packages are Debian 13's, for the others Debian 12's. A mirror that is being brought up to
date may have no whole index of Debian 13: the build then takes what the mirror calls `stable`, else
`testing`, and says so.

QEMU's machine for a PC is `q35`, which has as many processors as `--cpus` asks for;
`machine=microvm,,acpi=off,,rtc=on` starts half a second sooner and has one. In [the lab](lab.md)
it runs on `lab-native`, `lab-kvm-npt`, `lab-kvm-shadow` and `lab-xen-pvh`, with one; on AArch64 on the
first two.

`--platform host` takes no guest at all: it is the baseline of `qemu-kvm`. Results say for which
kind of guest they are, and `compare` refuses to compare figures of different kinds. `--events` counts
in the lab alone; external timing is for the bare-metal kernel. A KVM without hardware virtualization (kvm_pvm) emulates
kernel code and stops at instructions that it does not know, so that a stock Linux does not boot on it;
it is left out with that reason.

What Linux says of the hypervisor below it is kept with the results: the services of it that its log says
it uses (kvm-clock, PV spinlocks, PV IPIs, PV TLB flush, steal time), its source of time, and what it does
about each weakness of the processor. `hyperbench info RESULTS` sets that beside what the host says of
itself (alone without RESULTS), and `compare` names what differs.

```
hyperbench run --guest linux --platform host --platform qemu-tcg --bench getppid -o here.json
hyperbench info here.json
```

[A primitive is one file](../CONTRIBUTING.md#add-a-primitive-of-linux) of some 20 lines. After each,
however it ended, its files, memory and children are taken back, so that the next one finds the
process as if it were new. All run on one CPU, but for those whose name ends in `-2cpus`.

This page is written by `make docs` from the catalogues inside the programs and from the comment at
the head of each primitive's source; a test holds it up to date. Figures are the cost of one
operation: the loop with it minus the same loop without it. The words are those of
[the other page](benchmarks.md); *exits* are those that one expects with nested paging. *Elsewhere* is
what the papers and lmbench call it.

## What the papers ran

| the papers | here | what is different |
|---|---|---|
| VMbench: gzip of 1.5 MB, forkwait, find | `gzip-paper`, `forkwait-paper`, `find-paper` | made text and noise; a tree of 10,000 files in memory, where the paper names no number. `gzip`, `forkwait` and `find` are smaller, and more rounds |
| VMbench: a kernel's build; VMI: a kernel's compile with -j16 | `kernel-compile-paper` | Debian's Linux 6.1 as `tinyconfig` leaves it, 480 files in C and what is made of them: all of Linux takes 1 GB when unpacked, and an emulator days. It is configured before the time begins. `kernel-compile` is a library of Linux' tools; `tcc` and `tcc-large` need no more programs |
| VMI: Apache's configure and make -j16 | `apache-compile-paper` | Debian's Apache 2.4, without the modules that need libraries which the guest has not. `apache-compile` is ten of its files without configure; `script` has what configure does most, short processes |
| VMI: dbench and tbench, 4 and 8 clients | `dbench-*-paper`, `tbench-*-paper` | Debian's dbench with the load that it brings: 20,000 lines of it for each client, and 5,000 by TCP, in the place of seven minutes. `file-clients-*` and `tcp-clients-*` are small, and need no program |
| VMI: sysbench, simple and complex, on MySQL with 64 threads | `mariadb-simple-paper`, `mariadb-complex-paper`; a tenth of each without `-paper`; `oltp-*`, `oltp-*-paper` | MariaDB, by sysbench with 64 threads, with its data in memory: 3,200 and 128 transactions in the place of three minutes, from the same machine. `oltp` is sqlite3 without a server, with 1,600 transactions one after the other |
| VMI: a transaction load of its own | `mariadb-complex-paper` | the product cannot be had |
| VMI: thread switch, in C and in Java | `threads`, `threads-paper`, `sched-yield-2p`; `java-threads`, `java-threads-paper` | how often the paper's switches is not known. Java's virtual machine is OpenJDK 17, and is started and warm before it is timed |
| VMI: fork+wait, 16 instances | `forkwait-at-once-paper` | 240 children each, where the paper names no number |
| Xen/KVM study: LINPACK | `linpack-paper`, `linpack-paper-2cpus` | 1,000 equations, compiled for any processor: neither a tuned library nor wide registers. The study had one CPU |
| Xen/KVM study: LMbench's rows | primitives, by the names *elsewhere* | – |
| Xen/KVM study: IOzone, one and two CPUs | `fio-*-paper`, `fio-*-paper-2cpus` | fio, since IOzone is not free software: files of 64 MiB, in the guest in memory, for it has no disk. `records-*` are small, and need no program |

What the papers give a size of, or run for minutes, is here a second time, as `NAME-paper`. These are in
no suite but their own, and take seconds to minutes each on an emulator. With them in the suite are the small
workloads that need programs which a small guest has not; another suite's patterns leave both out, and bring
them only by their whole names:

```
hyperbench run --guest linux --platform host --platform qemu-tcg --suite paper-sizes
hyperbench run --platform host --suite paper-sizes --bench gzip-paper
hyperbench guest build --with papers         # GCC, Linux, Apache, MariaDB, sysbench, Java, fio, dbench
hyperbench run --guest linux --platform qemu-tcg --memory 1536M --suite paper-sizes --bench 'mariadb*'
hyperbench run --guest linux --platform host --platform qemu-tcg --memory 1536M --suite paper-sizes \\
    --bench kernel-compile-paper --boots 1
```

What `--with papers` adds takes 451 MiB in the guest's memory, of which Java has 168, Linux' and Apache's sources
100, fio with all that it is linked with 65, and dbench's load 26. It is put into a guest only where a workload that
needs it is run, and leaves the small guest as it was. Without it, these workloads are skipped; so far it is there
for PCs alone. On this machine itself the sources are taken from where `guest build` has them, and the
programs from /usr/bin: `apt-get install bison flex libelf-dev libapr1-dev libaprutil1-dev libpcre2-dev bc`.
What is compiled goes to /tmp, which in a guest is memory too.

The two `*-compile-paper` have to be named, since an emulator takes up to an hour for each. They run once in
a boot, however many batches are asked for, and may take three hours, and twelve for a platform with all its boots.

All of them have been run once on this project's machine: two processors, which other work kept busy
throughout (a load of 5 to 11), at the lowest priority (nice 19). So intervals are wide, and times are of that day.
Each table is what `hyperbench export` makes of one of the [kept results](workloads): cycles of 2,596 MHz for all of
a workload's work, whole boots of guest and process taking turns. The first is of three boots with three batches each, and
has the smaller ones beside them. The others are of another day, with a load of 8 to 25, and of one batch a boot: of two
boots the programs in a guest with 1536 MiB and the small compiles, of one boot the compiles in the papers' size.
Intervals of two boots are as wide as two boots that differ make them, and one boot has none: take ratios of these for
what was seen once on a busy machine. Where a database costs a process more than a guest, it is probably the disk
under /tmp, which is memory in the guest.
",
    results: &[
        "docs/workloads/paper-sizes.json",
        "docs/workloads/programs.json",
        "docs/workloads/compile.json",
        "docs/workloads/apache-compile.json",
        "docs/workloads/kernel-compile.json",
    ],
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
        return "all".to_owned();
    }
    entry.architectures.join(", ")
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
    format!("{}: {}{exits}.{}{danger}", where_it_runs(entry), b.path.name(), needs(b))
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
    for results in page.results {
        text += &format!("\n{}", table(&repository().join(results)));
    }
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

/// The table of results.
fn table(results: &Path) -> String {
    let mut export = Command::new(env!("CARGO_BIN_EXE_hyperbench"));
    let output = export.arg("export").arg(results).args(["--format", "markdown"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
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
