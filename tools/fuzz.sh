#!/usr/bin/env bash
# Feeds what readers of untrusted input cannot foresee to them, for SECONDS each: the console's
# reader, and everything that reads results files, signatures, usages, profiles, other suites' logs,
# screens, descriptions of monitors and kernels. Stops at
# the first input that breaks one and says where it is kept. What has been learnt is kept in
# target/fuzz/known and gone on from.
#   tools/fuzz.sh [SECONDS]      (default: 60)
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$HOME/.cargo/bin:$PATH"

seconds=${1:-60}
tool=${TOOL:-target/release/hyperbench}

cargo fuzz --version >/dev/null 2>&1 || cargo install --quiet --locked cargo-fuzz

known=target/fuzz/known
targets=(console results prediction imports descriptions kernels profiles screens)
mkdir -p "${targets[@]/#/$known/}"
cp crates/*/tests/data/*.json "$known/results/"
cp crates/hyperbench/tests/data/imports/*.log "$known/imports/"
cp crates/monitors/src/described/data/*.toml crates/hyperbench/tests/data/monitors/*.toml "$known/descriptions/"
cp crates/analysis/src/screen/data/* "$known/screens/"
cp kernel/build/*.elf linux/build/*.elf "$known/kernels/" 2>/dev/null || true
[ -s "$known/console/seed" ] ||
    "$tool" run --platform qemu-tcg --bench '{sgdt,ipi*}' --batches 2 --keep-log "$known/console/seed"

for target in "${targets[@]}"; do
    # Memory errors are the compiler's business here; without a sanitizer any toolchain will do.
    cargo fuzz run --sanitizer none --fuzz-dir crates/fuzz --target-dir target/fuzz/build \
        "$target" "$known/$target" -- -max_total_time="$seconds" -rss_limit_mb=4096 -timeout=20
done
