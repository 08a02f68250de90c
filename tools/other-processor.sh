#!/usr/bin/env bash
# Checks the tool and its tests for a host with another processor than this one's, by clippy where there is
# one: warnings are errors.
#
#   tools/other-processor.sh [TARGET]
set -euo pipefail

target=${1:-aarch64-unknown-linux-gnu}
if ! command -v rustup >/dev/null; then
    echo "SKIPPED: $target: without rustup there is no Rust for another processor"
    exit
fi
rustup --quiet target add "$target"
look=check
! cargo clippy --version >/dev/null 2>&1 || look=clippy
RUSTFLAGS='-D warnings' cargo "$look" --locked --quiet --workspace --all-targets --target "$target"
echo "$target: the tool and its tests compile"
