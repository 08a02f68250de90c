#!/usr/bin/env bash
# How often are verdicts right, and how long do they take? Runs PAIRS pairs of the same thing, and PAIRS
# pairs in which two benchmarks are a fifth, or a twentieth, dearer, on QEMU's emulator with the test
# image: until decided, on all CPUs and on one; with BOOTS boots a side in the same session; and by
# instructions. Prints counts and times; none of them passes or fails.
#   tools/false-verdicts.sh [PAIRS [BOOTS]]      (default: 20 pairs, 20 boots a side)
# TOOL names the program to test, OUT a folder to keep the comparisons in, KINDS some of the kinds.
set -euo pipefail
cd "$(dirname "$0")/.."

pairs=${1:-20} boots=${2:-20}
tool=${TOOL:-target/release/hyperbench}
out=${OUT:-$(mktemp -d)}
kinds=${KINDS:-"until one fixed exact"}
slowed=(pushf-popf in)
benchmarks='{sgdt,sidt,lgdt,pushf-popf,set-cr3,in,out,print}'

mkdir -p "$out"
make -s -C kernel ARCH="$(uname -m)" OUT="$out/kernel" TEST_IMAGE=yes >&2
image=("$out"/kernel/hyperbench-*.elf)
slow=$(IFS=,; echo "${slowed[*]}")

# Measures A and B in turn and compares them, with the options $2 and $3; a change is one of more than
# $4. Further options of the run follow. Runs that are there already are only compared again.
pair() {
    local name=$1 a=$2 b=$3 threshold=$4
    shift 4
    if [ ! -s "$out/$name.run" ]; then
        local begun=${EPOCHREALTIME/./}
        "${cpus[@]}" "$tool" run --kernel "${image[0]}" --cpus 1 --bench "$benchmarks" --format json \
            --threshold "$threshold" "$@" \
            --ab "qemu-tcg:machine=microvm$a" "qemu-tcg:machine=microvm$b" \
            >"$out/$name.part" 2>"$out/log" || { cat "$out/log" >&2; exit 1; }
        echo $((${EPOCHREALTIME/./} - begun)) >"$out/$name.time"
        mv "$out/$name.part" "$out/$name.run"
    fi
    "$tool" compare "$out/$name.run:A" "$out/$name.run:B" --threshold "$threshold" --json >"$out/$name.json"
}

# A names as many letters, but no benchmark: a longer command line moves what comes after it in the
# emulator's buffers, and that alone makes the first benchmark 3 % cheaper.
option() { printf ',option=slow=%s' "${1//,/,,}"; }
other=${slow//[a-z]/x}
one=$(taskset --cpu-list --pid $$ | sed 's/.*: \([0-9]*\).*/\1/')
for number in $(seq "$pairs"); do
    for kind in $kinds; do
        cpus=(env) options=()
        case $kind in
        one) cpus=(taskset --cpu-list "$one") ;;
        fixed) options=(--boots "$boots") ;;
        exact) options=(--deterministic --boots 1) ;;
        esac
        pair "$kind-same-$number" "" "" 5% "${options[@]}"
        pair "$kind-20-$number" "$(option "5:$other")" "$(option "5:$slow")" 5% "${options[@]}"
        # A change of 5 % is beyond a threshold that is well below it.
        pair "$kind-5-$number" "$(option "20:$other")" "$(option "20:$slow")" 2.5% "${options[@]}"
    done
    echo "pair $number of $pairs done" >&2
done

jq -rs --argjson slowed "$(printf '%s\n' "${slowed[@]}" | jq -R . | jq -s .)" '
    def middle: sort | .[length / 2 | floor];
    def seconds: . / 1e5 | round / 10;
    def is_slowed: .benchmark as $name | $slowed | index($name);
    def is_wrong: .verdict == "slower" or .verdict == "faster";
    def line($all; $kind; $change):
        map(select(.kind == $kind and .change == $change)) | select(length > 0)
        | ($all | map(select(.kind == "fixed" and .change == $change).us)) as $fixed
        | [.[].rows[] | select($change == "same" or (is_slowed | not))] as $equal
        | [$kind, $change,
           "\($equal | map(select(is_wrong)) | length) of \($equal | length)",
           "\($equal | map(select(.verdict == "same")) | length)",
           if $change == "same" then "" else
               "\(map(select([.rows[] | select(is_slowed).verdict] | all(. == "slower"))) | length) of \(length)"
           end,
           "\(map(.boots) | middle)", "\(map(.us) | middle | seconds)", "\(map(.us) | max | seconds)",
           if ($fixed | length) == 0 then "" else
               "\(($fixed | middle) / (map(.us) | middle) * 100 | round / 100)"
           end];
    . as $all
    | ["measured", "change, %", "equal, but different", "same", "both found", "boots", "median s", "longest s",
       "fixed / this"],
      (("until", "one", "fixed", "exact") as $kind | ("same", "20", "5") as $change
       | $all | line($all; $kind; $change))
    | @tsv
' < <(for file in "$out"/*-*-*.json; do
    IFS=- read -r kind change _ <<<"$(basename "$file" .json)"
    jq -c --arg kind "$kind" --arg change "$change" --argjson us "$(cat "${file%.json}.time")" \
        '{$kind, $change, us: $us, boots: .a.boots, rows: [.rows[] | {benchmark, verdict}]}' "$file"
done) | column -t -s $'\t'
