#!/usr/bin/env bash
# Takes the README's pictures of a recorded result: its table in a terminal, its report in a
# browser.
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

# The table as a terminal shows it, in a window.
terminal() {
    cat <<'PAGE'
<!doctype html><meta charset="utf-8"><style>
body { margin: 0; background: #30363d; }
pre { margin: 12px; padding: 16px 20px; background: #0d1117; color: #e6edf3; border-radius: 10px;
      font: 13px/1.35 "DejaVu Sans Mono", monospace; }
</style><pre><b>$ hyperbench show lab.json</b>
PAGE
    (cd "$pictures" && script -qec "stty cols 200; '$tool' show lab.json" /dev/null) |
        tr -d '\r' | aha --no-header --black
    echo '</pre>'
}

terminal >"$work/table.html"
"$tool" report "$pictures/lab.json" -o "$work/report.html" 2>/dev/null
rows=$(grep -c '' "$work/table.html")
picture table "$work/table.html" 1640 "$(((rows - 4) * 176 / 10 + 36))" 0
picture report-light "$work/report.html" 1200 1640 1
picture report-dark "$work/report.html" 1200 1640 0
