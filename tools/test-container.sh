#!/usr/bin/env bash
# Builds the image of docs/fleet/Containerfile and measures in it as its own user, who is not root. The
# image that it begins with is a fresh Debian of mmdebstrap's: no registry is asked.
#   tools/test-container.sh TOOL
set -euo pipefail
cd "$(dirname "$0")/.."

tool=$1
work=$(mktemp -d)
# All that buildah keeps is in there, and nothing of the user's own images is touched.
images=(--root "$work/images" --runroot "$work/run" --storage-driver vfs)
step() { echo "container: $SECONDS s: $*" >&2; }
fail() { step "FAILED: $*"; exit 1; }
finish() {
    buildah "${images[@]}" rm --all >/dev/null 2>&1 || true
    rm -rf "$work" 2>/dev/null || buildah unshare rm -rf "$work"
}
trap finish EXIT

step "a fresh Debian"
debian=target/tools/bookworm.tar
if ! [ -e "$debian" ]; then
    mkdir -p "${debian%/*}"
    mmdebstrap --quiet --variant=apt bookworm "$work/debian.tar" >"$work/log" 2>&1 ||
        { cat "$work/log" >&2; fail "there is no Debian to begin with"; }
    mv "$work/debian.tar" "$debian"
fi
ln "$debian" "$work/debian.tar" 2>/dev/null || cp "$debian" "$work/debian.tar"
tools/deb.sh "$tool" "$work/package" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "there is no package"; }
printf 'FROM scratch\nADD debian.tar /\n' >"$work/Debian"
buildah "${images[@]}" build --quiet --isolation chroot --tag debian:test --file "$work/Debian" "$work"

step "the image"
buildah "${images[@]}" build --quiet --isolation chroot --network host --build-arg BASE=localhost/debian:test \
    --tag hyperbench:test --file docs/fleet/Containerfile "$work/package" >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; fail "it could not be built"; }
user=$(buildah "${images[@]}" inspect --type image --format '{{.OCIv1.Config.User}}' hyperbench:test)
[ "$user" = 64000 ] || fail "its user is $user"

step "a run in it"
container=$(buildah "${images[@]}" from hyperbench:test)
inside() { buildah "${images[@]}" run --isolation chroot "$container" -- "$@"; }
[ "$(inside id -u)" = 64000 ] || fail "it runs as $(inside id)"
inside hyperbench run --platform qemu-tcg --deterministic --bench '{sgdt,cpuid}' -o run.json
inside cat run.json | jq -e '[.platforms[].benchmarks[].status] == ["ok", "ok"]' >/dev/null ||
    fail "the result is not what it should be"
