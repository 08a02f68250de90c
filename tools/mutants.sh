#!/usr/bin/env bash
# Breaks the crates that compute in many small ways, one at a time, and lists what none of their own tests
# notices. That takes seconds for each: by default only what differs from a commit is broken.
#   tools/mutants.sh [COMMIT]           (default: main)
#   tools/mutants.sh --all CRATE...     whole crates: stats, protocol, results, prediction, analysis
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$HOME/.cargo/bin:$PATH"

# Broken code writes where whole code does not: as root it has replaced /dev/null by a file.
if [ "$(id -u)" = 0 ] && [ -z "${MUTANTS_APART:-}" ]; then
    export MUTANTS_APART=1
    # shellcheck disable=SC2016
    apart='mount --rbind /dev /dev && mount -o remount,bind,ro /dev && exec "$0" "$@"'
    exec unshare --mount bash -c "$apart" "$PWD/tools/mutants.sh" "$@"
fi
export XDG_DATA_HOME="$PWD/target/mutants/data"

# What fails need not be made small, a quarter of the random inputs has to do, and nobody debugs it.
export PROPTEST_MAX_SHRINK_ITERS=0 PROPTEST_CASES=64 CARGO_PROFILE_DEV_DEBUG=0

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
