#!/usr/bin/env bash
# Runs docs/fleet/*.sbatch on a cluster of Slurm's own programs: a controller and four nodes, all on this
# machine. A node is killed while it measures; nothing must be lost or counted twice.
#   tools/test-slurm.sh TOOL
set -euo pipefail
[ -n "${APART:-}" ] || exec "$(dirname "$0")/apart.sh" "$0" "$(realpath "$1")"

root=$(cd "$(dirname "$0")/.." && pwd)
export HYPERBENCH=$1 SLURM_CONF=$APART/slurm.conf XDG_CACHE_HOME=$APART/cache
export PATH=$PATH:/usr/sbin
what=(--platform qemu-tcg --deterministic --cpus 1 --batches 400
    --bench '{cpuid,in,pushf-popf,sgdt,sidt,sldt,smsw,lgdt}')
little=("${what[@]:0:5}" --bench sgdt)
step() { echo "slurm: $SECONDS s: $*" >&2; }
fail() {
    step "FAILED: $*"
    tail -n 20 "$APART"/*.log "$APART"/work/*.log >&2 || true
    exit 1
}
# until_true SECONDS WHAT COMMAND…
until_true() {
    local end=$((SECONDS + $1)) what=$2
    shift 2
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || fail "$what"
        sleep 0.05
    done
}

mkdir -p "$APART"/{state,work} "$APART"/n{1,2,3,4}
head -c 128 /dev/urandom >"$APART/munge.key"
chmod 400 "$APART/munge.key"
cat >"$SLURM_CONF" <<END
ClusterName=test
SlurmctldHost=$(hostname -s)(10.0.0.1)
AuthInfo=socket=$APART/munge.socket
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
StateSaveLocation=$APART/state
SlurmdSpoolDir=$APART/%n
SlurmctldPidFile=$APART/slurmctld.pid
SlurmdPidFile=$APART/%n/slurmd.pid
SlurmctldLogFile=$APART/slurmctld.log
SlurmdLogFile=$APART/%n.log
MailProg=/bin/true
MpiDefault=none
MessageTimeout=2
ProctrackType=proctrack/linuxproc
SlurmdParameters=config_overrides
SlurmdTimeout=4
ReturnToService=2
NodeName=n[1-4] NodeHostname=$(hostname -s) NodeAddr=10.0.0.1 Port=[7001-7004] CPUs=1
PartitionName=all Nodes=ALL Default=YES
END

step "a controller and four nodes"
munged --foreground --socket="$APART/munge.socket" --key-file="$APART/munge.key" \
    --pid-file="$APART/munge.pid" --log-file="$APART/munge.log" --seed-file="$APART/munge.seed" 2>/dev/null &
until_true 20 "munge does not start" test -S "$APART/munge.socket"
slurmctld -D -c >/dev/null 2>&1 &
declare -A node
switch_on() {
    "$root/tools/machine.sh" slurmd -D -N "$1" >/dev/null 2>&1 &
    node[$1]=$!
}
for name in n1 n2 n3 n4; do
    switch_on "$name"
done
are_idle() { [ "$(sinfo --noheader --format %D --states idle 2>/dev/null)" = "$1" ]; }
until_true 30 "the nodes are not there" are_idle 4
# Faster than sbatch --wait, which asks every ten seconds.
no_jobs() { [ -z "$(squeue --noheader)" ]; }
cd "$APART/work"

step "a run in four parts; a node is killed in the middle of its own"
sbatch --no-requeue --array=1-4 "$root/docs/fleet/parts.sbatch" 4 "${what[@]}"
is_in_the_middle() { [ -s part-3-of-4.json ] && jq -e '.complete | not' part-3-of-4.json >/dev/null; }
until_true 60 "part 3 does not begin" is_in_the_middle
victim=$(jq -r .host.facts.node part-3-of-4.json)
{ kill -KILL "${node[$victim]}" && wait "${node[$victim]}"; } 2>/dev/null || true
"$HYPERBENCH" run "${what[@]}" -o undivided.json >/dev/null 2>&1 &
undivided=$!
until_true 60 "Slurm does not miss $victim" no_jobs
jq -e '.complete | not' part-3-of-4.json >/dev/null || fail "part 3 was complete before $victim was killed"

merge() { "$HYPERBENCH" merge part-*-of-4.json -o whole.json >table 2>told; }
code=0
merge || code=$?
[ "$code" = 9 ] || fail "merge ends with $code: $(cat told)"
[ "$(grep -c '^error: ' told)" = 1 ] && grep -q '^error: shard 3 of 4 .* was cut short' told ||
    fail "merge does not say what is missing: $(cat told)"
cat told

step "the part that is missing, on the nodes that are left"
sbatch --array=3 "$root/docs/fleet/parts.sbatch" 4 "${what[@]}"
until_true 60 "part 3 does not end" no_jobs
merge || fail "merge is not content: $(cat told)"
[ "$(jq -r .host.facts.node part-3-of-4.json)" != "$victim" ] || fail "part 3 is the old one"
figures() { jq -c '[.platforms[].benchmarks[] | {name, value}] | sort' "$1"; }
wait "$undivided"
[ "$(figures whole.json)" = "$(figures undivided.json)" ] ||
    fail "the parts are not the run: $(figures whole.json), not $(figures undivided.json)"
echo "$(jq '[.platforms[].benchmarks[]] | length' whole.json) benchmarks, each once, with the figures of an undivided run"

step "the same run on every node that is left, then again with the one that was killed"
sbatch --nodes=3 "$root/docs/fleet/hosts.sbatch" "${little[@]}"
until_true 60 "the nodes do not end" no_jobs
[ "$(echo hosts/*)" != "hosts/$victim.json" ] && [ "$(find hosts -name '*.json' | wc -l)" = 3 ] ||
    fail "not three results: $(ls hosts)"
before=$(stat -c %Y.%i hosts/*.json)
switch_on "$victim"
until_true 30 "$victim does not come back" are_idle 4
sbatch --nodes=4 "$root/docs/fleet/hosts.sbatch" "${little[@]}"
until_true 60 "the nodes do not end" no_jobs
rest=("${!node[@]}")
for name in "${rest[@]}"; do
    [ "$(jq -r '.host.facts.node, .complete' "hosts/$name.json" | paste -sd ' ')" = "$name true" ] ||
        fail "hosts/$name.json is not of $name"
done
mv "hosts/$victim.json" late.json
[ "$(stat -c %Y.%i hosts/*.json)" = "$before" ] || fail "a node was measured twice"
"$HYPERBENCH" fleet hosts/ late.json | grep -q '4 hosts in 1 group' || fail "they are not four equal hosts"
