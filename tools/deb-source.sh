#!/usr/bin/env bash
# Makes a Debian source package of the last commit, with the crates that the tool needs, so that it builds
# without a network: dpkg-buildpackage in what it unpacks to makes the package of tools/deb.sh.
#   tools/deb-source.sh FOLDER      writes FOLDER/hyperbench_VERSION-1.dsc, and what that names
set -euo pipefail

mkdir -p "${1:?usage: tools/deb-source.sh FOLDER}"
folder=$(realpath "$1")
cd "$(dirname "$0")/.."
rust=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
. tools/debian.sh
tree=$work/hyperbench-$version

# Writes the folder $1 as the archive $2, the same bytes each time.
archive() {
    tar -C "$(dirname "$1")" --sort=name --owner=0 --group=0 --numeric-owner \
        --mtime="@$SOURCE_DATE_EPOCH" -cf - "$(basename "$1")" | xz >"$2"
}

mkdir "$tree"
git archive HEAD | tar -C "$tree" -xf -
archive "$tree" "$work/hyperbench_$version.orig.tar.xz"
mkdir -p "$tree/debian/source" "$tree/debian/cargo"
# With --quiet it would not print the configuration that has cargo find the crates.
(cd "$tree" && cargo vendor --locked --versioned-dirs vendor) >"$tree/debian/cargo/config.toml" 2>"$work/log" ||
    { cat "$work/log" >&2; exit 1; }
# Paths are taken from the folder in which that of the configuration lies.
sed -i 's|^directory = "|&../|' "$tree/debian/cargo/config.toml"
archive "$tree/vendor" "$work/hyperbench_$version.orig-vendor.tar.xz"

echo '3.0 (quilt)' >"$tree/debian/source/format"
changelog CHANGELOG.md >"$tree/debian/changelog"
cat >"$tree/debian/control" <<END
Source: hyperbench
Section: utils
Priority: optional
Maintainer: $maintainer
Build-Depends: cargo-web (>= $rust) | cargo (>= $rust), rustc-web (>= $rust) | rustc (>= $rust), clang-19 | clang, jq, lld-19 | lld
Standards-Version: 4.6.2
Rules-Requires-Root: no

Package: hyperbench
Architecture: amd64 arm64 riscv64
Description: measures what virtualization costs, operation by operation
END
cat >"$tree/debian/rules" <<'END'
#!/usr/bin/make -f
# Says where the crates are: in vendor/.
export CARGO_HOME := $(CURDIR)/debian/cargo

build build-arch build-indep:
	cargo build --release --locked --offline

binary binary-arch: build
	tools/deb.sh target/release/hyperbench ..
	dpkg-distaddfile "$$(basename ../hyperbench_*_$$(dpkg --print-architecture).deb)" utils optional

binary-indep:

clean:
	rm -rf target debian/files
END
chmod 755 "$tree/debian/rules"
(cd "$work" && dpkg-source --build "${tree##*/}" >&2)
cp "$work"/hyperbench_* "$folder"
