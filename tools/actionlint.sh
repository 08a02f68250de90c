#!/usr/bin/env bash
# Checks the workflows of .github/ and docs/ci/ with actionlint, which it builds once from Go's module proxy.
set -euo pipefail
cd "$(dirname "$0")/.."

version=v1.7.7 # the last that Debian 12's Go builds
folder=$PWD/target/tools/actionlint-$version
if [ ! -x "$folder/actionlint" ] &&
    ! GOBIN=$folder go install "github.com/rhysd/actionlint/cmd/actionlint@$version"; then
    echo "SKIPPED: the workflows were not checked, because actionlint could not be built"
    exit 0
fi
"$folder/actionlint" .github/workflows/*.yml docs/ci/github.yml
