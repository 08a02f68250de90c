#!/usr/bin/env bash
# How often are verdicts right, and what do they take? Runs PAIRS same/same and PAIRS same/slower pairs
# on QEMU's emulator with the test image and counts: by the clock until decided, by the clock with BOOTS
# boots a side in the same session, and by instructions.
#   tools/false-verdicts.sh [PAIRS [BOOTS]]      (default: 20 pairs, 20 boots a side)
# TOOL names the program to test, OUT a folder to keep the comparisons in.
set -euo pipefail
cd "$(dirname "$0")/.."

pairs=${1:-20} boots=${2:-20}
tool=${TOOL:-target/release/hyperbench}
out=${OUT:-$(mktemp -d)}
slowed=(sgdt in)
benchmarks='{sgdt,sidt,lgdt,pushf-popf,set-cr3,in,out,print}'

mkdir -p "$out"
make -s -C kernel ARCH="$(uname -m)" OUT="$out/kernel" TEST_IMAGE=yes >&2
image=("$out"/kernel/hyperbench-*.elf)
slow=$(IFS=,; echo "${slowed[*]}")

# Measures A and B in turn and compares them, with the options $2 and $3. Further options of the run
# follow. Runs that are there already are only compared again.
pair() {
    local name=$1 a=$2 b=$3
    shift 3
    if [ ! -s "$out/$name.run" ]; then
        local begun=${EPOCHREALTIME/./}
        "$tool" run --kernel "${image[0]}" --cpus 1 --bench "$benchmarks" --format json "$@" \
            --ab "qemu-tcg:machine=microvm$a" "qemu-tcg:machine=microvm$b" \
            >"$out/$name.part" 2>"$out/log" || { cat "$out/log" >&2; exit 1; }
        echo $((${EPOCHREALTIME/./} - begun)) >"$out/$name.time"
        mv "$out/$name.part" "$out/$name.run"
    fi
    "$tool" compare "$out/$name.run:A" "$out/$name.run:B" --json >"$out/$name.json"
}

# A names as many letters, but no benchmark: a longer command line moves what comes after it in the
# emulator's buffers, and that alone makes the first benchmark 3 % cheaper.
option() { printf ',option=slow=%s' "${1//,/,,}"; }
dearer=$(option "$slow") plain=$(option "${slow//[a-z]/x}")
for number in $(seq "$pairs"); do
    pair "until-same-$number" "" ""
    pair "until-slower-$number" "$plain" "$dearer"
    pair "same-$number" "" "" --boots "$boots"
    pair "slower-$number" "$plain" "$dearer" --boots "$boots"
    pair "exact-same-$number" "" "" --deterministic --boots 1
    pair "exact-slower-$number" "$plain" "$dearer" --deterministic --boots 1
    echo "pair $number of $pairs done" >&2
done

jq -rs --argjson slowed "$(printf '%s\n' "${slowed[@]}" | jq -R . | jq -s .)" '
    def share($part): "\($part) of \(length) (\(100 * $part / length | round) %)";
    def kind($name): map(select(.file | startswith($name)));
    def same: [.[].rows[]] | map(select(.verdict != "same" and .verdict != "undecided")) as $wrong
        | "\(share($wrong | length)) verdicts wrong, \(map(select(.verdict == "same")) | length) same, \(map(select(.verdict == "undecided")) | length) undecided";
    def exact: map(select([.rows[] | select(.verdict == "slower").benchmark] | sort == ($slowed | sort))) as $right
        | ([.[].rows[] | select(.benchmark as $b | $slowed | index($b))]) as $hit
        | ([.[].rows[] | select(.benchmark as $b | $slowed | index($b) | not)]) as $rest
        | "\(share($right | length)) pairs exactly right; of slowed benchmarks \($hit | share(map(select(.verdict == "slower")) | length)) slower, of the others \($rest | share(map(select(.verdict == "slower" or .verdict == "faster")) | length)) wrong";
    def middle: sort | .[length / 2 | floor];
    def taken: "\(map(.boots) | middle) boots a side, \(map(.us) | middle / 1e5 | round / 10) s (medians)";
    "until decided, same/same:        \(kind("until-same") | same); \(kind("until-same") | taken)",
    "until decided, same/slower:      \(kind("until-slower") | exact); \(kind("until-slower") | taken)",
    "fixed boots, same/same:          \(kind("same") | same); \(kind("same") | taken)",
    "fixed boots, same/slower:        \(kind("slower") | exact); \(kind("slower") | taken)",
    "by instructions, same/same:      \(kind("exact-same") | same)",
    "by instructions, same/slower:    \(kind("exact-slower") | exact)"
' < <(for file in "$out"/{until-same,until-slower,same,slower,exact-same,exact-slower}-*.json; do
    jq -c --arg file "$(basename "$file")" --argjson us "$(cat "${file%.json}.time")" \
        '{file: $file, us: $us, boots: .a.boots, rows: [.rows[] | {benchmark, verdict}]}' "$file"
done)
