#!/usr/bin/env bash
# Makes echarts.min.js and LICENSES.txt from the packages that package-lock.json pins, and
# prints the checksum that the README beside it states. Needs npm and its registry.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/{entry.js,package.json,package-lock.json} "$work"
cd "$work"
npm ci --silent --no-audit --no-fund

modules=node_modules
{
    printf 'Apache ECharts (echarts.min.js is built from it)\n\n'
    cat "$modules/echarts/NOTICE" "$modules/echarts/LICENSE" "$modules/echarts/licenses/LICENSE-d3"
    printf '\n\nzrender\n\n'
    cat "$modules/zrender/LICENSE"
    printf '\n\ntslib\n\n'
    cat "$modules/tslib/LICENSE.txt"
} | tr -d '\r' >"$here/LICENSES.txt"

# The pages that carry the code carry the copyright notices with it.
version=$(node -p "require('./node_modules/echarts/package.json').version")
banner=$(printf '/*! Apache ECharts %s, (c) The Apache Software Foundation, Apache-2.0.\n' "$version" &&
    printf 'With parts of d3 (c) Mike Bostock, BSD-3-Clause; tslib (c) Microsoft, 0BSD; and zrender:\n' &&
    cat "$modules/zrender/LICENSE" && printf '\n*/')
npx esbuild entry.js --bundle --minify --format=iife --target=es2020 --legal-comments=none \
    --banner:js="$banner" --outfile="$here/echarts.min.js" --log-level=warning
sha256sum "$here/echarts.min.js"
