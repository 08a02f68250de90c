#!/usr/bin/env bash
# Takes the README's pictures: the report of a recorded result, in a browser.
#
#   tools/pictures.sh target/release/hyperbench
set -euo pipefail

tool=$(realpath "${1:?usage: tools/pictures.sh HYPERBENCH}")
pictures=$(cd "$(dirname "$0")/../docs/pictures" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sandbox=()
[ "$(id -u)" != 0 ] || sandbox=(--no-sandbox)

# picture NAME PAGE WIDTH HEIGHT SCHEME: a screenshot in 256 colours; of SCHEME 0 is dark, 1 light.
picture() {
    timeout 120 chromium --headless --disable-gpu --hide-scrollbars "${sandbox[@]}" \
        --user-data-dir="$work/profile" --virtual-time-budget=5000 --window-size="$3,$4" \
        --blink-settings=preferredColorScheme="$5" --screenshot="$work/$1.png" \
        "file://$2" 2>"$work/chromium.log" || { cat "$work/chromium.log" >&2; exit 1; }
    pngquant --force --strip --speed 1 256 --output "$pictures/$1.png" "$work/$1.png"
    printf '%s: %s kB\n' "$pictures/$1.png" "$(($(stat -c %s "$pictures/$1.png") / 1000))"
}

"$tool" report "$pictures/lab.json" -o "$work/report.html" 2>/dev/null
picture report-light "$work/report.html" 1200 1640 1
picture report-dark "$work/report.html" 1200 1640 0
