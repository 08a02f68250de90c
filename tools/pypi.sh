#!/usr/bin/env bash
# Makes a folder with programs of PyPI, unless it is there. Fails where they cannot be had.
#   tools/pypi.sh FOLDER PACKAGE==VERSION…
set -euo pipefail

folder=$1
shift
[ "$(cat "$folder/complete" 2>/dev/null)" != "$*" ] || exit 0
rm -rf "$folder"
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet "$@"
echo "$*" >"$folder/complete"
