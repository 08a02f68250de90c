#!/usr/bin/env bash
# What the tool can do with each QEMU, as a table: the host's own QEMU (qemu-tcg) and the lab's outer
# machine. Wants a quiet machine, and some ten minutes for each; the lab's images are made where there are
# none (lab build).
#
#   tools/qemu-versions.sh QEMU-SYSTEM-ARCH…     programs that are called after what they emulate
#
# HYPERBENCH is the program, otherwise target/debug/hyperbench.
set -euo pipefail
(($#)) || { sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 2; }
tool=${HYPERBENCH:-target/debug/hyperbench}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Runs are kept there, and not with the user's.
export XDG_DATA_HOME=$folder

# What the program in Python makes of the JSON that hyperbench prints; "no" where it prints none.
asked() { # asked PROGRAM ARGUMENT…
    local program=$1
    shift
    "$tool" "$@" --format json >"$folder/said" 2>"$folder/why" || true
    python3 -c "import json, sys
said = json.load(sys.stdin)
$program" <"$folder/said" 2>>"$folder/why" || echo no
}
exact='bad = [b["name"] for b in said["platforms"][0]["benchmarks"] if b["status"] not in ("ok", "skipped")]
print("all but " + ", ".join(bad) if bad else "yes")'
measured='print("yes" if said["platforms"][0]["benchmarks"][0]["status"] == "ok" else "no")'
counted='print("yes" if said["platforms"][0]["benchmarks"][0]["events"]["counters"]["sgdt"]["per_operation"] == 1 else "no")'
# Every tick is somebody'"'"'s instruction.
whole='found = said["platforms"][0]["benchmarks"]
print("yes" if found and all(b["worlds"]["run"]["other"] == 0 for b in found) else "no")'
summed='print("yes" if sum(f["own"] for f in said["functions"]) + said["idle"] == said["total"] > 0 else "no")'

# An operation, those whose worlds are looked at, and the lab's columns of an architecture.
operation_of() { case $1 in x86_64) echo sgdt ;; aarch64) echo read-currentel ;; *) echo page-fault ;; esac; }
columns_of() {
    case $1 in
    x86_64) echo lab-kvm-npt lab-kvm-shadow lab-xen-hvm ;;
    aarch64) echo lab-kvm-npt ;;
    esac
}

echo '| QEMU | guest | `--deterministic --suite full` | `--events` | `--timing` | lab: worlds that sum | `profile` that sums | a patch of 37 instructions |'
echo '|---|---|---|---|---|---|---|---|'
for qemu; do
    arch=${qemu##*-} lab='' profile=– events=– patch=–
    version=$("$qemu" --version | sed -n 's/.*version \([0-9.]*\).*/\1/p;q')
    run=(run --arch "$arch" --platform "qemu-tcg:binary=$qemu")
    all=$(asked "$exact" "${run[@]}" --deterministic --suite full)
    timing=$(asked "$measured" "${run[@]}" --timing mailbox --bench "$(operation_of "$arch")")
    for column in $(columns_of "$arch"); do
        lab+="${column#lab-} $(asked "$whole" run --arch "$arch" --platform "$column:outer=$qemu" \
            --bench '{hypercall,cold-access,in,out}' --batches 3 --events), "
    done
    # What AArch64 lacks, its description says (crates/lab/arch).
    if [[ $arch == x86_64 ]]; then
        events=$(asked "$counted" "${run[@]}" --events --bench sgdt)
        profile=$(asked "$summed" profile "lab-kvm-npt:outer=$qemu" hypercall)
        patch=no
        ! HYPERBENCH_OUTER=$qemu cargo test --locked -q --test lab \
            a_patch_of_kvm_shows_as_exactly_its_instructions_on_another_outer_machine -- --nocapture \
            >"$folder/why" 2>&1 || grep -q SKIPPED "$folder/why" || patch=exact
    fi
    # One word where all columns are alike.
    case $lab in *no*) lab=${lab%, } ;; ?*) lab=yes ;; esac
    echo "| $version | $arch | $all | $events | $timing | ${lab:-–} | $profile | $patch |"
done
