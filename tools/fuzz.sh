#!/usr/bin/env bash
# Feeds what readers of untrusted input cannot foresee to them, for SECONDS each: consoles, QEMU's control
# sockets, results, parts of runs, signatures and usages, profiles and their traces, symbols, atlases, other
# suites' logs, screens, descriptions of monitors, rules, kernels, packages. Stops at the first input that
# breaks one and says where it is kept. What has been learnt is kept in target/fuzz/known and gone on from.
#   tools/fuzz.sh [SECONDS]      (default: 60)
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$HOME/.cargo/bin:$PATH"

seconds=${1:-60}
tool=${TOOL:-target/release/hyperbench}

cargo fuzz --version >/dev/null 2>&1 || cargo install --quiet --locked cargo-fuzz

known=target/fuzz/known
targets=(console controls results merges prediction profiles traces symbols atlas imports screens descriptions
    rules kernels packages)
mkdir -p "${targets[@]/#/$known/}"

# Several files as one input: a zero between.
joined() {
    local file between=
    for file; do
        printf "$between"
        cat "$file"
        between='\0'
    done
}

# Blocks and steps of such lengths, and texts behind them: a call out of a block of two instructions.
trace='\x14\0\x10\0\0\x10\0\0\0\0\0\0\x02\0\x02\0\x03\0\0\0\x08\0\0\x01'
trace+='\0\0\0\0\0\0\x02\0\0\0\0\0\x01\0\x02\0trace 1 0 1\ntrace 2 1 2\n\0001 0 1 cpuid\n'

cp crates/*/tests/data/*.json "$known/results/"
cp crates/hyperbench/tests/data/imports/*.log "$known/imports/"
cp crates/monitors/src/described/data/*.toml crates/hyperbench/tests/data/monitors/*.toml "$known/descriptions/"
cp crates/analysis/src/screen/data/* "$known/screens/"
cp crates/debian/locks/* /bin/true "$known/packages/"
cp crates/measuring/data/atlas.toml "$known/atlas/"
joined crates/prediction/data/lab.{signature,usage}.json >"$known/prediction/lab"
joined crates/results/tests/data/results-1{,}.json >"$known/atlas/results"
printf "$trace" >"$known/traces/call"
printf '{"QMP": {}}\r\n{"return": {}}\r\n{"event": "STOP"}\r\n{"error": {}}\r\n' >"$known/controls/one"
printf 'Package: a\nVersion: 1:2\nFilename: pool/a/a_2_all.deb\nSize: 3\nSHA256: 00\n\n' >"$known/packages/index"
printf '[[rule]]\nbenchmarks = "ipi*"\nfail-on = "slower>30%%"\n' >"$known/rules/one"
for arch in x86_64 aarch64 riscv64; do
    "$tool" image elf --arch $arch -o "$known/kernels/$arch" >/dev/null
    cp "$known/kernels/$arch" "$known/symbols/$arch"
done
# A profile needs the lab's image.
[ -s "$known/profiles/cpuid" ] ||
    "$tool" profile lab-kvm-npt cpuid --format json -o "$known/profiles/cpuid" || true
[ -s "$known/console/seed" ] ||
    "$tool" run --platform qemu-tcg --bench '{sgdt,ipi*}' --batches 2 --keep-log "$known/console/seed"
for part in 1 2; do
    [ -s "$known/merges/both" ] ||
        "$tool" run --platform qemu-tcg --bench '{sgdt,sidt}' --batches 2 --shard $part/2 -o "$known/results/$part"
done
[ -s "$known/merges/both" ] || joined "$known/results/"{1,2} >"$known/merges/both"

for target in "${targets[@]}"; do
    # Memory errors are the compiler's business here; without a sanitizer any toolchain will do.
    cargo fuzz run --sanitizer none --fuzz-dir crates/fuzz --target-dir target/fuzz/build \
        "$target" "$known/$target" -- -max_total_time="$seconds" -rss_limit_mb=4096 -timeout=20
done
