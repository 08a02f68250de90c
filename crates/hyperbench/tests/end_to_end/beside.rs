//! Guests beside neighbours that are kept busy.

use std::fs;
use std::process::Child;

use tempfile::TempDir;

use crate::common::log::Log;
use crate::common::{
    VERSION, assert_gone, ends, fake_qemu, folder, only, output, path, pids, run, signal, start,
    stderr, stdout,
};
use results::{Document, Ending, Eta, Status};

/// Fake guests and their consoles: one that is measured, and a neighbour of it.
struct Street {
    folder: TempDir,
    /// Keeps the neighbour's program.
    next_door: TempDir,
}

impl Street {
    /// The measured guest's operation takes 10 ticks alone and 25 while the neighbour lives, and
    /// it notes which of the two it was. `neighbour` is what that does after it has told its number.
    fn new(neighbour: &str) -> Self {
        let street = Self { folder: folder(), next_door: folder() };
        let log = |name: &str, log: Log| fs::write(path(&street.folder, name), log.text()).unwrap();
        log("alone", Log::default().boot("in").costing("in", 10).done());
        log("beside", Log::default().boot("in").costing("in", 25).done());
        log("busy", Log::default().boot("spin").started("spin"));
        log("unable", Log::default().boot("spin").record("end", &SKIPPED));
        let here = path(&street.folder, "");
        let lives = format!("kill -0 $(tail -n 1 {here}neighbours) 2>/dev/null");
        let measured = format!(
            "{lives} && case=beside || case=alone\necho $case >> {here}order\ncat {here}$case"
        );
        fake_qemu(&street.folder, VERSION, &measured);
        let neighbour = neighbour.replace('@', &here);
        let neighbour = format!("echo $$ >> {here}neighbours\n{neighbour}");
        fake_qemu(&street.next_door, VERSION, &neighbour);
        street
    }

    /// The same where the measured guest goes on for ever with what it began beside the neighbour.
    fn whose_guest_hangs(self) -> Self {
        let begun = Log::default().boot("in").started("in").text();
        fs::write(path(&self.folder, "begun"), begun).unwrap();
        let here = path(&self.folder, "");
        let alone = format!("[ -e {here}neighbours ] || {{ cat {here}alone; exit; }}");
        let beside = format!("cat {here}begun\necho $$ >> {here}measured\nexec sleep 1000");
        fake_qemu(&self.folder, VERSION, &format!("{alone}\n{beside}"));
        self
    }

    /// The options of a run that measures both.
    fn options(&self, boots: &str) -> Vec<String> {
        let [vm, noise] = [&self.folder, &self.next_door].map(|folder| path(folder, "qemu"));
        let beside = format!("qemu-tcg:binary={noise},workload=spin,label=noise");
        let platform = format!("qemu-tcg:binary={vm},label=vm");
        let fixed = ["--bench", "in", "--pin", "none", "--boots", boots].map(str::to_owned);
        let [platform, beside] =
            [("--platform", platform), ("--beside", beside)].map(|(o, v)| [o.to_owned(), v]);
        [&platform[..], &beside, &fixed].concat()
    }

    fn run(&self, boots: &str) -> (Document, i32) {
        let options = self.options(boots);
        run(&options.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// The run in the background.
    fn start(&self) -> Child {
        let options = self.options("1");
        start(&["run"].into_iter().chain(options.iter().map(String::as_str)).collect::<Vec<_>>())
    }
}

const SKIPPED: [(&str, &str); 3] =
    [("bench", "spin"), ("status", "skipped"), ("reason", "too few chairs")];

/// A neighbour that is busy until it is ended.
const BUSY: &str = "cat @busy\nexec sleep 1000";

#[test]
fn boots_alone_and_beside_take_turns_and_their_ratio_is_eta() {
    let street = Street::new(BUSY);
    let (document, code) = street.run("3");
    assert_eq!(code, 0);
    let order = fs::read_to_string(path(&street.folder, "order")).unwrap();
    assert_eq!(order, "alone\nbeside\n".repeat(3), "each neighbour is there and gone again");
    assert_gone(&street.folder, "neighbours");
    assert_eq!(pids(&street.folder, "neighbours").len(), 3);
    let [alone, noisy] = &document.platforms[..] else { panic!("{:?}", document.platforms) };
    assert_eq!((&*alone.label, &*noisy.label), ("vm", "vm+noise"));
    assert_eq!((alone.beside.as_ref(), alone.benchmarks[0].eta), (None, None));
    let beside = noisy.beside.as_ref().unwrap();
    assert_eq!((&*beside.alone, &*beside.workload, beside.count), ("vm", "spin", 1));
    assert_eq!((&*beside.name, &*beside.platform), ("noise", "qemu-tcg"));
    let eta = Eta { value: 2.5, low: Some(2.5), high: Some(2.5) };
    assert_eq!(noisy.benchmarks[0].eta, Some(eta));
    let cmdline = &noisy.boots[0].command.join(" ");
    assert!(cmdline.contains("iterations=long") && cmdline.contains("reference=off"), "{cmdline}");
}

#[test]
fn the_matrix_is_shown_again_and_scripts_have_columns() {
    let street = Street::new(BUSY);
    let file = path(&street.folder, "kept.json");
    let options = street.options("2");
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let table = stdout(&output(&[&["run", "-o", &file], &options[..]].concat()));
    let shown = stdout(&output(&["show", &file]));
    for text in [&table, &shown] {
        let matrix = text.split("η on vm: how many times").nth(1).unwrap();
        assert!(matrix.contains("noise: one guest on qemu-tcg (QEMU 0), with spin"), "{matrix}");
        let row = matrix.lines().find(|line| line.contains(" in ")).unwrap();
        assert!(row.ends_with("2.50"), "{row}");
    }
    let csv = stdout(&output(&["export", &file, "--format", "csv"]));
    let mut lines = csv.lines();
    assert!(lines.next().unwrap().ends_with(",eta,eta_low,eta_high"), "{csv}");
    assert!(
        lines.next().unwrap().ends_with(",,,") && lines.next().unwrap().ends_with(",2.5,2.5,2.5")
    );
}

/// What became of the benchmark beside the neighbour, and with which code the run ended.
fn lost(neighbour: &str) -> (Document, i32) {
    let street = Street::new(neighbour);
    let (mut document, code) = street.run("1");
    assert_gone(&street.folder, "neighbours");
    assert_eq!(document.platforms[0].benchmarks[0].value, Some(10.0), "alone nothing is lost");
    document.platforms.remove(0);
    (document, code)
}

#[test]
fn a_neighbour_that_does_not_get_busy_costs_what_is_beside_it() {
    let dies =
        ("echo 'no chair' >&2; exit 7", "the guest ended (exit status 7); message: no chair");
    let unable = ("cat @unable; exec sleep 1000", "its workload ended: skipped too few chairs");
    for (neighbour, why) in [dies, unable] {
        let (document, code) = lost(neighbour);
        let failure = only(&document).failure.as_ref().unwrap();
        let said = format!("the neighbour noise did not get busy: {why}");
        assert!(failure.contains(&said), "{failure}");
        assert!(failure.contains("--platform qemu-tcg --guest bare --bench spin"), "{failure}");
        assert_eq!((only(&document).boots.len(), code), (0, 3));
    }
}

#[test]
fn a_neighbour_that_ends_too_early_takes_the_boot_with_it() {
    let street = Street::new("cat @busy; sleep 1; exit 7").whose_guest_hangs();
    let (document, code) = street.run("1");
    assert_gone(&street.folder, "neighbours");
    let noisy = &document.platforms[1];
    let in_ = &noisy.benchmarks[0];
    let said = "the neighbour noise was lost: the guest ended (exit status 7)";
    assert_eq!(in_.status, Status::Crashed);
    assert!(in_.reason.contains(said), "{}", in_.reason);
    assert!(matches!(&noisy.boots[0].ending, Some(Ending::Alone { why }) if why.contains(said)));
    assert_ne!(code, 0);
}

#[test]
fn no_signal_leaves_a_neighbour_behind() {
    for name in ["INT", "TERM", "KILL"] {
        let street = Street::new(BUSY).whose_guest_hangs();
        let tool = street.start();
        pids(&street.folder, "measured");
        signal(tool.id(), name);
        ends(tool);
        assert_gone(&street.folder, "neighbours");
        assert_gone(&street.folder, "measured");
    }
}

#[test]
fn an_interrupt_ends_the_wait_for_a_neighbour() {
    let street = Street::new("exec sleep 1000");
    let tool = street.start();
    pids(&street.folder, "neighbours");
    signal(tool.id(), "INT");
    assert_eq!(ends(tool).status.code(), Some(130));
    assert_gone(&street.folder, "neighbours");
}

#[test]
fn neighbours_of_a_real_guest_run_beside_it() {
    let bench = ["--bench", "page-fault", "--memory", "64M", "--cpus", "1"];
    let beside = ["--platform", "qemu-tcg", "--beside", "qemu-tcg:workload=cpuid,n=2"];
    let (document, code) = run(&[&beside[..], &bench].concat());
    assert_eq!(code, 0, "{:?}", crate::common::failed(&document));
    let noisy = &document.platforms[1];
    let beside = noisy.beside.as_ref().unwrap();
    assert_eq!((&*noisy.label, beside.count), ("qemu-tcg+2xcpuid", 2));
    assert!(beside.version.contains("QEMU"));
    // On a busy machine either may be below what can be told from nothing.
    let have_costs = document.platforms.iter().all(|run| run.benchmarks[0].value.is_some());
    assert_eq!(noisy.benchmarks[0].eta.is_some(), have_costs);
    assert!(noisy.speed.is_none(), "no moments are sought out in which the neighbours rest");
}

#[test]
fn what_cannot_run_beside_a_guest_is_refused_in_words() {
    let refused = |platform: &str, beside: &[&str], words: &str| {
        let beside: Vec<&str> = beside.iter().flat_map(|spec| ["--beside", spec]).collect();
        let output = output(&[&["run", "--platform", platform][..], &beside].concat());
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(words), "{said}");
    };
    let tcg = |beside: &str, words: &str| refused("qemu-tcg", &[beside], words);
    tcg("qemu-tcg", "it has no workload=");
    tcg("qemu-tcg:workload=dancing", "no guest of it has a benchmark \"dancing\"");
    tcg("qemu-tcg:workload=spin,n=0", "n= is no number from 1 to 64");
    tcg("qemu-tcg:workload=spin,n=many", "n= is no number from 1 to 64");
    tcg("qemu-tcg:workload=spin,pin=x", "as \"qemu-tcg:workload=spin,pin=x\"");
    tcg("qemu-tcg:workload=spin,chair=1", "workload=…  the benchmark that it runs");
    tcg("replay:file=/dev/null,workload=spin", "a recording keeps nothing busy");
    refused("qemu-tcg", &["qemu-tcg:workload=spin"; 2], "both called \"qemu-tcg+spin\"");
    let exact = output(&["run", "--platform", "qemu-tcg", "--deterministic", "--beside", "x"]);
    assert_eq!(exact.status.code(), Some(2));
}
