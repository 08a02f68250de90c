//! A guest with Linux in it, made of Debian's packages.

use std::collections::BTreeSet;
use std::fs;
use std::sync::{Mutex, PoisonError};

use ground::{Arch, GuestKind};
use results::{Document, Status, Summary};

use crate::columns::{built, built_for, figures, other_arch, raw, users_lab};
use crate::common::{
    clean_boot, folder, hyperbench, linux_test_image, only, output, path, result, run, skip,
    stderr, stdout,
};
use crate::failures::lab_with_packages;

/// Builds the guest for `arch`, in the user's cache, where no test before has.
pub fn build(arch: &str) {
    static BUILT: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if built.contains(arch) {
        return;
    }
    let output = output(&["guest", "build", "--arch", arch]);
    assert!(output.status.success(), "{}", stderr(&output));
    built.insert(arch.to_owned());
}

/// The same where Debian's packages can be had: while its mirrors are brought up to date, those of a
/// release cannot.
pub fn is_built(arch: &str) -> bool {
    let output = output(&["guest", "build", "--arch", arch]);
    let said = stderr(&output);
    if said.contains("Mirror sync in progress") {
        skip(format!("{arch}: {said}"));
        return false;
    }
    assert!(output.status.success(), "{said}");
    true
}

#[test]
fn a_guest_of_every_architecture_measures() {
    for arch in Arch::names().filter(|arch| is_built(arch)) {
        let guest = ["--guest", "linux", "--platform", "qemu-tcg", "--arch", arch];
        let (document, code) = run(&[&guest[..], &["--batches", "5"]].concat());
        // What a program may take is the host's time, of which a busy one has little.
        let is_late = |b: &Summary| b.category == "workload" && b.status == Status::Timeout;
        let all = only(&document).benchmarks.iter();
        let failed = all.filter(|b| b.status.is_failure() && !is_late(b));
        let failed: Vec<_> = failed.map(|b| (&b.name, &b.reason)).collect();
        assert!(failed.is_empty() && matches!(code, 0 | 4), "{arch}: {code} {failed:?}");
        assert_eq!(only(&document).guest, GuestKind::Linux);
        let boot = clean_boot(&document);
        assert_eq!(boot.guest.kernel.as_ref().unwrap().boot, "init");
        assert_eq!(boot.guest.cpu.as_ref().unwrap().count, Some(2), "{arch}");
        for name in ["getppid", "fork-exit-wait", "pipe-round-trip"] {
            assert_eq!(result(&document, name).status, Status::Ok, "{arch} {name}");
        }
    }
}

#[test]
fn a_guest_with_memory_for_it_has_the_programs_of_the_papers() {
    let built = output(&["guest", "build", "--with", "papers"]);
    let why_not = ["no programs of the papers' workloads", "no more, nor another"];
    if why_not.iter().any(|why| stderr(&built).contains(why)) {
        skip(stderr(&built));
        return;
    }
    assert!(built.status.success(), "{}", stderr(&built));
    let wanted = ["apache-compile", "java-threads"];
    let [compile, java] = wanted;
    let asked = ["--guest", "linux", "--platform", "qemu-tcg", "--bench", compile, "--bench", java];
    let refused = output(&[&["run"], &asked[..]].concat());
    assert!(stderr(&refused).contains("--memory"), "{}", stderr(&refused));
    let once = ["--memory", "1664M", "--suite", "paper-sizes", "--boots", "1", "--batches", "1"];
    let (document, code) = run(&[&asked[..], &once].concat());
    for name in wanted {
        assert_eq!((result(&document, name).status, code), (Status::Ok, 0));
    }
}

#[test]
fn a_primitive_that_takes_all_memory_costs_only_itself() {
    build(std::env::consts::ARCH);
    let guest = ["--guest", "linux", "--platform", "qemu-tcg", "--kernel", linux_test_image()];
    let (document, code) = run(&[&guest[..], &["--bench", "{getppid,test-all-memory}"]].concat());
    assert_eq!(code, 4);
    assert_eq!(result(&document, "getppid").status, Status::Ok);
    assert!(result(&document, "test-all-memory").status.is_failure());
}

#[test]
fn what_goes_wrong_in_a_guest_costs_only_itself() {
    build(std::env::consts::ARCH);
    // On a busy machine a disk is full after four seconds.
    let platform = "qemu-tcg:option=timeout=12000";
    let guest = ["--guest", "linux", "--platform", platform, "--kernel", linux_test_image()];
    let names = "{getppid,test-full,test-panic,test-wrong-result,test-child-killed,test-blocked}";
    let (document, code) = run(&[&guest[..], &["--batches", "3", "--bench", names]].concat());
    assert_eq!(code, 4);
    let expected = [
        ("getppid", Status::Ok, ""),
        ("test-full", Status::Fault, "no space is left"),
        ("test-panic", Status::Crashed, ""),
        ("test-wrong-result", Status::Fault, "the answer is"),
        ("test-child-killed", Status::Fault, "read() did less"),
        ("test-blocked", Status::Timeout, "did not return"),
    ];
    for (name, status, reason) in expected {
        let found = result(&document, name);
        assert_eq!(found.status, status, "{found:?}");
        assert!(found.reason.contains(reason), "{found:?}");
    }
    assert_eq!(only(&document).boots.len(), 2, "one more for the panic");
}

#[test]
fn a_guest_too_small_for_linux_is_said_to_be_one_that_did_not_boot() {
    build(std::env::consts::ARCH);
    let guest = ["--guest", "linux", "--platform", "qemu-tcg", "--memory", "64M"];
    let (document, code) = run(&[&guest[..], &["--batches", "3", "--bench", "getppid"]].concat());
    assert_eq!(code, 3);
    let failure = only(&document).failure.as_deref().unwrap_or_default();
    assert!(failure.contains("did not boot"), "{failure}");
    assert!(result(&document, "getppid").reason.contains("not run"));
}

#[test]
#[expect(clippy::float_cmp, reason = "counts of instructions are exact")]
fn under_each_hypervisor_of_the_lab_processes_pay_what_they_must() {
    if !built() {
        return;
    }
    build(std::env::consts::ARCH);
    let platforms = ["lab-native", "lab-kvm-npt", "lab-kvm-shadow", "lab-xen-pvh"];
    let mut arguments = vec!["--guest", "linux", "--batches", "3", "--verify", "--bench"];
    arguments.push("{getppid,user-cpuid,page-fault,fork-exit-wait}");
    arguments.extend(platforms.iter().flat_map(|platform| ["--platform", platform]));
    let (document, code) = run(&arguments);
    assert_eq!(code, 0, "two runs differ, or not all is measured");
    let [native, npt, shadow, xen] = platforms.map(|label| figures(&document, label));
    for column in [&npt, &shadow, &xen] {
        assert_eq!(column["getppid"], native["getppid"], "no exit");
        assert!(column["user-cpuid"] > 1000.0, "an exit: {column:?}");
    }
    assert_eq!(native["user-cpuid"], 1.0);
    for (name, times) in [("page-fault", 2.0), ("fork-exit-wait", 3.0)] {
        assert!(shadow[name] > times * npt[name], "tables are shadowed: {name}");
        for column in [&npt, &xen] {
            assert!((0.8..1.25).contains(&(column[name] / native[name])), "{name}: {column:?}");
        }
    }
}

/// An interrupt that QEMU delivered twice hung this suite, at a moment that the kept state made the same in
/// every run.
#[test]
fn the_quick_suite_ends_in_its_first_guest_where_page_tables_are_shadowed() {
    if !built() {
        return;
    }
    build(std::env::consts::ARCH);
    let (document, code) = run(&["--guest", "linux", "--platform", "lab-kvm-shadow"]);
    let boot = clean_boot(&document);
    assert!(boot.start.resumed && boot.command.iter().any(|word| word == "-plugin"));
    assert_eq!(code, 0);
}

/// Linux starts once: natively, where no image of the lab is needed for that.
#[test]
fn a_guest_goes_on_from_where_it_waited_and_a_damaged_state_is_made_anew() {
    build(std::env::consts::ARCH);
    if !built() {
        return;
    }
    let cache = lab_with_packages();
    let guests = users_lab().with_file_name("guest");
    std::os::unix::fs::symlink(guests, cache.path().join("hyperbench/guest")).unwrap();
    let measured = |memory: &str| {
        let arguments = ["run", "--guest", "linux", "--platform", "lab-native", "--format", "json"];
        let mut command = hyperbench(&arguments);
        command.args(["--memory", memory, "--batches", "9", "--bench", "{getppid,forkwait}"]);
        let output = command.env("XDG_CACHE_HOME", cache.path()).output().unwrap();
        let document: Document = serde_json::from_str(&stdout(&output)).unwrap();
        (raw(&document.platforms[0]), stderr(&output).contains("until it waits"))
    };
    let states = || {
        let entries = fs::read_dir(cache.path().join("hyperbench/lab/images")).unwrap().flatten();
        entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect::<Vec<_>>()
    };
    let (first, made) = measured("128M");
    assert!(made && first.iter().flatten().all(|measured| !measured.samples.is_empty()));
    assert_eq!(measured("128M"), (first.clone(), false));
    let [state] = &states()[..] else { panic!("{:?}", states()) };
    fs::write(state.join("snapshot.qcow2"), "cut off").unwrap();
    assert_eq!(measured("128M"), (first, true));
    // A guest that comes to nothing leaves no state, and is told of as without.
    let (none, made) = measured("40M");
    assert!(made && none.iter().flatten().all(|measured| measured.samples.is_empty()));
    assert_eq!(states().len(), 1);
    assert!(fs::read_dir(cache.path().join("hyperbench/lab/runs")).unwrap().next().is_none());
}

/// Gives processes next to nothing to pay for: what they do is what it costs. Both workloads take no
/// devices, which would be others in a guest.
#[test]
fn elsewhere_processes_cost_below_a_hypervisor_what_they_cost_without() {
    let arch = other_arch().name.as_str();
    if !built_for(arch) {
        return;
    }
    build(arch);
    let mut arguments = vec!["--arch", arch, "--guest", "linux", "--verify", "--batches", "9"];
    arguments.extend(["--platform", "lab-native", "--platform", "lab-kvm-npt"]);
    arguments.extend(["--bench", "{getppid,page-fault,gzip,forkwait}"]);
    let (document, code) = run(&arguments);
    assert_eq!(code, 0, "two runs differ, or not all is measured");
    let [native, guest] = ["lab-native", "lab-kvm-npt"].map(|label| figures(&document, label));
    for (name, figure) in &native {
        let ratio = guest[name] / figure;
        assert!((0.98..1.02).contains(&ratio), "{name}: {figure} natively, {ratio} times that");
    }
}

/// What Linux still does for itself, such as tests of its own cryptography, would show in the first batches.
#[test]
fn a_workload_costs_in_its_first_batch_what_it_costs_later_in_every_lab() {
    for (arch, _) in ::lab::LabArch::all().filter(|(arch, _)| built_for(&arch.name)) {
        build(&arch.name);
        let guest = ["--arch", &*arch.name, "--guest", "linux", "--platform", "lab-native"];
        let (document, code) = run(&[&guest[..], &["--bench", "gzip", "--batches", "3"]].concat());
        assert_eq!(code, 0, "{}", arch.name);
        let measured = &only(&document).boots[0].benchmarks[0];
        let costs = measured.costs();
        let [least, most] =
            [f64::min, f64::max].map(|of| costs.iter().copied().reduce(of).unwrap());
        assert!(most / least < 1.01, "{}: {costs:?}", arch.name);
    }
}

#[test]
fn what_a_guest_does_is_counted_where_no_hypervisor_is() {
    for (arch, _) in ::lab::LabArch::all().filter(|(arch, _)| built_for(&arch.name)) {
        counts_what_a_guest_does(&arch.name);
    }
}

#[expect(clippy::float_cmp, reason = "counts are whole numbers")]
fn counts_what_a_guest_does(arch: &str) {
    build(arch);
    let guest = ["--arch", arch, "--guest", "linux", "--platform", "lab-native"];
    let names =
        "{getppid,user-cpuid,page-fault,cow-fault,fork-exit-wait,vfork-exec-wait,nanosleep}";
    let counted = ["--events", "--batches", "3", "--bench", names];
    let (document, code) = run(&[&guest[..], &counted].concat());
    assert_eq!(code, 0, "{arch}");
    let count = |name: &str, event: &str| {
        let events = result(&document, name).events.clone().unwrap();
        events.counters.get(event).map_or(0.0, |counter| counter.per_operation.round())
    };
    let expected = [
        ("getppid", "use_syscall", 1.0),
        ("getppid", "use_interrupt", 0.0),
        ("page-fault", "use_page_fault", 1.0),
        ("cow-fault", "use_protection_fault", 1.0),
        ("fork-exit-wait", "use_fork", 1.0),
        ("fork-exit-wait", "use_exec", 0.0),
        ("vfork-exec-wait", "use_fork", 0.0),
        ("vfork-exec-wait", "use_exec", 1.0),
        ("nanosleep", "use_halt", 1.0),
        ("nanosleep", "use_interrupt", 0.0),
    ];
    for (name, event, wanted) in expected {
        assert_eq!(count(name, event), wanted, "{arch}: {name}, {event}");
    }
    assert!(count("fork-exit-wait", "use_root_switch") >= 2.0, "to the child and back");
    if only(&document).find("user-cpuid").is_some() {
        assert_eq!(count("user-cpuid", "use_user_cpuid"), 1.0);
    }
}

#[test]
fn a_guest_is_made_once_and_of_the_same_to_the_byte() {
    let arch = std::env::consts::ARCH;
    build(arch);
    let cache = folder();
    let status = stdout(&output(&["guest", "status"]));
    let users = status.split(',').next().unwrap().to_owned();
    let [users, ours] = [users, path(&cache, "hyperbench/guest")].map(std::path::PathBuf::from);
    fs::create_dir_all(cache.path().join("hyperbench")).unwrap();
    let copied = std::process::Command::new("cp").arg("-a").args([&users, &ours]).status();
    assert!(copied.unwrap().success());
    fs::remove_dir_all(ours.join(arch)).unwrap();
    let built = || {
        let mut command = hyperbench(&["guest", "build"]);
        stderr(&command.env("XDG_CACHE_HOME", cache.path()).output().unwrap())
    };
    let said = built();
    assert!(said.contains("making") && !said.contains("downloading"), "{said}");
    for file in ["kernel", "initramfs"] {
        let [one, other] =
            [&users, &ours].map(|place| fs::read(place.join(arch).join(file)).unwrap());
        assert!(one == other, "{file} differs");
    }
    assert!(!built().contains("making"));
}

/// Nothing but the guest's counter is asked, so two boots say the same; a run that goes on from a kept
/// state has seen no boot.
#[test]
fn stages_of_a_boot_are_counted_and_the_same_twice() {
    if !built() {
        return;
    }
    build(&Arch::native().name);
    let costs = || {
        let done = output(&["guest", "costs", "--platform", "lab-native", "--json"]);
        assert!(done.status.success(), "{}", stderr(&done));
        results::parse(done.stdout, "standard output").unwrap()
    };
    let (first, second) = (costs(), costs());
    let stages = clean_boot(&first).stages;
    assert_eq!(stages, clean_boot(&second).stages);
    assert!(stages.loader > Some(0) && stages.process > Some(0), "{stages:?}");
    assert!(stages.kernel > stages.process, "{stages:?}");
    let one =
        ["--guest", "linux", "--platform", "lab-native", "--bench", "getppid", "--batches", "2"];
    let (document, _) = run(&one);
    assert!(clean_boot(&document).start.resumed && clean_boot(&document).stages.is_unknown());
}

#[test]
fn a_profile_of_what_a_process_does_adds_up_to_its_cost() {
    if !built() {
        return;
    }
    build(&Arch::native().name);
    let done = output(&["profile", "lab-native", "getppid", "--format", "json"]);
    assert!(done.status.success(), "{}", stderr(&done));
    let profile: results::Profile = serde_json::from_str(&stdout(&done)).unwrap();
    let own: i64 = profile.functions.iter().map(|function| function.own).sum();
    assert_eq!(own + profile.idle, profile.total);
    let kernel = profile.functions.iter().filter(|function| function.world == "guest_kernel");
    assert!(kernel.map(|function| function.own).sum::<i64>() > own / 2, "{profile:?}");
    let named = profile.functions.iter().find(|function| function.name == "__task_pid_nr_ns");
    let named = named.expect("the guest's Linux has names");
    assert_eq!((&*named.module, named.calls), ("linux", profile.n.cast_signed()));
}

#[test]
fn each_exit_of_a_linux_that_forks_is_told_and_together_they_are_all_that_its_hypervisor_does() {
    if !built() {
        return;
    }
    build(&Arch::native().name);
    let arguments = ["profile", "lab-kvm-shadow", "fork-exit-wait", "--iterations", "1"];
    let done = output(&[&arguments[..], &["--format", "json"]].concat());
    assert!(done.status.success(), "{}", stderr(&done));
    let profile: results::Profile = serde_json::from_str(&stdout(&done)).unwrap();
    let guests = |world: &str| world.starts_with("guest_");
    let outside = profile.functions.iter().filter(|function| !guests(&function.world));
    let all: u64 = profile.exits.iter().flat_map(|exits| &exits.lengths).sum();
    assert_eq!(outside.map(|function| function.own).sum::<i64>(), all.cast_signed());
    let table = output(&[&arguments[..], &["--exits"]].concat());
    let table = stdout(&table);
    for (reason, function) in [("pf", "clear_page_rep"), ("cr3_write", "load_new_mm_cr3")] {
        let is_left = |exits: &&results::Exits| {
            exits.left.reason == reason && exits.left.function == function
        };
        let exits = profile.exits.iter().find(is_left).unwrap_or_else(|| panic!("{table}"));
        assert!(exits.left.address > 0 && !exits.lengths.is_empty(), "{exits:?}");
        assert!(table.contains(reason) && table.contains(function), "{table}");
    }
}
