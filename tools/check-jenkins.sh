#!/usr/bin/env bash
# Reads docs/ci/Jenkinsfile as Groovy, with npm-groovy-lint of npm. What the steps of a pipeline mean only
# a Jenkins can say.
set -euo pipefail
cd "$(dirname "$0")/.."

version=15.1.0 # 18.0.0 wants Node 22
folder=target/tools/groovy-lint-$version
if [ ! -e "$folder/complete" ]; then
    rm -rf "$folder"
    mkdir -p "$folder"
    npm install --silent --prefix "$folder" "npm-groovy-lint@$version" || {
        echo "SKIPPED: the Jenkinsfile was not checked, because npm-groovy-lint did not come from npm"
        exit 0
    }
    touch "$folder/complete"
fi
"$folder/node_modules/.bin/npm-groovy-lint" --noserver --failon warning --path docs/ci --files '**/Jenkinsfile'
