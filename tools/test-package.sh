#!/usr/bin/env bash
# Installs the tool and its package as users would, and uses what is installed: pages, completions,
# and the package in a fresh Debian without anything of this machine.
#   tools/test-package.sh TOOL
# Needs Debian's archive, and rights to make a chroot (mmdebstrap: root, or user namespaces).
set -euo pipefail
cd "$(dirname "$0")/.."

tool=${1:?usage: tools/test-package.sh TOOL}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
step() { echo "package: $*" >&2; }
fail() { step "FAILED: $*"; exit 1; }

# Fails unless the words that $1 offers for `hyperbench comp` are those that there are.
completes() {
    local shell=$1 offered
    offered=$(cat)
    [[ $offered == *compare* && $offered == *completions* ]] || fail "$shell offers: $offered"
}

step "make install with PREFIX and DESTDIR"
make -s install TOOL="$tool" DESTDIR="$work/staged" PREFIX=/opt/hyperbench
[ "$("$work/staged/opt/hyperbench/bin/hyperbench" --version)" = "$("$tool" --version)" ] ||
    fail "what is installed does not run"
[ -z "$(find "$work/staged" -type f ! -path '*/opt/hyperbench/*')" ] || fail "files outside PREFIX"

step "lintian"
tools/deb.sh "$tool" "$work"
package=$(echo "$work"/*.deb)
lintian --allow-root --fail-on error "$package" || fail "lintian found errors"

share=$work/tree/usr/share
dpkg-deb -x "$package" "$work/tree"

step "manual pages"
for page in "$share"/man/man1/*; do
    man --warnings --encoding=UTF-8 --troff-device=utf8 --ditroff --local-file "$page" \
        >"$work/text" 2>"$work/log" || fail "$page: $(cat "$work/log")"
    [ ! -s "$work/log" ] || fail "$page: $(cat "$work/log")"
done

step "completions of bash, zsh and fish"
# shellcheck disable=SC2016 # the shell that is tested is to expand it
bash --norc -euc '. "$1"
    COMP_WORDS=(hyperbench comp) COMP_CWORD=1 COMPREPLY=()
    _hyperbench hyperbench comp hyperbench
    echo "${COMPREPLY[*]}"' - "$share/bash-completion/completions/hyperbench" | completes bash
# shellcheck disable=SC2016 # as above
HOME=$work zsh -f -c 'fpath=("$1" $fpath)
    autoload -Uz compinit && compinit -u -D
    [ "$_comps[hyperbench]" = _hyperbench ] || exit
    _arguments() { line=(comp); return 1 }
    _describe() { print -r -- ${(P)4} }
    _hyperbench
    _hyperbench_commands' - "$share/zsh/vendor-completions" | completes zsh
# shellcheck disable=SC2016 # as above
HOME=$work fish --no-config -c 'source $argv[1]; complete --do-complete "hyperbench comp"' \
    "$share/fish/vendor_completions.d/hyperbench.fish" | completes fish

step "the suite on QEMU's emulator, from the package in a fresh Debian, as nobody"
cat >"$work/use" <<'END'
#!/bin/sh
set -eu
recommended=$(dpkg-deb -f "$PACKAGE" Recommends)
cp "$PACKAGE" "$1/tmp/hyperbench.deb"
chroot "$1" apt-get install -y -qq --no-install-recommends /tmp/hyperbench.deb "$recommended"
chroot --userspec=nobody:nogroup "$1" hyperbench run --platform qemu-tcg >"$RESULT"
[ -z "$(chroot "$1" dpkg --verify hyperbench)" ]
chroot "$1" apt-get purge -y -qq hyperbench
[ -z "$(find "$1/usr" "$1/etc" "$1/var/lib" -name '*hyperbench*' ! -path '*/apt/*')" ]
END
chmod 755 "$work/use"
PACKAGE=$package RESULT=$work/table mmdebstrap --quiet --variant=apt --format=null \
    --customize-hook="$work/use \"\$1\"" bookworm /dev/null >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; fail "it could not be installed and run"; }
cat "$work/table"
