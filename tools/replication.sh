#!/usr/bin/env bash
# Does the next run confirm what one says? Runs the quick suite RUNS times, one after the other, on
# every platform that is here, and prints how well each benchmark's figures repeat.
#   tools/replication.sh [RUNS]      (default: 20; on the emulator a run takes some 8 s)
# GUEST=linux takes the guest with Linux in it.
# TOOL names the program to test, OUT a folder to keep the results in: runs that are there already
# count as well. Nothing passes or fails: the figures are this machine's, and its load's.
set -euo pipefail
cd "$(dirname "$0")/.."

runs=${1:-20}
guest=${GUEST:-bare}
tool=${TOOL:-target/release/hyperbench}
out=${OUT:-$(mktemp -d)}

# The platforms whose guests run here and by the clock.
platforms=(qemu-tcg qemu-kvm kvm)
[ "$guest" = bare ] || platforms=(host qemu-tcg qemu-kvm)
for platform in "${platforms[@]}"; do
    mkdir -p "$out/$platform"
    for number in $(seq -w "$runs"); do
        file=$out/$platform/$number-$(date +%s).json
        status=0
        "$tool" run --guest "$guest" --platform "$platform" -o "$file" >/dev/null 2>"$out/log" || status=$?
        # 4: a benchmark failed, a result like others.
        if [ "$status" != 0 ] && [ "$status" != 4 ]; then
            echo "$platform is left out: $(head -n 1 "$out/log")"
            rm -f "$file"
            continue 2
        fi
        echo "$platform: run $number of $runs done" >&2
    done
    echo "$platform: runs of the same thing; agree: neighbours within their two 95 % intervals; spread: standard"
    echo "deviation between runs in %; stated/true: the median half-width by 1.96 spreads"
    {
        printf 'benchmark\tcost\tagree\tspread\tstated/true\n'
        jq -rs -f tools/replication.jq "$out/$platform"/*.json
    } | column -ts $'\t'
    echo
done
