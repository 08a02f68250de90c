#!/usr/bin/env bash
# Breaks the crates that compute in many small ways, one at a time, and lists what none of their own tests
# notices. That takes seconds for each: by default only what differs from a commit is broken.
#   tools/mutants.sh [COMMIT]           (default: main)
#   tools/mutants.sh --all CRATE...     whole crates: stats, protocol, results, prediction, analysis
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$HOME/.cargo/bin:$PATH"

cargo mutants --version >/dev/null 2>&1 || cargo install --quiet --locked cargo-mutants
mkdir -p target/mutants
if [ "${1:-}" = --all ]; then
    shift
    which=("${@/#/--package=}")
else
    git diff --merge-base "${1:-main}" -- crates >target/mutants/diff
    which=(--in-diff target/mutants/diff)
fi
cargo mutants --output target/mutants "${which[@]}"
