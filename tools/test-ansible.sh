#!/usr/bin/env bash
# Runs the playbook of docs/fleet/ansible/ against four hosts, each a namespace of processes on this
# machine. A host is killed while it measures; nothing must be lost or counted twice.
#   tools/test-ansible.sh TOOL
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
playbook=$root/docs/fleet/ansible/measure.yml
programs=$root/target/tools/ansible
step() { echo "ansible: $SECONDS s: $*" >&2; }

if [ -z "${APART:-}" ]; then
    "$root/tools/pypi.sh" "$programs" ansible-core==2.19.14 ansible-lint==26.10.1 || {
        echo "SKIPPED: the playbook was not run, because Ansible did not come from PyPI"
        exit 0
    }
    exec "$root/tools/apart.sh" "$0" "$(realpath "$1")"
fi

tool=$1
export PATH=$programs/bin:$PATH XDG_CACHE_HOME=$APART/cache HOME=$APART ANSIBLE_NOCOLOR=1
fail() {
    step "FAILED: $*"
    cat "$APART/said" >&2
    exit 1
}
what=(--platform qemu-tcg --deterministic --cpus 1 --batches 400
    --bench '{cpuid,in,pushf-popf,sgdt,sidt,sldt,smsw,lgdt}')
cd "$APART"

step "ansible-lint"
ansible-lint --offline --profile production --project-dir "$root/docs/fleet/ansible" "$playbook" >said 2>&1 ||
    fail "ansible-lint is not content"

step "four hosts"
# What Ansible starts on a host is a process there, by the name of the host's first one.
cat >enter <<END
#!/bin/sh
host=\$1
shift
TMPDIR=$APART/\$host exec nsenter --pid --mount --target "\$(cat $APART/\$host.pid)" "\$@"
END
chmod +x enter
declare -A host
switch_on() {
    "$root/tools/machine.sh" sleep infinity &
    host[$1]=$!
    until pgrep --parent "${host[$1]}" >"$1.pid"; do sleep 0.05; done
}
echo "[hyperbench]" >hosts.ini
for name in a b c d; do
    mkdir "$name"
    switch_on "$name"
    cat >>hosts.ini <<END
$name ansible_connection=local ansible_shell_executable="$APART/enter $name /bin/sh" ansible_remote_tmp=$APART/$name
END
done
cat >settings.json <<END
{
    "ansible_python_interpreter": "/usr/bin/python3", "hyperbench_tool": "$tool",
    "hyperbench_results": "$APART/results", "hyperbench_divide": true,
    "hyperbench_facts": {"host": "{{ inventory_hostname }}", "rack": "seven; and so on"},
    "hyperbench_options": $(jq --null-input --compact-output '$ARGS.positional' --args -- "${what[@]}")
}
END
play() { ansible-playbook --inventory hosts.ini --extra-vars @settings.json "$playbook" >said 2>&1; }

step "a run in four parts; a host is killed in the middle of its own"
play &
plays=$!
is_in_the_middle() { jq -e '.complete | not' c/hyperbench.*/result.json >/dev/null 2>&1; }
until is_in_the_middle; do
    kill -0 "$plays" 2>/dev/null || fail "host c does not begin"
    sleep 0.05
done
{ kill -KILL "${host[c]}" && wait "${host[c]}"; } 2>/dev/null || true
! wait "$plays" || fail "the playbook takes a host that was killed for a success"
[ "$(ls results | paste -sd ' ')" = "a.json b.json d.json" ] || fail "there is more or less: $(ls results)"
before=$(stat -c %Y.%i results/*)

merge() { "$tool" merge results/*.json -o whole.json >table 2>told; }
code=0
merge || code=$?
[ "$code" = 9 ] && grep -q '^error: shard 3 of 4 is missing' told || fail "merge ends with $code: $(cat told)"
cat told

step "the same again, with the host that was killed"
rm -rf c && mkdir c # as after the installation of a new one
switch_on c
play || fail "the playbook fails"
merge || fail "merge is not content: $(cat told)"
[ "$(jq -r '.host.facts | .host + " " + .rack' results/c.json)" = "c seven; and so on" ] ||
    fail "facts of the host are not in its result"
mv results/c.json late.json
[ "$(stat -c %Y.%i results/*)" = "$before" ] || fail "a host was measured twice"
for name in a b d; do
    [ -z "$(find "$name" -name 'hyperbench.*')" ] || fail "something is left on $name"
done
figures() { jq -c '[.platforms[].benchmarks[] | {name, value}] | sort' "$1"; }
"$tool" run "${what[@]}" -o undivided.json >/dev/null 2>&1
[ "$(figures whole.json)" = "$(figures undivided.json)" ] ||
    fail "the parts are not the run: $(figures whole.json), not $(figures undivided.json)"
echo "$(jq '[.platforms[].benchmarks[]] | length' whole.json) benchmarks, each once, with the figures of an undivided run"
