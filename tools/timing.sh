#!/usr/bin/env bash
# What external timing channels can tell on this machine, in ticks of the guest's counter: a boot on each
# platform that has them, of one CPU, so that the thread that waits for marks has one of its own.
#   tools/timing.sh
# TOOL names the program to test. Nothing passes or fails: figures are this machine's, and its load's.
set -euo pipefail
cd "$(dirname "$0")/.."

tool=${TOOL:-target/release/hyperbench}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

{
    printf 'platform\tchannel\tidle windows\tleft out\tmin\tmedian\tp99\tsd\tlong windows\t|ext − int|\n'
    for channel in uart mailbox; do
        status=0
        "$tool" run --timing "$channel" --cpus 1 --bench sgdt --boots 1 \
            -o "$out/$channel.json" >/dev/null 2>"$out/log" || status=$?
        # 4: a benchmark failed, a result like others.
        if [ "$status" != 0 ] && [ "$status" != 4 ]; then
            head -n 1 "$out/log" >&2
            continue
        fi
        jq -r --arg channel "$channel" '.platforms[] | .label as $name | .boots[-1].timing |
            [$name, $channel, .idle.windows, .idle.flagged,
            (.idle | .min, .median, .p99, .sd | if . then round else "–" end),
            .clocks.windows, (.clocks.disagreement | if . then round else "–" end)] | @tsv' "$out/$channel.json"
    done
} | column -ts $'\t'
