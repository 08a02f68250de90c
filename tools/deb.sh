#!/usr/bin/env bash
# Makes a Debian package of the tool, for machines like this one.
#   tools/deb.sh TOOL FOLDER      writes FOLDER/hyperbench_VERSION_ARCHITECTURE.deb
# The same commit and compiler make the same package, byte for byte.
set -euo pipefail

tool=$(realpath "${1:?usage: tools/deb.sh TOOL FOLDER}")
mkdir -p "${2:?no FOLDER}"
folder=$(realpath "$2")
cd "$(dirname "$0")/.."
. tools/debian.sh
tree=$work/debian/hyperbench
documents=$tree/usr/share/doc/hyperbench
umask 022

# The package with which Debian brings QEMU for the architecture folder $1.
qemu() { sed -n 's/^package = "\([^"]*\)".*/\1/p' "kernel/arch/$1/arch.toml"; }

others() {
    for arch in kernel/arch/*; do
        [ "${arch##*/}" = "$(uname -m)" ] || qemu "${arch##*/}"
    done | paste -sd, | sed 's/,/, /g'
}

# A text as a field of several lines: indented, with a dot in place of nothing.
field() { sed 's/^[[:space:]]*$/./; s/^/ /'; }

copyright() {
    cat <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: HyperBench
Comment:
 The program consists of these crates of Rust too:
 .
$(tools/crates.sh | field)

Files: *
Copyright: $(sed -n 's/^Copyright (c) //p' LICENSE-MIT)
License: Apache-2.0 or Expat

License: Apache-2.0
 On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.

License: Expat
$(sed '1,/^Copyright/d' LICENSE-MIT | sed '1{/^$/d}' | field)
END
}

tools/install.sh "$tool" "$tree/usr"
strip --strip-unneeded --remove-section=.comment --remove-section=.note "$tree/usr/bin/hyperbench"
mkdir "$tree/usr/share/zsh/vendor-completions"
mv "$tree"/usr/share/zsh/{site-functions,vendor-completions}/_hyperbench
rmdir "$tree/usr/share/zsh/site-functions"
mv "$documents/CHANGELOG.md" "$documents/changelog"
rm "$documents"/LICENSE*
copyright >"$documents/copyright"
changelog changelog >"$documents/changelog.Debian"
gzip -9n "$documents"/changelog* "$tree"/usr/share/man/man1/*

mkdir "$tree/DEBIAN"
touch "$work/debian/control" # without one dpkg-shlibdeps does not work
(cd "$tree" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
cat >"$tree/DEBIAN/control" <<END
Package: hyperbench
Version: $version-1
Architecture: $(dpkg --print-architecture)
Maintainer: $maintainer
Installed-Size: $(du -ks --apparent-size "$tree/usr" | cut -f1)
Depends: $(cd "$work" && dpkg-shlibdeps -O "$tree/usr/bin/hyperbench" | sed 's/^shlibs:Depends=//')
Recommends: $(qemu "$(uname -m)")
Suggests: $(others), debian-archive-keyring
Section: utils
Priority: optional
Description: measures what virtualization costs, operation by operation
 A tiny kernel boots on hypervisors and emulators, without an operating
 system. It times the operations that a hypervisor has to do something
 about: sensitive instructions, hypercalls, interrupts between processors,
 first touches of memory, page tables, port I/O. The tool prints one table
 for all platforms of a machine, compares results and turns them into a
 page.
END
dpkg-deb --root-owner-group --build "$tree" "$folder" >&2
