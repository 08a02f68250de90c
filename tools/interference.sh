#!/usr/bin/env bash
# Holds predictions beside noisy neighbours against measurements, with η and without. In the lab, in
# instructions: two guests of KVM's on one processor. On QEMU's emulator, by the clock: two guests
# on one CPU of this machine's. Leaves its files in FOLDER.
#   tools/interference.sh lab|tcg [FOLDER]      (default: target/interference)
# TOOL names the program.
set -euo pipefail
cd "$(dirname "$0")/.."

tool=${TOOL:-target/release/hyperbench}
where=$1
folder=${2:-target/interference}/$where
neighbours=(spin cpuid memory-walk-4k-16m)
operations='{spin,cpuid,rdmsr-apic-base,wrmsr-apic-base,timer-tick,timer-program,page-fault,cow-fault,in,out,set-cr3,tlb-flush-page}'
learned=$operations
workloads='{gzip,find,forkwait,tcc,sqlite}'

mkdir -p "$folder"
quietly() { "$tool" "$@" >/dev/null 2>"$folder/messages" || { cat "$folder/messages" && return 1; }; }
beside() { # beside PLATFORM PIN…: the options of a run beside each of the neighbours
    echo --platform "$1"
    for name in "${neighbours[@]}"; do echo --beside "$1:workload=$name${2:+,pin=$2}"; done
}

case $where in
lab)
    platform=lab-kvm-npt model=tick
    # Beside a guest that does nothing but exit, Linux took the emulator too long to wait for.
    neighbours=(spin memory-walk-4k-16m)
    learned='{spin,cpuid,page-fault}' workloads='{gzip,find,forkwait,tcc}'
    mapfile -t -d ' ' options < <(beside $platform | tr '\n' ' ')
    quietly run --platform lab-native --platform $platform --bench "$operations" --events -o "$folder/bare.json"
    quietly run --guest linux --platform lab-native --bench "$workloads" --events -o "$folder/native.json"
    quietly signature "$folder/bare.json" -o "$folder/signature.json"
    quietly usage "$folder/native.json" -o "$folder/usage.json"
    ;;
tcg)
    platform=qemu-tcg model=direct
    mapfile -t -d ' ' options < <(beside $platform 0 | tr '\n' ' ')
    options+=(--cpus 1 --pin 0 --boots 6)
    ;;
*)
    sed -n '2,7s/^# *//p' "$0" >&2
    exit 2
    ;;
esac

quietly run "${options[@]}" --bench "$learned" -o "$folder/beside.json"
quietly run --guest linux "${options[@]}" --bench "$workloads" -o "$folder/linux.json"
if [ $where = tcg ]; then
    # Nothing here is native beside the emulator: what is predicted is what its neighbours do.
    jq -n --arg platform $platform \
        '{signature_version: 1, unit: "cycles", platforms: [{$platform, native: $platform, operations: []}]}' \
        >"$folder/signature.json"
    jq '{usage_version: 1, unit: "cycles", workloads: [.platforms[0].benchmarks[] | {
            name, source: {kind: "native", from: "qemu-tcg"}, native: {value, low, high}, counts: {}}]}' \
        "$folder/linux.json" >"$folder/usage.json"
fi
"$tool" show "$folder/beside.json" | sed -n '/^ η on/,/^$/p'
"$tool" show "$folder/linux.json" | sed -n '/^ η on/,/^$/p'
"$tool" predict --signature "$folder/signature.json" --usage "$folder/usage.json" \
    --beside "$folder/beside.json" --measured "$folder/linux.json" --model $model \
    --format csv >"$folder/predictions.csv"
awk -F, -v alone=$platform '
    function off(predicted) { return (predicted / $6 - 1) * 100 }
    function size(x) { return x < 0 ? -x : x }
    NR == 1 { print "| beside | workload | measured | without η | with η | interval | holds |"; next }
    $1 == alone { without[$2] = $5; next }
    $6 != "" {
        pairs++
        better += size(off($5)) < size(off(without[$2]))
        held += holds = $7 <= $6 && $6 <= $8
        printf "| %s | %s | %.0f | %+.1f %% | %+.1f %% | %.0f – %.0f | %s |\n", substr($1, length(alone) + 2),
            $2, $6, off(without[$2]), off($5), $7, $8, holds ? "yes" : "no"
    }
    END { printf "with η is nearer for %d of %d pairs; %d intervals hold\n", better, pairs, held }' \
    "$folder/predictions.csv"
