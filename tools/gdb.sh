#!/usr/bin/env bash
# Boots a kernel stopped before its first instruction under QEMU's emulator, and connects gdb to it.
#   tools/gdb.sh ARCH [GDB'S OPTIONS]      (make gdb ARCH=... builds the kernel first)
# KERNEL names another image, OPTIONS are the kernel's (bench=sgdt ...), CPUS says how many it has.
# What the kernel prints goes to the standard error. QEMU ends with gdb.
set -euo pipefail
cd "$(dirname "$0")/.."

die() { echo "gdb.sh: $*" >&2; exit 2; }

arch=${1:?usage: tools/gdb.sh ARCH [GDB\'S OPTIONS]}
shift
kernel=${KERNEL:-kernel/build/hyperbench-$arch.elf}
facts=kernel/arch/$arch/arch.toml
[ -f "$facts" ] || die "there is no architecture $arch: $facts is missing"
[ -f "$kernel" ] || die "there is no kernel $kernel: make gdb ARCH=$arch builds it"
gdb=$(command -v gdb-multiarch || command -v gdb) ||
    die "gdb is missing: apt-get install gdb-multiarch"

# The texts behind a key of what the architecture's description says of QEMU, one a line.
fact() { sed -n "/^\[qemu\]/,/^\[/s/^$1 = //p" "$facts" | { grep -o '"[^"]*"' || true; } | tr -d '"'; }

folder=$(mktemp -d)
qemu=$(fact binary)
command=("$qemu" -S -chardev "socket,id=gdb,path=$folder/gdb,server=on,wait=off" -gdb chardev:gdb
    -nodefaults -display none -no-reboot -machine "$(fact machine)"
    -cpu "$(fact tcg_cpus | tail -n 1)" -smp "${CPUS:-1}" -m 128M
    -chardev "stdio,id=console,signal=off" -serial chardev:console)
while read -r device; do
    command+=(-device "$device")
done < <(fact devices)
command+=(-kernel "$kernel" -append "$(fact kernel_options | paste -s -d ' ') ${OPTIONS:-}")

# In a session of its own: a Ctrl-C is meant for gdb, which stops the guest.
setsid "${command[@]}" </dev/null >&2 &
trap 'kill -KILL $! 2>/dev/null || true; rm -r "$folder"' EXIT
for _ in $(seq 100); do
    [ -S "$folder/gdb" ] && break
    kill -0 $! 2>/dev/null || die "$qemu did not start"
    sleep 0.05
done
"$gdb" -q -d kernel "$kernel" -ex "target remote $folder/gdb" -x kernel/debug.gdb "$@"
