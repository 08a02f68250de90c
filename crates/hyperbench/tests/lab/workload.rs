//! Programs of the user's, counted in the lab and predicted.

use std::fs;
use std::process::Output;

use tempfile::TempDir;

use crate::columns::built;
use crate::common::{folder, hyperbench, path, stderr, stdout};
use crate::linux::build;

/// What a workload of no special kind pays for.
const OPERATIONS: &str = "{cpuid,rdmsr-*,wrmsr-*,timer-tick,timer-program,halt-wake,set-cr3,read-cr3,\
                          tlb-flush-page,page-fault,cow-fault,in,out,eoi,spin}";

/// A shell script that does not stop to write, a lot at a time.
const MUCH: &str = "s='much '; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do s=$s$s; done; \
                    while :; do echo \"$s\"; done";

struct User(TempDir);

impl User {
    fn says(&self, arguments: &[&str]) -> Output {
        let mut command = hyperbench(arguments);
        command.current_dir(self.0.path()).env("XDG_DATA_HOME", self.0.path()).output().unwrap()
    }

    fn done(&self, arguments: &[&str]) -> String {
        let output = self.says(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        stdout(&output)
    }
}

/// gzip of a file that is no built-in workload's, natively and below KVM with nested paging.
#[test]
fn a_program_is_predicted_as_it_is_measured() {
    if !built() {
        return;
    }
    build(std::env::consts::ARCH);
    let user = User(folder());
    let lines = (0..40_000).map(|i| format!("{}\n", i * 7919 % 100_003));
    fs::write(path(&user.0, "data"), lines.collect::<String>()).unwrap();
    let add = ["workload", "add", "pack", "--batches", "3", "--file", "data", "--"];
    let shown = user.done(&[&add[..], &["gzip", "-c", "data"]].concat());
    assert!(shown.contains("cpuid") && shown.contains("page_fault"), "{shown}");

    let columns = ["--platform", "lab-native", "--platform", "lab-kvm-npt"];
    let bare = ["run", "--bench", OPERATIONS, "--events", "--batches", "6", "-o", "bare.json"];
    user.done(&[&bare[..], &columns].concat());
    user.done(&["signature", "bare.json", "-o", "signature.json"]);
    user.done(&["workload", "add", "sum", "--batches", "3", "--", "cksum", "data"]);
    let programs = ["--bench", "pack", "--bench", "sum"];
    let run = ["run", "--guest", "linux", "--batches", "3", "-o", "measured.json"];
    user.done(&[&run[..], &programs, &columns].concat());

    let predict =
        ["predict", "--signature", "signature.json", "--workload", "pack", "--format", "csv"];
    let csv = user
        .done(&[&predict[..], &["--on", "lab-kvm-npt", "--measured", "measured.json"]].concat());
    let row: Vec<&str> = csv.lines().nth(1).unwrap().split(',').collect();
    let [native, predicted, measured] = [3, 4, 5].map(|at| row[at].parse::<f64>().unwrap());
    println!("{csv}");
    assert!(native < measured && native < predicted, "{csv}");
    assert!((predicted / measured - 1.0).abs() < 0.01, "{csv}");
    // Each has had a guest of its own.
    let both = results::read(&user.0.path().join("measured.json")).unwrap();
    assert!(both.complete && both.platforms.iter().all(|run| run.boots.len() == 2), "{both:?}");
    let native = |name| both.platforms[0].find(name).unwrap().value.unwrap();
    assert!(native("sum") > 0.0 && native("sum") < native("pack"), "{both:?}");
    user.done(&["workload", "remove", "pack"]);
}

/// gzip takes its input away, and each time finds it again. The second time nothing is counted.
#[test]
fn a_program_is_predicted_by_one_command() {
    if !built() {
        return;
    }
    build(std::env::consts::ARCH);
    let user = User(folder());
    let lines = (0..4_000).map(|i| format!("{}\n", i * 7919 % 100_003));
    fs::write(path(&user.0, "data"), lines.collect::<String>()).unwrap();
    let command = ["predict", "--batches", "3", "--", "gzip", "-9", "data"];
    let first = user.says(&command);
    assert_eq!(first.status.code(), Some(0), "{}", stderr(&first));
    assert!(stderr(&first).contains("finds data"), "{}", stderr(&first));
    assert!(stdout(&first).contains("lab-kvm-npt"), "{}", stdout(&first));
    let again = user.says(&command);
    assert!(stderr(&again).contains("counted before"), "{}", stderr(&again));
    assert_eq!(stdout(&again), stdout(&first));
    assert!(user.done(&["workload", "list"]).contains("gzip -9 data"));
    assert!(user.0.path().join("data").exists() && !user.0.path().join("data.gz").exists());
}

/// The script and its data come by themselves, and the programs that it starts.
#[test]
fn a_script_with_data_is_predicted_by_one_command() {
    if !built() {
        return;
    }
    build(std::env::consts::ARCH);
    let user = User(folder());
    let write = |name: &str, text: &str| fs::write(path(&user.0, name), text).unwrap();
    write("data", &(0..2_000).map(|i| format!("{}\n", i * 7919 % 100_003)).collect::<String>());
    write("report.sh", "sort data | tail -n 2 | sed s/9/x/g > $1\nwc -c < $1\n");
    let said = user.says(&["predict", "--batches", "2", "--", "sh", "report.sh", "summary"]);
    let told = stderr(&said).replace('\n', " ");
    assert_eq!(said.status.code(), Some(0), "{told}");
    assert!(told.contains("finds report.sh in its folder"), "{told}");
    assert!(told.contains("finds data in its folder"), "{told}");
    assert!(told.contains("its script finds the programs") && told.contains("/sed"), "{told}");
    assert!(stdout(&said).contains("lab-xen-pvh"), "{}", stdout(&said));
}

/// A C library chooses its functions by what the processor has. And a program has the disk that is asked for.
#[test]
fn a_program_finds_the_same_features_of_the_processor_everywhere() {
    if !built() {
        return;
    }
    build(std::env::consts::ARCH);
    let user = User(folder());
    let has = |name: &str| format!("busybox grep -q -w {name} /proc/cpuinfo");
    let read = "{ ! test -e /dev/vda || busybox dd if=/dev/vda of=/dev/null bs=4k count=16 iflag=direct 2>/dev/null; }";
    let script = [&["xsave", "avx", "avx2"].map(has)[..], &[read.to_owned()]].concat().join(" && ");
    user.done(&["workload", "add", "features", "--batches", "2", "--", "sh", "-c", &script]);
    let columns =
        ["--platform", "lab-native", "--platform", "lab-kvm-npt", "--platform", "lab-xen-pvh"];
    let disk = ["--platform", "lab-kvm-npt:disk=virtio-blk,label=disk"];
    let all = ["run", "--guest", "linux", "--bench", "features", "--batches", "2", "--boots", "1"];
    user.done(&[&all[..], &columns, &disk, &["-o", "features.json"]].concat());
    let document = results::read(&user.0.path().join("features.json")).unwrap();
    let [without, with] = [1, 3].map(|at| document.platforms[at].find("features").unwrap().value);
    assert!(with.unwrap() - without.unwrap() > 16.0 * 50_000.0, "{without:?}, {with:?}");
}

#[test]
fn a_program_that_does_not_run_as_it_must_is_not_kept_and_its_last_words_are_told() {
    if !built() {
        return;
    }
    build(std::env::consts::ARCH);
    let user = User(folder());
    let cases = [
        ("echo lost 'my way' >&2; exit 3", "exit status 3", "it said last: lost my way"),
        ("echo x >> /log; cat /log", "something else than the time before", "next: have it print"),
        ("echo asleep; sleep 9", "did not return within 1000 ms", "it said last: asleep"),
        (MUCH, "wrote more than 16 MiB", "much much"),
    ];
    for (script, why, more) in cases {
        let add = ["workload", "add", "mine", "--timeout", "1", "--batches", "2"];
        let files = ["--file", "/bin/cat", "--file", "/bin/sleep", "--"];
        let output = user.says(&[&add[..], &files, &["sh", "-c", script]].concat());
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(4), "{script}: {message}");
        let message = message.replace('\n', " ");
        assert!(message.contains(why) && message.contains(more), "{script}: {message}");
        assert!(user.done(&["workload", "list"]).is_empty());
    }
}
