#!/usr/bin/env bash
# Prints what the doctor looks at on this machine, in the form of crates/doctor/tests/machines/*.txt,
# so that a machine on which it errs can become a test. Look through it before you share it.
set -euo pipefail
shopt -s nullglob
cpu=/sys/devices/system/cpu
files=(
    /dev/kvm /etc/os-release
    /proc/cmdline /proc/cpuinfo /proc/loadavg /proc/meminfo
    /proc/stat /proc/self/cgroup /proc/self/status
    /proc/sys/kernel/{arch,numa_balancing,osrelease,version}
    $cpu/{isolated,nohz_full,online} $cpu/smt/{active,control} $cpu/vulnerabilities/*
    $cpu/intel_pstate/no_turbo $cpu/cpufreq/boost $cpu/cpu0/microcode/version
    $cpu/cpu[0-9]*/cpufreq/scaling_{driver,governor}
    $cpu/cpu[0-9]*/thermal_throttle/core_throttle_count
    $cpu/cpu0/cpuidle/state*/{name,latency,disable}
    /sys/class/dmi/id/{sys_vendor,product_name} /sys/hypervisor/type
    /sys/devices/system/clocksource/clocksource0/{current,available}_clocksource
    /sys/devices/system/node/node[0-9]*/cpulist
    /sys/fs/cgroup/cpu.max /sys/fs/cgroup/cpu/cpu.cfs_{quota,period}_us
    /sys/kernel/mm/ksm/run /sys/kernel/mm/transparent_hugepage/enabled
    /sys/module/kvm*/parameters/*
)
echo "Recorded by tools/record-machine.sh on a $(uname -m), Linux $(uname -r)."
for file in "${files[@]}"; do
    [ -e "$file" ] || continue
    echo "--- $file"
    case $file in
        /dev/*) ;;
        /proc/cpuinfo) sed '/^$/q' $file ;;                 # one processor is enough
        /proc/cmdline) tr ' ' '\n' <$file | grep -E '^(isol|nohz|rcu_|mitig)' | xargs || true ;;
        /proc/stat) head -1 $file ;;
        /proc/self/status) grep Cpus_allowed_list $file ;;
        *) cat "$file" 2>/dev/null || true ;;
    esac
done
for id in $(pgrep -x irqbalance || true); do
    printf -- '--- /proc/%s/comm\nirqbalance\n' "$id"
done
