#!/usr/bin/env bash
# Measures in the lab what ships for `hyperbench predict`: what operations cost, what the lab's workloads do,
# and what they take, without the single batches. The tool has to be built again then.
#   tools/ship-predictions.sh [FOLDER]      (of tools/prediction.sh, which runs first unless it is there)
# TOOL names the program.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:-target/prediction}
data=crates/prediction/data
[ -e "$folder/usage.json" ] || tools/prediction.sh "$folder" x86_64
[ -e "$folder/programs" ] || tools/training.sh "$folder/programs"
jq -c . "$folder/signature.json" >$data/lab.signature.json
jq -cs '.[0].workloads = [.[].workloads[]] | .[0]' "$folder/usage.json" "$folder"/programs/usage-*.json >$data/lab.usage.json
# All results in the first one: a platform's workloads are those of all its runs.
jq -cs '[.[].platforms[] | select(.label != "lab-vmx-native")] as $runs | .[0] |
    .platforms = reduce $runs[] as $run ([]; if any(.label == $run.label) then . else . + [$run] end) |
    .platforms[] |= (.label as $of | . + {boots: [], benchmarks: [$runs[] | select(.label == $of) |
        .benchmarks[] | {name, category, status, reason, value, low, high, resolution}]}) |
    del(.findings, .activity, .settings.kernel_options) | .settings.kernel_options = "" | .tool.command = [] |
    .host |= {cpu, cpus, arch, os, kernel}' "$folder/linux.json" "$folder/linux-intel.json" "$folder"/programs/program-*.json >$data/lab.measured.json
wc -c $data/lab.*.json
