#!/usr/bin/env bash
# Runs a test apart from this machine: whatever it starts ends with it, its network has nobody else, and
# its folder, $APART, is removed afterwards. Programs that look for an address of this machine find 10.0.0.1.
#   tools/apart.sh COMMAND…
# Needs rights to make namespaces: root, or user namespaces.
set -euo pipefail

APART=$(mktemp -d)
export APART
inside=
finish() {
    # The first process in there takes all others with it.
    [ -z "$inside" ] || kill -KILL "$inside" 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$APART"
}
trap finish EXIT
trap 'exit 130' INT TERM
chmod 755 "$APART"
rights=()
[ "$(id -u)" = 0 ] || rights=(--user --map-current-user --keep-caps)
# shellcheck disable=SC2016 # the shell inside is to expand it
unshare "${rights[@]}" --net --pid --mount-proc --fork --kill-child \
    sh -c 'ip link set lo up && ip address add 10.0.0.1/32 dev lo && exec "$@"' sh "$@" &
inside=$!
wait "$inside"
