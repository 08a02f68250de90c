#!/usr/bin/env bash
# Lists the crates in the tool, each with its licence and the texts that have to be passed on, except
# that of Apache's licence, which goes along once.
set -euo pipefail
cd "$(dirname "$0")/.."

target=$(rustc -vV | sed -n 's/^host: //p')
places=$(cargo metadata --locked --format-version 1 --filter-platform "$target" |
    jq -r '.packages[] | select(.source) | "\(.name) v\(.version)\t\(.manifest_path)"')
cargo tree --locked --edges normal --prefix none --no-dedupe --format $'{p}\t{l}' | sort -u | grep . |
    while IFS=$'\t' read -r crate licence; do
        place=$(grep -F "$crate"$'\t' <<<"$places" | cut -f2) || continue
        echo "$crate: $licence"
        [[ $licence == *Apache-2.0* && $licence != *AND* ]] ||
            find "$(dirname "$place")" -maxdepth 2 -iname 'licen[sc]e*' ! -iname '*apache*' \
                -exec cat {} + -exec echo \;
    done |
    sed '/^ *Apache License$/,/^ *END OF TERMS AND CONDITIONS$/d' # in files with other licences
