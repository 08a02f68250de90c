#!/usr/bin/env bash
# How long does `hyperbench fleet` take over many results, and how much memory? Measures once on QEMU's
# emulator, makes as many results of that as asked for, each with another time of day, and prints time
# and the most memory that the tool held.
#   tools/bench-fleet.sh [COUNT...]      (default: 1000 10000; some 200 kB on the disk for each)
# TOOL names the program to test. Nothing passes or fails: the figures are this machine's.
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -gt 0 ] || set -- 1000 10000
tool=${TOOL:-target/release/hyperbench}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

"$tool" run --platform qemu-tcg --boots 5 -o "$out/one.json" >/dev/null 2>"$out/log" || {
    cat "$out/log" >&2
    exit 1
}
size=$(($(wc -c <"$out/one.json") / 1000))

# The most memory of process $1, in MB, until it ends.
most_memory() {
    local kilobytes=0 now
    while now=$(awk '/^VmHWM/ { print $2 }' "/proc/$1/status" 2>/dev/null) && [ -n "$now" ]; do
        kilobytes=$now
        sleep 0.05
    done
    echo $((kilobytes / 1000))
}

for count in "$@"; do
    mkdir "$out/$count"
    for number in $(seq -w "$count"); do
        sed "s/^  \"started\": \"/&$number /" "$out/one.json" >"$out/$count/$number.json"
    done
    start=$EPOCHREALTIME
    "$tool" fleet "$out/$count" >"$out/table" &
    memory=$(most_memory $!)
    wait $!
    counted=$(awk 'NR == 1 { gsub(",", ""); print $2 }' "$out/table")
    [ "$counted" = "$count" ] || { echo "only $counted of $count were counted" >&2; exit 1; }
    awk -v from="$start" -v to="$EPOCHREALTIME" -v n="$count" -v size="$size" -v memory="$memory" \
        'BEGIN { printf "%d results of %d kB: %.1f s, %d MB\n", n, size, to - from, memory }'
    rm -r "${out:?}/$count"
done
