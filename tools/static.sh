#!/usr/bin/env bash
# Makes what a release offers to download: the tool in one file that needs no library of a system, with
# its manual pages, completions and documents, for machines of this architecture. The same commit,
# compilers and C library make the same bytes, wherever the sources lie.
#   tools/static.sh FOLDER      writes FOLDER/hyperbench-linux-ARCHITECTURE.tar.gz, and its .sha256
# The C library is glibc, of which the resolver of names is built in since 2.34.
set -euo pipefail

mkdir -p "${1:?usage: tools/static.sh FOLDER}"
folder=$(realpath "$1")
cd "$(dirname "$0")/.."
target=$(rustc -vV | sed -n 's/^host: //p')
cargo_home=${CARGO_HOME:-$HOME/.cargo}
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

# Paths of this machine would be in messages, and in what the C compiler keeps of its files' names.
export CFLAGS="-ffile-prefix-map=$PWD=. -ffile-prefix-map=$cargo_home=/cargo"
# The linker's hash of its output would cover what strip takes away, and names folders.
export RUSTFLAGS="-C target-feature=+crt-static -C link-arg=-Wl,--build-id=none --remap-path-prefix=$PWD=. --remap-path-prefix=$cargo_home=/cargo"
# A compiler for the build's own programs needs neither: that is what --target keeps apart.
cargo build --release --locked --target "$target" --target-dir target/static

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
name=hyperbench-linux-$(uname -m)
tools/install.sh "target/static/$target/release/hyperbench" "$work/$name"
strip --strip-unneeded "$work/$name/bin/hyperbench"
tools/crates.sh >"$work/$name/share/doc/hyperbench/CRATES"
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -cf - "$name" |
    gzip -9n >"$folder/$name.tar.gz"
cd "$folder"
sha256sum "$name.tar.gz" | tee "$name.tar.gz.sha256"
