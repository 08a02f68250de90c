#!/usr/bin/env bash
# Does what action.yml does, with a release in a folder and a runner's variables, on QEMU's emulator.
#   tools/test-action.sh TOOL
set -euo pipefail
cd "$(dirname "$0")/.."

tool=${1:?usage: tools/test-action.sh TOOL}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "action: FAILED: $*" >&2; cat "$work/log" >&2; exit 1; }
name=hyperbench-linux-$(uname -m)
release=$work/release archive=$work/release/$name.tar.gz
mkdir -p "$release" "$work/$name/bin"
ln "$tool" "$work/$name/bin/hyperbench" 2>/dev/null || cp "$tool" "$work/$name/bin/hyperbench"
tar -C "$work" -czf "$archive" "$name"
(cd "$release" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")

# Runs the action's step with the arguments of `run` in $1; sets $code.
step() {
    mkdir -p "$work/runner"
    code=0
    RUNNER_TEMP=$work/runner GITHUB_OUTPUT=$work/output GITHUB_PATH=$work/path \
        GITHUB_STEP_SUMMARY=$work/summary HYPERBENCH_RELEASE=file://$release HYPERBENCH_RUN=$1 \
        tools/action.sh >"$work/log" 2>&1 || code=$?
}
few="--platform qemu-tcg --deterministic --bench '{sgdt,cpuid}'"

step "$few"
[ "$code" = 0 ] || fail "a run that works ended with $code"
grep -q cpuid "$work/summary" || fail "the summary has no table"
jq -e '[.platforms[].benchmarks[].status] == ["ok", "ok"]' "$(sed -n 's/^results=//p' "$work/output")" >/dev/null ||
    fail "the output does not name the results"
"$(cat "$work/path")/hyperbench" --version >/dev/null || fail "later steps do not find the tool"

make -s -C kernel ARCH="$(uname -m)" TEST_IMAGE=yes OUT="$work/kernel" >/dev/null
step "--ab qemu-tcg qemu-tcg:option=slow=sgdt --kernel $work/kernel/hyperbench-$(uname -m).elf --deterministic \
    --bench sgdt --fail-on 'slower>5%'"
[ "$code" = 7 ] || fail "a broken rule ended with $code"
grep -q '<failure' "$work/runner/hyperbench/junit.xml" || fail "JUnit does not fail where a rule is broken"

echo garbage >>"$archive"
step "$few"
[ "$code" = 1 ] && grep -q 'checksum' "$work/log" || fail "a changed archive was taken ($code)"
rm "$archive"
step "$few"
[ "$code" = 1 ] && grep -q 'Name a released tag' "$work/log" || fail "a missing archive was not said ($code)"
