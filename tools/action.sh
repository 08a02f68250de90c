#!/usr/bin/env bash
# What action.yml does on a runner: fetches a release's tool, checks it, measures, and puts the table
# with its verdict into the summary. Ends with the exit code of `hyperbench run`.
#   HYPERBENCH_RELEASE    the address of the release's files
#   HYPERBENCH_RUN        arguments of `hyperbench run`
# RUNNER_TEMP and GITHUB_* are the runner's.
set -euo pipefail

archive=hyperbench-linux-$(uname -m).tar.gz
folder=$RUNNER_TEMP/hyperbench
fail() { echo "::error::HyperBench: $*"; exit 1; }
set_output() { printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"; }

mkdir -p "$folder"
for file in "$archive" "$archive.sha256"; do
    curl --fail --silent --show-error --location --retry 3 --output "$folder/$file" "$HYPERBENCH_RELEASE/$file" ||
        fail "$HYPERBENCH_RELEASE has no $file. Name a released tag after the action's @."
done
(cd "$folder" && sha256sum --check --quiet "$archive.sha256") ||
    fail "$archive is not what its checksum says. Run the job again; if it stays so, report it."
tar -C "$folder" --strip-components=1 -xzf "$folder/$archive"
echo "$folder/bin" >>"$GITHUB_PATH"

# Quotes hold words together as in a shell, but nothing is expanded or run.
mapfile -d '' arguments < <(xargs printf '%s\0' <<<"$HYPERBENCH_RUN")
tool=$folder/bin/hyperbench results=$folder/results.json junit=$folder/junit.xml
code=0
"$tool" run "${arguments[@]}" --force -o "$results" || code=$?
if [ -s "$results" ]; then
    set_output results "$results"
    set_output junit "$junit"
    "$tool" export "$results" --format markdown >>"$GITHUB_STEP_SUMMARY"
    "$tool" export "$results" --format junit >"$junit"
fi
exit "$code"
