#!/usr/bin/env bash
# Makes the locks in crates/debian/locks anew: what Debian has now of all that images are made of. Then
# the figures of docs/lab.md are to be looked at.
#
#   tools/locks.sh       all of them
#   tools/locks.sh new   what they lack alone; all else stays as it is
set -euo pipefail
cd "$(dirname "$0")/.."

cache=$(mktemp -d)
trap 'rm -rf "$cache"' EXIT
for crate in lab linux; do
    XDG_CACHE_HOME=$cache UPDATE_LOCKS=${1:-all} cargo test --locked -p "$crate" the_lock_has
    for lock in "$cache"/hyperbench/*/*.lock.toml; do
        name=${lock##*/}
        tail -n +2 "$lock" >"crates/debian/locks/${name%.lock.toml}.toml"
        rm "$lock"
    done
done
