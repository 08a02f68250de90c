#!/usr/bin/env bash
# Holds `hyperbench trend` to Apache Otava's original E-divisive: both look for steps of +5 % and -2 % in
# the same series of 200 costs, and for none in as many series without.
#   tools/check-trend.sh TOOL
set -euo pipefail
cd "$(dirname "$0")/.."

tool=$(realpath "$1") results=crates/hyperbench/tests/data/partial.json
folder=target/tools/otava
tools/pypi.sh "$folder" apache-otava==0.8.0 || {
    echo "SKIPPED: steps were not held to Apache Otava's, because it did not come from PyPI"
    exit 0
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$folder/bin/python" - "$tool" "$results" "$work" <<'PYTHON'
import datetime, json, math, pathlib, random, subprocess, sys
from otava.analysis import compute_change_points_orig

tool, results, work = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
SERIES, NIGHTS, SPREAD, STEPS = 20, 200, 0.012, ((70, 0.05), (140, -0.02))
random.seed(1)

def logarithm(series, night):
    """Half of the series step; one cost in twelve is farther up, as beside a neighbour."""
    steps = STEPS if series % 2 == 0 else ()
    far = 3 * SPREAD if random.random() < 1 / 12 else 0
    return sum(by for at, by in steps if night >= at) + far + random.gauss(0, SPREAD)

all_series = [[logarithm(series, night) for night in range(NIGHTS)] for series in range(SERIES)]
document = json.loads(pathlib.Path(results).read_text())
platform = document["platforms"][0]
benchmark = next(b for b in platform["benchmarks"] if b["status"] == "ok")
platform["boots"] = []
for night in range(NIGHTS):
    day = datetime.date(2026, 1, 1) + datetime.timedelta(days=night)
    document["started"] = f"{day}T00:00:00Z"
    platform["benchmarks"] = []
    for series, values in enumerate(all_series):
        cost = 100 * math.exp(values[night])
        platform["benchmarks"].append(
            benchmark | {"name": f"series-{series:02}", "value": cost, "low": cost, "high": cost})
    (work / f"{night:03}.json").write_text(json.dumps(document))

told = subprocess.run([tool, "trend", work, "--threshold", "1%", "--json"], check=True, stdout=subprocess.PIPE)
ours = {one["benchmark"]: [step["at"] for step in one["steps"]] for one in json.loads(told.stdout)["series"]}
same = 0
for series, values in enumerate(all_series):
    found = ours[f"series-{series:02}"]
    theirs = sorted(point.index for point in compute_change_points_orig(values, seed=1)[0])
    planted = [at for at, _ in STEPS] if series % 2 == 0 else []
    said = f"series {series}: trend {found}, Otava {theirs}, planted {planted}"
    assert len(found) == len(theirs) == len(planted), said
    assert all(abs(a - b) <= 12 for a, b in zip(found, planted)), said
    assert all(abs(a - b) <= 12 for a, b in zip(found, theirs)), said
    same += found == theirs
assert same >= 0.9 * SERIES, f"only {same} of {SERIES} series have the same steps"
print(f"trend and Otava's original E-divisive: the same steps in {same} of {SERIES} series")
PYTHON
