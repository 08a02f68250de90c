#!/usr/bin/env bash
# No two C files of what emulators load use each other, by any way round. The guests' Makefiles see
# to that themselves.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT
for folder in crates/lab/plugin crates/lab/bochs crates/monitors/plugin; do
    mapfile -t sources < <(find "$root/$folder" -name '*.c')
    (cd "$objects" && rm -f ./*.o &&
        cc -c -std=gnu11 -D_GNU_SOURCE "-I$root/$folder" "-I$root/crates/lab/counting" "-I$root/crates/building/plugin" "${sources[@]}" &&
        nm -A -P -g -- *.o) | awk -f kernel/circles.awk || { echo "in $folder" >&2; exit 1; }
done
