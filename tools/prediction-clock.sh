#!/usr/bin/env bash
# Do the intervals of predictions hold by the clock? QEMU's emulator is native here, and the platform is
# the same emulator in which a load of CR3 takes longer (slower.c). The workloads are operations of the
# bare guest that load CR3 among others; how often is counted once, in the lab. set-cr3 and the workloads
# are measured anew in each of RUNS runs. Prints how many of the intervals have the measured time in them.
#   tools/prediction-clock.sh [RUNS [FOLDER]]      (default: 20 runs, target/prediction-clock)
# TOOL names the program, TURNS the turns of a loop that a load takes longer, BOOTS the boots of a run on
# either side. Runs that are in FOLDER already are not made again.
set -euo pipefail
cd "$(dirname "$0")/.."

runs=${1:-20} folder=${2:-target/prediction-clock}
tool=${TOOL:-target/release/hyperbench}
turns=${TURNS:-20000} boots=${BOOTS:-10}
workloads=(root-switch pte-modify-and-switch address-space process-spaces)
benchmarks="{set-cr3,$(IFS=,; echo "${workloads[*]}")}"

mkdir -p "$folder"
folder=$(realpath "$folder")
quietly() { "$tool" "$@" >/dev/null 2>"$folder/messages" || { cat "$folder/messages" >&2; return 1; }; }

cc -O1 -shared -fPIC -Wall -Wextra -Werror -fvisibility=hidden -D_GNU_SOURCE -DAPI="${API:-1}" -Icrates/building/plugin \
    -o "$folder/slower.so" tools/slower.c crates/building/plugin/qemu.c
# Both have the plugin: what it costs to translate with one is no part of the change.
for kind in plain:0 "slow:$turns"; do
    printf '#!/bin/sh\nexec qemu-system-x86_64 "$@" -plugin "%s",turns=%s\n' \
        "$folder/slower.so" "${kind#*:}" >"$folder/${kind%:*}"
    chmod +x "$folder/${kind%:*}"
done

if [ ! -s "$folder/counts.json" ]; then
    quietly run --platform lab-native --bench "$benchmarks" --events -o "$folder/counted.json"
    quietly usage "$folder/counted.json" "${workloads[@]/#/--bench=}" -o "$folder/counts.json"
fi

# How often each loads CR3, with the times of this clock in the place of the lab's instructions.
usage() {
    jq --slurpfile run "$1" '
        ($run[0].platforms[] | select(.label == "plain").benchmarks) as $measured
        | .unit = "cycles"
        | .workloads |= map(.name as $name | ($measured[] | select(.name == $name)) as $one
            | .native = {value: $one.value, low: $one.low, high: $one.high}
            | .counts |= {root_switch})' "$folder/counts.json"
}

for number in $(seq "$runs"); do
    at=$folder/$number
    [ ! -s "$at.csv" ] || continue
    quietly run --platform "qemu-tcg:binary=$folder/plain,label=plain" \
        --platform "qemu-tcg:binary=$folder/slow,label=slow" --baseline plain --cpus 1 \
        --bench "$benchmarks" --boots "$boots" -o "$at.json"
    quietly signature "$at.json" -o "$at.signature.json"
    usage "$at.json" >"$at.usage.json"
    "$tool" predict --signature "$at.signature.json" --usage "$at.usage.json" --measured "$at.json" \
        --on slow --model operations --format csv >"$at.part"
    mv "$at.part" "$at.csv"
    echo "run $number of $runs done" >&2
done

{
    echo "workload,inside,of,native / measured,error,half-width"
    jq -Rrs '
    def middle: sort | .[length / 2 | floor];
    def share: . * 1000 | round / 10 | "\(.) %";
    [split("\n")[] | split(",") | select(.[0] == "slow")
     | {name: .[1]} + (.[3:8] | map(tonumber)
        | {native: .[0], predicted: .[1], measured: .[2], low: .[3], high: .[4]})]
    | ((group_by(.name)[] | [.[0].name, .]), ["all", .]) as [$name, $rows]
    | [$name, ($rows | map(select(.low <= .measured and .measured <= .high)) | length), ($rows | length),
       ($rows | map(.native / .measured) | middle | share),
       ($rows | map(.predicted / .measured - 1 | fabs) | middle | share),
       ($rows | map((.high - .low) / 2 / .predicted) | middle | share)]
    | join(",")' "$folder"/[0-9]*.csv
} | column -t -s ,
echo "(Medians; error without its sign.)"
