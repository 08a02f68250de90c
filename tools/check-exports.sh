#!/usr/bin/env bash
# Holds exports to the readers of their formats, and the recipes of docs/ci/ and docs/fleet/ to what
# GitHub, GitLab and Kubernetes accept. The readers are packages of PyPI.
#   tools/check-exports.sh TOOL
set -euo pipefail
cd "$(dirname "$0")/.."

tool=$1 results=crates/hyperbench/tests/data/partial.json
packages=(junitparser==5.0.3 prometheus_client==0.26.0 kcidb-io==141 check-jsonschema==0.39.0
    kubernetes-validate==1.37.0)
folder=target/tools/readers
tools/pypi.sh "$folder" "${packages[@]}" || {
    echo "SKIPPED: exports were not read by other programs, because their readers did not come from PyPI"
    exit 0
}

for format in junit openmetrics kcidb; do
    "$tool" export "$results" --format "$format" >"$folder/$format"
done
"$folder/bin/python" - "$folder" <<'PYTHON'
import json, pathlib, sys
import junitparser, kcidb_io
from prometheus_client.openmetrics import parser

folder = pathlib.Path(sys.argv[1])
suites = junitparser.JUnitXml.fromfile(str(folder / "junit"))
cases = sum(1 for suite in suites for _ in suite)
families = list(parser.text_string_to_metric_families((folder / "openmetrics").read_text()))
samples = sum(len(family.samples) for family in families if family.name == "hyperbench_ok")
tests = json.loads((folder / "kcidb").read_text())
kcidb_io.schema.LATEST.validate(tests)
assert cases == samples == len(tests["tests"]) > 0, (cases, samples, len(tests["tests"]))
print(f"JUnit, OpenMetrics and KCIDB have {cases} benchmarks each, as their own readers see them")
PYTHON
"$folder/bin/check-jsonschema" --builtin-schema vendor.github-workflows docs/ci/github.yml
"$folder/bin/check-jsonschema" --builtin-schema vendor.gitlab-ci docs/ci/gitlab.yml
"$folder/bin/kubernetes-validate" --strict docs/fleet/kubernetes.yml
