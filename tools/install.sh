#!/usr/bin/env bash
# Installs the tool with its manual pages, its completions for shells and its documents.
#   tools/install.sh TOOL PREFIX
set -euo pipefail

tool=$(realpath "${1:?usage: tools/install.sh TOOL PREFIX}") prefix=${2:?no PREFIX}
share=$prefix/share
documents=$share/doc/hyperbench
cd "$(dirname "$0")/.."
umask 022 # all that is installed can be read by everyone

completions() {
    mkdir -p "$(dirname "$2")"
    "$tool" completions "$1" >"$2"
}

install -D -m 755 "$tool" "$prefix/bin/hyperbench"
"$tool" man "$share/man/man1"
completions bash "$share/bash-completion/completions/hyperbench"
completions zsh "$share/zsh/site-functions/_hyperbench"
completions fish "$share/fish/vendor_completions.d/hyperbench.fish"
install -D -m 644 -t "$documents" README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT
install -D -m 644 -t "$documents/docs" docs/*.md docs/*.json
install -D -m 644 -t "$documents/docs/pictures" docs/pictures/*
