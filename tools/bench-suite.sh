#!/usr/bin/env bash
# How long the suites take here, and what they bring for it: wall time and first figure of a whole
# run and of one boot, then each operation's cost, stated interval, and guest time in a boot.
#   tools/bench-suite.sh
# TOOL names the program to test. KUT names a folder with kvm-unit-tests, built (x86/vmexit.flat): its
# figures are printed beside. Nothing passes or fails: the figures are this machine's.
set -euo pipefail
cd "$(dirname "$0")/.."

tool=${TOOL:-target/release/hyperbench}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# Runs a suite on a platform; prints its times. $1 platform, $2 suite, the rest options.
timed_run() {
    local platform=$1 suite=$2 file=$out/$1-$2${3:+-$3}.json status=0 start=$EPOCHREALTIME
    shift 2
    "$tool" run --platform "$platform" --suite "$suite" -o "$file" "$@" >/dev/null 2>"$out/log" || status=$?
    # 4: a benchmark failed, a result like others.
    if [ "$status" != 0 ] && [ "$status" != 4 ]; then
        echo "$platform is left out: $(head -n 1 "$out/log")"
        return 1
    fi
    jq -r --arg from "$start" --arg to "$EPOCHREALTIME" --arg what "$suite $*" '
        .platforms[0] | [.label, $what, ((($to | tonumber) - ($from | tonumber)) * 10 | round / 10),
        (.boots[0].start.first_benchmark_ns / 1e6 | round), (.boots | length),
        ([.benchmarks[] | select(.status == "ok")] | length), (.benchmarks | length)] | @tsv' "$file" |
        awk -F'\t' '{ printf "%-10s %-16s %6.1f s, first figure after %d ms, %d boots, %d of %d measured\n",
            $1, $2, $3, $4, $5, $6, $7 }'
}

# Each operation of the full suite: its cost, half the width of its interval, guest time in a boot.
operations() {
    jq -r '.platforms[0] as $run | ($run.boots[0].guest.timer.hz) as $hz | $run.benchmarks[] |
        select(.value) | .name as $name |
        ([$run.boots[].benchmarks[] | select(.name == $name) | [.samples[] | .run + .control] | add]
         | add / length / $hz * 1000) as $ms |
        [.category, .name, .value, (if .low then (.high - .low) / 2 / .value * 100 else null end), $ms] | @tsv' "$1" |
        awk -F'\t' 'BEGIN { printf "%-15s %-32s %14s %10s %10s\n", "category", "operation", "cost", "± %", "ms a boot" }
            { printf "%-15s %-32s %14.1f %10s %10.1f\n", $1, $2, $3, $4 == "" ? "?" : sprintf("%.1f", $4), $5 }'
}

for platform in qemu-tcg kvm qemu-kvm; do
    timed_run "$platform" quick || continue
    timed_run "$platform" full --boots 1
    timed_run "$platform" full
    operations "$out/$platform-full.json"
    echo
done

# What processes pay: the first figure of a guest comes when Linux has started.
"$tool" guest build >/dev/null
for platform in host qemu-tcg qemu-kvm; do
    timed_run "$platform" quick --guest linux || continue
done
echo

# Without a hypervisor its vmcall is an unhandled exception, which ends all.
if [ -n "${KUT:-}" ]; then
    echo "kvm-unit-tests on QEMU's emulator: cycles of an operation, its loop and call included"
    status=0
    names=$(sed -nE 's/.*\{ \w+, "([^"]+)".*/\1/p' "$KUT/x86/vmexit.c" | grep -vx vmcall | tr '\n' ' ')
    timeout 300 qemu-system-x86_64 -nodefaults -display none -serial stdio -smp 2 -cpu max \
        -device pc-testdev -device pci-testdev -device isa-debug-exit,iobase=0xf4,iosize=0x4 \
        -kernel "$KUT/x86/vmexit.flat" -append "$names" </dev/null >"$out/kut" 2>&1 || status=$?
    grep -aE '^[a-z0-9_:-]+ [0-9]+' "$out/kut" || echo "no figure came; it ended with code $status"
fi
