#!/usr/bin/env bash
# Counts the programs of Debian's that tell the models' errors besides the lab's own workloads, natively, and
# measures them below hypervisors, each in guests of its own. Leaves its files in FOLDER.
#   tools/training.sh FOLDER
# TOOL names the program.
set -euo pipefail
cd "$(dirname "$0")/.."

tool=$(realpath "${TOOL:-target/release/hyperbench}")
list=$(realpath crates/prediction/data/training.tsv)
mkdir -p "$1" && cd "$1"
XDG_DATA_HOME=$(pwd)
export XDG_DATA_HOME
awk 'BEGIN { for (i = 0; i < 40000; i++) print i * 7919 % 100003 }' >numbers
quietly() { "$tool" "$@" >messages 2>&1 </dev/null || { cat messages && return 1; }; }
awk -F'\t' '!/^#/ && NF == 3' "$list" | while IFS=$'\t' read -r name _ command; do
    eval "words=($command)"
    quietly workload add "$name" --intel --replace -o "usage-$name.json" -- "${words[@]}"
    quietly run --guest linux --platform lab-kvm-npt --platform lab-kvm-shadow --platform lab-xen-pvh --platform lab-kvm-ept \
        --bench "$name" --batches 6 --boots 1 --events --force -o "program-$name.json"
done
