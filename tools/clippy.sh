#!/usr/bin/env bash
# Runs clippy with warnings as errors, where there is a clippy: Debian packages none for its
# newer Rust.
set -euo pipefail
if cargo clippy --version >/dev/null 2>&1; then
    cargo clippy --locked --all-targets -- -D warnings
    # Not among the targets that cargo tests by itself.
    cargo clippy --locked --test lab -- -D warnings
    # Each test uses but a part of a crate's dependencies for tests, hence a run without them.
    cargo clippy --locked --lib --bins -- -D warnings -D unused-crate-dependencies
else
    echo "SKIPPED: clippy is not installed (rustup component add clippy)"
fi
