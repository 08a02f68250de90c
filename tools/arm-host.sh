#!/usr/bin/env bash
# The tool on an Arm host: an emulated one, with a Debian's Linux and that one's KVM. It measures there on `host`, on
# KVM by itself and by QEMU, on QEMU's emulator, with events and by external clocks, and in the lab, whose figures have
# to be those of this machine. Takes about half an hour, 13 GB of memory and 3 GB of disk.
#
#   tools/arm-host.sh TOOL [bookworm|trixie]
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
tool=$(realpath "${1:?usage: tools/arm-host.sh TOOL [bookworm|trixie]}")
suite=${2:-bookworm}
work=$root/target/arm-host-$suite
target=aarch64-unknown-linux-gnu

# The emulator of a processor that is itself emulated takes a minute for what takes it a second.
limit=7200

say() { printf 'arm-host: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

build_tool() {
    command -v rustup >/dev/null || die "without rustup there is no Rust for another processor"
    rustup --quiet target add "$target"
    cd "$root"
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
    export RUSTFLAGS='-C target-feature=+crt-static'
    cargo build --locked --target "$target"
    tests=$(cargo test --locked --no-run --message-format=json --target "$target" -p monitors --lib |
        jq -r 'select(.executable != null and .target.name == "monitors").executable')
    unset RUSTFLAGS
}

# A Debian of which nothing has been configured, and nothing need be.
make_root() {
    rm -rf "$work/root" "$work/boot"
    mmdebstrap --quiet --mode=root --variant=extract --architectures=arm64 \
        --aptopt='APT::Install-Recommends "false"' \
        --include=linux-image-arm64,qemu-system-arm,busybox-static,dash,coreutils "$suite" "$work/root"
    mv "$work/root/boot" "$work/boot"
    rm -rf "$work"/root/usr/lib/modules "$work"/root/lib/modules "$work"/root/usr/share/{doc,man,locale}
    install "$root/tools/arm-host-init.sh" "$work/root/init"
    aarch64-linux-gnu-strip -o "$work/root/usr/bin/hyperbench" \
        "$root/target/$target/debug/hyperbench"
    aarch64-linux-gnu-strip -o "$work/root/usr/bin/monitors-tests" "$tests"
}

# What the lab here has been made of and in, but for the machine around it, which is another program there.
fill_root() {
    mkdir -p "$work/root/cache"
    cp -r "$work/cache/hyperbench" "$work/root/cache/"
    rm -rf "$work/root/cache/hyperbench/lab/outer"
}

measure_here() {
    XDG_CACHE_HOME=$work/cache "$tool" lab build --arch aarch64
    XDG_CACHE_HOME=$work/cache "$tool" run --arch aarch64 --platform lab-native \
        --platform lab-kvm-npt --suite quick --force -o "$work/here.json"
}

# The first serial port is its console, the second takes what it has measured.
boot() {
    (cd "$work/root" && find . | cpio --quiet -o -H newc) >"$work/root.cpio"
    rm -rf "$work"/console.txt "$work"/out "$work"/out.tar
    timeout "$limit" qemu-system-aarch64 -machine virt,virtualization=on,gic-version=3 \
        -cpu max,pauth-impdef=on -smp 4 -m 12G -nographic -nodefaults -no-reboot \
        -serial "file:$work/console.txt" \
        -chardev "file,id=out,path=$work/out.tar" -device pci-serial,chardev=out \
        -kernel "$(echo "$work"/boot/vmlinuz-*)" -initrd "$work/root.cpio" \
        -append 'console=ttyAMA0 quiet panic=-1' || die "it did not end: see $work/console.txt"
    tar -C "$work" -xf "$work/out.tar" || die "it told nothing: see $work/console.txt"
}

# Prints each platform with how many of its operations are ok, and whether all others are skipped.
summary() {
    jq -r '.platforms[] | [.label, ([.benchmarks[] | select(.status == "ok")] | length),
        ([.benchmarks[] | select(.status != "ok" and .status != "skipped")] | length)] | @tsv' "$1"
}

figures() {
    jq -r '.platforms[] | .label as $on | .benchmarks[] | select(.status == "ok") |
        [$on, .name, .value] | @tsv' "$1"
}

# Exits of an operation that is known to leave the guest once.
once() {
    jq -e --arg name "$1" '[.platforms[].benchmarks[] | select(.name == $name) |
        .events.counters.exits.per_operation] | length == 2 and all(. > 0.95 and . < 1.05)' \
        "$work/out/events.json" >/dev/null || die "$1 does not leave the guest once"
}

check() {
    local label ok bad
    grep -q '^test result: ok\. [1-9]' "$work/console.txt" || die "tests fail: see $work/console.txt"
    for file in host quick events timing lab; do
        [ -s "$work/out/$file.json" ] || die "there is no $file: see $work/console.txt"
        while IFS=$'\t' read -r label ok bad; do
            say "$file: $label: $ok ok"
            [ "$bad" = 0 ] || die "$label: $bad neither ok nor skipped"
            [ "$ok" -ge 20 ] || [ "$file" = timing ] || die "$label: too few are ok"
        done < <(summary "$work/out/$file.json")
    done
    once hypercall
    once in
    diff <(figures "$work/here.json") <(figures "$work/out/lab.json") ||
        die "the lab's figures are not those of this machine"
    say "the lab's $(figures "$work/here.json" | wc -l) figures are those of this machine"
}

mkdir -p "$work"
build_tool
make_root
measure_here
fill_root
say "booting Debian's $suite: $work/console.txt has what it says"
boot
check
