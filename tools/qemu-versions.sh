#!/usr/bin/env bash
# What the tool can do with each QEMU, as a table: the host's own QEMU (qemu-tcg) and the lab's outer
# machine. Takes a few minutes for each; the lab's images are made where there are none (lab build).
#
#   tools/qemu-versions.sh QEMU-SYSTEM-ARCH…     programs that are called after what they emulate
#
# HYPERBENCH is the program, otherwise target/debug/hyperbench.
set -euo pipefail
(($#)) || { sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2; }
tool=${HYPERBENCH:-target/debug/hyperbench}
said=$(mktemp)
trap 'rm -f "$said"' EXIT

# Whether a run ends with 0 and prints what it is for.
works() { # works TEXT ARGUMENT…
    local text=$1
    shift
    if "$tool" "$@" >"$said" 2>&1 && grep -q -- "$text" "$said"; then echo yes; else echo no; fi
}

# An operation and the lab's columns of an architecture.
operation_of() { case $1 in x86_64) echo sgdt ;; aarch64) echo read-currentel ;; *) echo page-fault ;; esac; }
columns_of() {
    case $1 in
    x86_64) echo lab-kvm-npt lab-kvm-shadow lab-xen-hvm ;;
    aarch64) echo lab-kvm-npt ;;
    esac
}

echo '| QEMU | guest | `--deterministic` | `--events` | `--timing` | lab, with its worlds | `profile` |'
echo '|---|---|---|---|---|---|---|'
for qemu; do
    arch=${qemu##*-} lab='' profile=–
    version=$("$qemu" --version | sed -n 's/.*version \([0-9.]*\).*/\1/p;q')
    run=(run --arch "$arch" --platform "qemu-tcg:binary=$qemu")
    exact=$(works ' ok' "${run[@]}" --deterministic --suite paper)
    # Events are of x86-64 so far.
    events=–
    [[ $arch != x86_64 ]] || events=$(works 'sgdt 1' "${run[@]}" --events --bench sgdt)
    timing=$(works ' ok' "${run[@]}" --timing mailbox --bench "$(operation_of "$arch")")
    for column in $(columns_of "$arch"); do
        lab+="${column#lab-} $(works 'by who executes them' run --arch "$arch" --platform "$column:outer=$qemu" \
            --suite paper --batches 3 --events), "
        [[ $column != lab-kvm-npt ]] ||
            profile=$(works 'instructions an operation' profile --arch "$arch" "$column:outer=$qemu" hypercall)
    done
    lab=${lab%, }
    echo "| $version | $arch | $exact | $events | $timing | ${lab:-–} | $profile |"
done
