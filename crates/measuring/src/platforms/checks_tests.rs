//! The doctor in front of recorded machines.

use doctor::machine::recorded::{CLOUD_VM, Recorded, TUNED, paths};
use doctor::machine::{Activity, Window};
use doctor::{Context, Needs, examine, in_one_line};
use ground::Arch;
use monitors::Platform;
use results::{Finding, Level};

/// What all checks find, after the CPUs have spent 1,000 ticks, `stolen` of them for others.
fn findings_of(recorded: &Recorded, stolen: u64) -> Vec<Finding> {
    let machine = &recorded.machine;
    let before = machine.activity();
    let cpu = before.cpu.map(|mut time| {
        time.total = time.total.saturating_add(1000);
        time.stolen = time.stolen.saturating_add(stolen);
        time
    });
    let window = Window { after: Activity { cpu, ..before.clone() }, before, pace: None };
    let arch = recorded_arch(recorded);
    let needs = Needs { arch, cpus: 2, memory: 256 << 20 };
    let context = Context { machine, needs, window: Some(&window) };
    examine(&context, &checks(&[platform("qemu-kvm")]))
}

fn recorded_arch(recorded: &Recorded) -> &'static Arch {
    Arch::named(&recorded.machine.arch()).unwrap_or_else(Arch::native)
}

use super::checks;

fn platform(name: &str) -> &'static dyn Platform {
    super::all().into_iter().find(|platform| platform.name() == name).unwrap()
}

fn text(findings: &[Finding]) -> String {
    let mut out = Vec::new();
    reports::findings(findings, reports::Format::Table, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn find<'a>(findings: &'a [Finding], name: &str) -> &'a Finding {
    findings.iter().find(|finding| finding.check == name).unwrap()
}

#[test]
fn a_machine_set_up_for_measuring_is_fine() {
    let findings = findings_of(&Recorded::new(TUNED), 0);
    assert!(findings.iter().all(|finding| finding.level == Level::Ok), "{}", text(&findings));
    assert_eq!(in_one_line(&findings), None);
    insta::assert_snapshot!(text(&findings));
}

#[test]
fn a_virtual_machine_in_a_cloud_is_not() {
    let findings = findings_of(&Recorded::new(CLOUD_VM), 50);
    insta::assert_snapshot!(text(&findings));
    insta::assert_snapshot!("one_line", in_one_line(&findings).unwrap());
}

#[test]
fn what_a_machine_does_not_tell_is_never_called_ok() {
    let findings = findings_of(&Recorded::empty(), 0);
    let told: Vec<_> = findings.iter().filter(|f| f.level != Level::Unknown).collect();
    // These two are known to be missing.
    let told: Vec<_> = told.into_iter().map(|f| (f.check.as_str(), f.level)).collect();
    assert_eq!(told, [("kvm", Level::Warn), ("qemu", Level::Warn)]);
}

/// A file of the tuned machine, a content that spoils measurements, the check that is to
/// notice, how bad it is, and a part of the command or the advice.
type Trouble = (&'static str, &'static str, &'static str, Level, &'static str);

const TROUBLES: &[Trouble] = &[
    (
        "/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor",
        "powersave",
        "governor",
        Level::Warn,
        "echo performance",
    ),
    (
        "/sys/devices/system/cpu/intel_pstate/no_turbo",
        "0",
        "turbo",
        Level::Warn,
        "echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo",
    ),
    (
        "/sys/devices/system/cpu/cpu0/cpuidle/state2/disable",
        "0",
        "idle-states",
        Level::Warn,
        "cpuidle",
    ),
    ("/sys/devices/system/cpu/smt/active", "1", "smt", Level::Warn, "echo off"),
    ("/proc/self/status", "Cpus_allowed_list:\t0,2", "cpus", Level::Warn, "--cpus"),
    ("/proc/self/status", "Cpus_allowed_list:\t1", "cpus", Level::Bad, "--cpus"),
    ("/sys/fs/cgroup/user.slice/cpu.max", "150000 100000", "cpu-quota", Level::Bad, "container"),
    ("/sys/devices/system/cpu/isolated", "4", "isolation", Level::Warn, "isolcpus=5-7"),
    ("/proc/loadavg", "1.00 0.5 0.5 1/1 1", "load", Level::Warn, "ps "),
    ("/proc/loadavg", "7.99 0.5 0.5 1/1 1", "load", Level::Bad, "ps "),
    (
        "/sys/kernel/mm/transparent_hugepage/enabled",
        "[always] never",
        "huge-pages",
        Level::Warn,
        "madvise",
    ),
    ("/sys/kernel/mm/ksm/run", "1", "page-merging", Level::Warn, "ksm/run"),
    ("/proc/sys/kernel/numa_balancing", "1", "numa-balancing", Level::Warn, "sysctl"),
    ("/proc/812/comm", "irqbalance", "irqbalance", Level::Warn, "systemctl stop"),
    ("/proc/meminfo", "MemAvailable: 1024 kB", "memory", Level::Bad, "--memory"),
    ("/proc/cmdline", "quiet mitigations=off", "mitigations", Level::Warn, "lower"),
    ("/sys/class/dmi/id/sys_vendor", "QEMU", "virtual-machine", Level::Warn, "physical"),
    ("/proc/cpuinfo", "flags: fpu constant_tsc", "counter", Level::Bad, "rough"),
    (
        "/sys/devices/system/clocksource/clocksource0/current_clocksource",
        "hpet",
        "clock-source",
        Level::Warn,
        "echo tsc",
    ),
    (
        "/sys/module/kvm/parameters/halt_poll_ns",
        "200000",
        "kvm-halt-polling",
        Level::Warn,
        "echo 0",
    ),
    ("/sys/module/kvm_pvm/parameters/verbose", "N", "kvm-backend", Level::Bad, "hardware"),
];

#[test]
fn every_trouble_is_noticed_with_what_to_do_about_it() {
    for (path, content, check, level, help) in TROUBLES {
        let recorded = Recorded::new(TUNED);
        recorded.write(path, content.as_bytes());
        let findings = findings_of(&recorded, 0);
        let finding = find(&findings, check);
        assert_eq!(finding.level, *level, "{finding:?}");
        let helps = [&finding.command, &finding.advice].into_iter().flatten();
        assert!(helps.into_iter().any(|text| text.contains(help)), "{finding:?}");
    }
}

#[test]
fn what_is_not_installed_is_noticed_with_the_command_that_installs_it() {
    let recorded = Recorded::new(TUNED);
    recorded.remove("/dev/kvm");
    recorded.remove(&format!("/usr/bin/{}", recorded_arch(&recorded).qemu.binary));
    let findings = findings_of(&recorded, 0);
    assert_eq!(find(&findings, "kvm").command.as_deref(), Some("sudo modprobe kvm_intel"));
    let install = find(&findings, "qemu").command.as_deref().unwrap();
    assert!(install.starts_with("sudo apt-get install "), "{install}");
}

#[test]
fn stolen_time_is_bad_in_large_doses() {
    let level = |stolen| find(&findings_of(&Recorded::new(TUNED), stolen), "steal").level;
    assert_eq!([level(0), level(5), level(50)], [Level::Ok, Level::Warn, Level::Bad]);
}

#[test]
fn hostile_files_do_no_harm() {
    let contents: [&[u8]; 8] = [
        b"",
        b"\x1b[2J\x1b]0;title\x07\r\n",
        b"\xff\xfe\x00\x80",
        b"-1",
        b"99999999999999999999999999 99999999999999999999",
        b"18446744073709551615 18446744073709551615 NaN inf -inf",
        b"0-4294967295,7-3,,-,4294967295-0",
        b"cpu 18446744073709551615 1 1 1 1 1 1 1\nMemAvailable: 18446744073709551615 kB\n::\n=\n",
    ];
    let all = paths(TUNED);
    for content in contents {
        let recorded = Recorded::new(TUNED);
        for path in &all {
            recorded.write(path, content);
        }
        is_harmless(&recorded);
    }
    let recorded = Recorded::new(TUNED);
    for path in &all {
        recorded.make_folder(path);
    }
    is_harmless(&recorded);
}

fn is_harmless(recorded: &Recorded) {
    let findings = findings_of(recorded, u64::MAX);
    let environment = recorded.machine.environment(&["kvm"]);
    let text = text(&findings) + &serde_json::to_string(&environment).unwrap();
    let control = |c: &char| c.is_control() && *c != '\n';
    assert_eq!(text.chars().find(control), None, "{text:?}");
}

#[test]
fn the_documentation_explains_every_check() {
    let page = include_str!("../../../../docs/doctor.md");
    let checks = checks(&super::all());
    let names: Vec<_> =
        page.lines().filter_map(|line| line.strip_prefix("- **")?.split_once("**: ")).collect();
    for check in &checks {
        let explained = names.iter().filter(|(name, _)| *name == check.name).count();
        assert_eq!(explained, 1, "docs/doctor.md and {}", check.name);
    }
    assert_eq!(
        names.len(),
        checks.len() + 1,
        "neighbours, which takes a second, is not a run's: {names:?}"
    );
}
