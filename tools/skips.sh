#!/usr/bin/env bash
# Runs tests, and says at their end what they skipped here, and why: lines with SKIPPED.
#   tools/skips.sh COMMAND...
set -uo pipefail

log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$@" 2>&1 | tee "$log"
code=${PIPESTATUS[0]}
if skips=$(grep -o 'SKIPPED: .*' "$log" | sort -u); then
    printf '\nSkipped on this machine:\n%s\n' "${skips//SKIPPED:/ }"
else
    printf '\nNothing was skipped.\n'
fi
exit "$code"
