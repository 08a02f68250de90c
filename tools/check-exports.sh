#!/usr/bin/env bash
# Holds exports to the readers of their formats, and the recipes of docs/ci/ and docs/fleet/ to what
# GitHub, GitLab and Kubernetes accept. The readers are packages of PyPI, and of Debian LAVA's dispatcher
# and the kernel's reader of KTAP. Bencher and github-action-benchmark read JSON, which is held to what their
# documentation says of it.
#   tools/check-exports.sh TOOL
set -euo pipefail
cd "$(dirname "$0")/.."

tool=$1 results=crates/hyperbench/tests/data/partial.json
packages=(junitparser==5.0.3 prometheus_client==0.26.0 kcidb-io==141 check-jsonschema==0.39.0
    kubernetes-validate==1.37.0 pexpect==4.9.0 requests==2.32.5 pyyaml==6.0.3)
folder=target/tools/readers
tools/pypi.sh "$folder" "${packages[@]}" || {
    echo "SKIPPED: exports were not read by other programs, because their readers did not come from PyPI"
    exit 0
}

for format in junit openmetrics kcidb lava ktap bmf github-action; do
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
# fetch FOLDER PACKAGE… -- COMMAND…: what the command takes out of Debian's packages stays in the folder.
fetch() {
    local target=$1 packages=()
    shift
    while [ "$1" != -- ]; do packages+=("$1") && shift; done
    shift
    [ ! -d "$target" ] || return 0
    mkdir "$target"
    (cd "$target" && apt-get -qq download "${packages[@]}" 2>/dev/null && "$@" && rm ./*.deb) && return 0
    rm -rf "$target"
    return 1
}
unpacked() { for package in *.deb; do dpkg -x "$package" .; done; }
kunit() {
    dpkg --fsys-tarfile linux-source-*.deb | tar xO --wildcards '*/linux-source-*.tar.xz' |
        tar xJ --strip-components=4 --wildcards '*/tools/testing/kunit/*.py'
}

lava=$folder/lava_dispatcher
fetch "$lava" lava-common lava-dispatcher -- unpacked ||
    echo "SKIPPED: LAVA's signals were not read by its dispatcher, because Debian's package did not come"
ktap=$folder/kunit
fetch "$ktap" linux-source-6.12 -- kunit ||
    echo "SKIPPED: KTAP was not read by the kernel's reader, because Debian's package did not come"
[ ! -d "$ktap" ] || PYTHONPATH=$ktap "$folder/bin/python" - "$folder/ktap" <<'PYTHON'
import io, pathlib, sys
import kunit_parser
from kunit_printer import Printer

lines = pathlib.Path(sys.argv[1]).read_text().splitlines()
kunit_parser.stdout = Printer(io.StringIO())
test = kunit_parser.parse_run_tests(lines)
counts = test.counts
assert counts.errors == 0 and counts.crashed == 0, counts
assert counts.passed > 0 and counts.failed > 0, counts
print(f"The kernel's reader of KTAP finds {counts.passed} passed and {counts.failed} failed tests, no error")
PYTHON
[ ! -d "$lava" ] || PYTHONPATH=$lava/usr/lib/python3/dist-packages "$folder/bin/python" - "$folder/lava" <<'PYTHON'
import decimal, pathlib, re, sys
from lava_dispatcher.actions.test.shell import SignalMatch, TestShellAction, handle_testcase

action = TestShellAction()
action._reset_patterns()
signals = re.findall(action.patterns["signal"], pathlib.Path(sys.argv[1]).read_text())
cases = [SignalMatch().match(handle_testcase(words.split())) for kind, words in signals if kind == "TESTCASE"]
costs = [decimal.Decimal(case["measurement"]) for case in cases if "measurement" in case]
assert signals[0] == ("TESTSET", "START qemu-tcg") and signals[-1] == ("TESTSET", "STOP"), signals
assert {case["result"] for case in cases} == {"pass", "fail"}, cases
assert costs and all(cost > 0 for cost in costs), cases
print(f"LAVA's dispatcher finds {len(cases)} cases, {len(costs)} of them with a measurement")
PYTHON
for format in bmf github-action; do
    "$folder/bin/check-jsonschema" --schemafile "tools/formats/$format.json" "$folder/$format"
done
"$folder/bin/check-jsonschema" --builtin-schema vendor.github-workflows docs/ci/github.yml
"$folder/bin/check-jsonschema" --builtin-schema vendor.gitlab-ci docs/ci/gitlab.yml
"$folder/bin/kubernetes-validate" --strict docs/fleet/kubernetes.yml
