#!/usr/bin/env bash
# How long the lab takes here: each column from its snapshot, with and without counting, all columns
# together, and a profile of one operation. Two columns run at once on two processors.
#   tools/bench-lab.sh
# TOOL names the program to test. Nothing passes or fails: the figures are this machine's.
set -euo pipefail
cd "$(dirname "$0")/.."

tool=${TOOL:-target/release/hyperbench}

# The wall time of a command, in seconds, behind the words that say what it is.
timed() {
    local what=$1 status=0 start=$EPOCHREALTIME
    shift
    "$tool" "$@" >/dev/null 2>&1 || status=$?
    awk -v what="$what" -v from="$start" -v to="$EPOCHREALTIME" -v status="$status" 'BEGIN {
        printf "%-32s %6.1f s%s\n", what, to - from, status ? ", exit code " status : "" }'
}

"$tool" lab build >/dev/null
# What a filter of jq's picks of the lab's platforms.
platforms() {
    "$tool" list platforms --json | jq -r ".[] | select(.platform | startswith(\"lab-\")) | $1"
}
platforms 'select(.available | not) | "\(.platform) is left out: \(.why_not); \(.next_step)"'
mapfile -t columns < <(platforms 'select(.available) | .platform')
for column in "${columns[@]}"; do
    timed "$column, paper" run --platform "$column" --suite paper
    timed "$column, paper, --events" run --platform "$column" --suite paper --events
    timed "$column, full" run --platform "$column" --suite full
done
for column in lab-kvm-npt lab-kvm-ept; do
    [[ " ${columns[*]} " != *" $column "* ]] ||
        timed "$column:depth=2, paper" run --platform "$column:depth=2" --suite paper
done
timed "all columns, paper" run --platform 'lab-*' --suite paper
timed "profile of in on lab-kvm-npt" profile lab-kvm-npt in
