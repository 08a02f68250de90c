#!/usr/bin/env bash
# Installs what is missing for a goal, on Debian and Ubuntu, and says what it installs.
#
#   tools/setup.sh run     build the kernel and the tool, run on QEMU
#   tools/setup.sh test    what run needs, and what the tests and linters need
#   tools/setup.sh test-long  all that, and what the long tests need
#   tools/setup.sh test-arm  all that, and what builds for hosts with other processors, and emulates one
#   tools/setup.sh gdb     what run needs, and a debugger for the kernel
#   tools/setup.sh deb     what run needs, and what makes packages to install or download
#   tools/setup.sh pictures  what run needs, and what takes the README's pictures
#
# Prints nothing when nothing is missing. Elsewhere it names what to install by hand.
set -euo pipefail

goal=${1:?usage: tools/setup.sh run|test|test-long|test-arm|gdb|bench|deb|pictures}
root=$(cd "$(dirname "$0")/.." && pwd)
export PATH="$HOME/.cargo/bin:$PATH"

say() { printf 'setup: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# A line per need: what must be there (a command, or an absolute path), and Debian's package.
needs_run='
cc                    gcc
clang-19              clang-19
ld.lld-19             lld-19
qemu-system-x86_64    qemu-system-x86
qemu-system-aarch64   qemu-system-arm
qemu-system-riscv64   qemu-system-misc
'
needs_gdb='
gdb-multiarch         gdb-multiarch
'
needs_pictures='
chromium              chromium
pngquant              pngquant
aha                   aha
'
needs_bench='
jq                    jq
column                bsdextrautils
'
needs_test='
clang-format-19       clang-format-19
git                   git
grub-mkrescue         grub-common
chromium              chromium
jq                    jq
xorriso               xorriso
mformat               mtools
/usr/lib/grub/i386-pc grub-pc-bin
/usr/share/ovmf/OVMF.fd ovmf
/usr/share/qemu-efi-aarch64/QEMU_EFI.fd qemu-efi-aarch64
/usr/lib/u-boot/qemu_arm64/u-boot.bin u-boot-qemu
virsh                 libvirt-clients
/usr/sbin/libvirtd    libvirt-daemon
/var/lib/dpkg/info/libvirt-daemon-driver-qemu.list libvirt-daemon-driver-qemu
'
needs_deb='
dpkg-shlibdeps        dpkg-dev
git                   git
jq                    jq
'
needs_long='
aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
/usr/aarch64-linux-gnu/include/stdio.h libc6-dev-arm64-cross
bochs-bin             bochs
/var/lib/dpkg/info/bochs-term.list bochs-term
/usr/share/bochs/BIOS-bochs-latest bochsbios
/usr/lib/ipxe/qemu    ipxe-qemu
/usr/share/bochs/VGABIOS-lgpl-latest vgabios
lintian               lintian
man                   man-db
mmdebstrap            mmdebstrap
zsh                   zsh
fish                  fish
go                    golang-go
npm                   npm
java                  default-jre-headless
/var/lib/dpkg/info/python3-venv.list python3-venv
buildah               buildah
ip                    iproute2
pgrep                 procps
/usr/sbin/munged      munge
/usr/sbin/slurmctld   slurmctld
/usr/sbin/slurmd      slurmd
sbatch                slurm-client
'

needs_arm='
cpio                  cpio
riscv64-linux-gnu-gcc gcc-riscv64-linux-gnu
/usr/riscv64-linux-gnu/include/stdio.h libc6-dev-riscv64-cross
'

needs=$needs_run
case $goal in
run) ;;
test) needs+=$needs_test$needs_gdb ;;
test-long) needs+=$needs_test$needs_gdb$needs_deb$needs_long ;;
test-arm) needs+=$needs_test$needs_gdb$needs_deb$needs_long$needs_arm ;;
gdb) needs+=$needs_gdb ;;
bench) needs+=$needs_bench ;;
deb) needs+=$needs_deb ;;
pictures) needs+=$needs_pictures ;;
*) die "nothing is known about the goal $goal" ;;
esac

is_there() {
    case $1 in
    /*) [ -e "$1" ] ;;
    *) command -v "$1" >/dev/null ;;
    esac
}

missing_packages() {
    local thing package
    while read -r thing package; do
        [ -z "$thing" ] || is_there "$thing" || printf '%s\n' "$package"
    done <<<"$needs"
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        die "installing packages needs root, and there is no sudo: as root, run: $*"
    fi
}

apt_updated=
apt_update() {
    [ -z "$apt_updated" ] || return 0
    as_root apt-get update -qq || say "apt-get update failed; trying with the old lists"
    apt_updated=yes
}

apt_install() {
    command -v apt-get >/dev/null ||
        die "please install the equivalents of these Debian packages, then try again: $*"
    say "installing with apt-get: $*"
    apt_update
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" \
        >/dev/null || die "apt-get could not install: $*"
}

# The oldest Rust that the tool builds with, from Cargo.toml.
wanted_rust() { sed -n 's/^rust-version = "\(.*\)"/\1/p' "$root/Cargo.toml"; }

at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

rust_is_new_enough() {
    local version
    version=$(cargo --version 2>/dev/null | cut -d' ' -f2) || return 1
    [ -n "$version" ] && rustc --version >/dev/null 2>&1 && at_least "$(wanted_rust)" "$version"
}

# Debian has Rust twice: the release's own, and a newer one, kept up for browsers, as *-web.
debian_rust() {
    command -v apt-cache >/dev/null || return 1
    local suffix version
    for suffix in '' -web; do
        version=$(apt-cache policy "cargo$suffix" | sed -n 's/^ *Candidate: \([0-9.]*\).*/\1/p')
        if [ -n "$version" ] && at_least "$(wanted_rust)" "$version"; then
            printf '%s\n' "cargo$suffix" "rustc$suffix"
            apt-cache show "rustfmt$suffix" >/dev/null 2>&1 && printf '%s\n' "rustfmt$suffix"
            return 0
        fi
    done
    return 1
}

install_rust() {
    say "cargo is missing or older than Rust $(wanted_rust)"
    ! command -v apt-get >/dev/null || apt_update
    local packages
    if packages=$(debian_rust); then
        # shellcheck disable=SC2086 # one word a package
        apt_install $packages
        return
    fi
    say "Debian has none that is new enough: installing one through rustup in $HOME"
    command -v curl >/dev/null || apt_install curl ca-certificates
    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs |
        sh -s -- -y --quiet --no-modify-path --profile default ||
        die "rustup could not be installed; install Rust $(wanted_rust) or newer from https://rustup.rs, then try again"
}

# The release of LLVM that kernel/llvm.sh asks for is not packaged everywhere: it takes another, and says so.
has_llvm() {
    command -v clang-19 >/dev/null && return
    command -v apt-get >/dev/null && apt_update && apt-cache show clang-19 >/dev/null 2>&1
}
has_llvm || needs=$(sed '/^clang-format-19 /d; s/^\(clang\|ld.lld\)-19 \(.*\)-19$/\1 \2/' <<<"$needs")

mapfile -t packages < <(missing_packages | sort -u)
[ ${#packages[@]} -eq 0 ] || apt_install "${packages[@]}"
rust_is_new_enough || install_rust
rust_is_new_enough || die "cargo is still missing or older than Rust $(wanted_rust)"
