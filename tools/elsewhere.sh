#!/usr/bin/env bash
# Uses the tool on another system than this: in a bare root of a Debian release, made for that and removed
# afterwards. Every figure of the lab there has to be the one here, to the digit. Needs to be root.
#
#   tools/elsewhere.sh SUITE TOOL   what this TOOL does there, in the lab with AMD's columns: some ten minutes
#   tools/elsewhere.sh SUITE        make run and make lab there from the last commit, as a user with sudo and as
#                                   root, and what the tool so made does: half an hour of two processors
#   tools/elsewhere.sh SUITE test   make test there, as a user with sudo
#
# SUITE is bookworm, trixie, sid …, or busybox for a root with that and the TOOL and nothing else, where all
# columns are measured. target/release/hyperbench has the figures here. Crates and the lab's packages that this
# machine has are copied. ROOT names a folder for the root, which then stays and is used again, HERE a file that
# the lab's results here are in.
set -euo pipefail

suite=${1:?usage: tools/elsewhere.sh SUITE [TOOL|test]} what=${2:-}
case $what in '' | test) ;; *) what=$(realpath "$what") ;; esac
[ "$(id -u)" = 0 ] || { echo "SKIPPED: a bare root of $suite: only root can use one"; exit; }
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
root=${ROOT:-$work/root} place=/home/user/hyperbench tool=hyperbench columns='lab-*'
several=()
lab=${XDG_CACHE_HOME:-$HOME/.cache}/hyperbench/lab lab_there=/home/user/.cache/hyperbench/lab
step() { echo "elsewhere, $suite: $*" >&2; }

# Runs a shell command there, as the user $1; what is mounted and started for it ends with it. The first shell
# stays: daemons' processes become its children, and somebody has to see them end.
as() {
    local login="su -l $1 -s /bin/bash -c"
    [ "$suite" != busybox ] || login='/bin/sh -c'
    # shellcheck disable=SC2016 # the shell inside is to expand it
    unshare --mount --pid --fork --kill-child sh -euc '
        mount -t proc proc "$1/proc"
        mount --rbind /dev "$1/dev"
        mount --rbind /sys "$1/sys"
        chroot "$1" $5 "cd $3; export XDG_CACHE_HOME=/home/user/.cache XDG_DATA_HOME=/home/user/data-$2; $4"
        :' \
        - "$root" "$1" "$place" "$2" "$login" </dev/null
}

# A root with busybox, the tool's libraries, and what tells names and certificates.
make_bare_root() {
    local busybox=("$lab"/packages/busybox-static_*_"$(dpkg --print-architecture)".deb) library
    mkdir -p "$root"/{bin,dev,etc/ssl/certs,proc,sys,tmp,usr/local/bin} "$root$place"
    dpkg-deb --fsys-tarfile "${busybox[0]}" | tar -x -C "$root" ./bin/busybox
    local applet
    for applet in $("$root/bin/busybox" --list); do
        [ -e "$root/bin/$applet" ] || ln -s busybox "$root/bin/$applet"
    done
    for library in $(ldd "$what" | grep -o '/[^ ]*') /etc/debian_version; do
        mkdir -p "$root$(dirname "$library")"
        cp -L "$library" "$root$library"
    done
}

# A bare root of the suite with a user who may become root, and what this machine has of what is downloaded.
make_root() {
    # This clock may be beyond the date until which the release's list is said to be good.
    mmdebstrap --quiet --variant=minbase --aptopt='Acquire::Check-Valid-Until "false"' \
        --include=git,make,sudo,ca-certificates "$suite" "$root"
    chroot "$root" useradd -m user
    echo 'user ALL=(ALL) NOPASSWD: ALL' >"$root/etc/sudoers.d/user"
    local cargo=${CARGO_HOME:-$HOME/.cargo}/registry
    mkdir -p "$root/home/user/.cargo" "$root$lab_there"
    [ ! -d "$cargo" ] || cp -r "$cargo" "$root/home/user/.cargo/"
    [ ! -d "$lab/packages" ] || cp -r "$lab/packages" "$root$lab_there/"
    git -c advice.detachedHead=false clone -q "$PWD" "$root$place"
    chroot "$root" git config --system --add safe.directory '*'
    chroot "$root" chown -R user: /home/user
}

# The lab's figures in the results file $1, a line each, with what ran.
figures() {
    jq -r '.platforms[] as $it | $it.benchmarks[]
        | [$it.label, $it.version, $it.image.sha256, .name, .status, .value] | @tsv' "$1"
}

# What sets the tool apart, once each.
use() {
    step "exact counts, events, a profile"
    as user "$tool run --platform qemu-tcg --deterministic"
    as user "$tool run --platform qemu-tcg --events --bench sgdt --format json" |
        jq -e '.platforms[0].benchmarks[0].events.counters.sgdt.per_operation == 1' >/dev/null
    as user "$tool profile lab-kvm-npt hypercall --format json" |
        jq -e '([.functions[].own] | add) + .idle == .total and .total > 0' >/dev/null
}

# Holds what $1 has measured in the lab last against the same here.
compare_lab() {
    local here=${HERE:-$work/here.json} there
    [ -e "$here" ] ||
        target/release/hyperbench run --platform "$columns" "${several[@]}" --suite paper -o "$here" >/dev/null
    there=$(find "$root/home/user/data-$1/hyperbench/runs" -name '*.json' -printf '%T@ %p\n' | sort -n | tail -n 1)
    figures "$here" >"$work/figures"
    figures "${there#* }" | diff "$work/figures" - >&2 || { step "FAILED: figures differ"; exit 1; }
    step "$(wc -l <"$work/figures") figures of the lab are the same there, as $1"
}

if [ ! -e "$root/etc/debian_version" ]; then
    if [ "$suite" = busybox ]; then make_bare_root; else make_root; fi
fi
cp /etc/resolv.conf "$root/etc/"
# Of a proxy here, too.
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
case $what in
test) as user 'make test' ;;
'')
    for user in user root; do
        for goal in run lab; do
            step "make $goal as $user"
            as "$user" "make $goal"
        done
        compare_lab "$user"
    done
    tool=$place/target/release/hyperbench
    use
    ;;
*)
    cp "$what" "$root/usr/local/bin/hyperbench"
    images=''
    if [ "$suite" != busybox ]; then
        columns='lab-{native,kvm-npt,kvm-shadow,qemu-tcg,xen-hvm,xen-pvh}' images='kvm xen'
        several=(--platform 'lab-kvm-npt:cpus=2')
        as root 'apt-get update -qq && apt-get install -y -qq --no-install-recommends qemu-system-x86' >/dev/null
        as user 'hyperbench run --suite quick'
    fi
    as user "hyperbench lab build $images"
    [ "$suite" = busybox ] || use
    as user "hyperbench run --platform '$columns' ${several[*]} --suite paper"
    compare_lab user
    ;;
esac
step "all of it works"
