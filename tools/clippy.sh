#!/usr/bin/env bash
# Runs clippy with warnings as errors, where there is a clippy: Debian packages none for its
# newer Rust.
set -euo pipefail

# A run of its own with another option has all crates checked anew, each time. Tests use but a part of what
# a crate has for them, so that each crate says of itself, without them, that it uses all of its own.
lint='#![cfg_attr(not(test), warn(unused_crate_dependencies))]'
silent=$(grep -LF "$lint" crates/*/src/{lib,main}.rs || true)
if [ -n "$silent" ]; then
    printf 'begin with %s:\n%s\n' "$lint" "$silent" >&2
    exit 1
fi
if cargo clippy --version >/dev/null 2>&1; then
    cargo clippy --locked --all-targets -- -D warnings
    # Not among the targets that cargo tests by itself.
    cargo clippy --locked --test lab -- -D warnings
else
    echo "SKIPPED: clippy is not installed (rustup component add clippy)"
fi
