#!/bin/sh
# What goes wrong in a primitive ends that primitive, in words: runs the image of tests, whose path
# is given, as a process of this machine.
set -eu
image=$(readlink -f "$1")
checks=0
inside=
log=$(mktemp)
fakes=$(mktemp -d)
trap 'rm -rf "$log" "$fakes"' EXIT

failed() {
    echo "$1, in:" >&2
    cat "$log" >&2
    exit 1
}

# Runs the benchmarks $1 and expects the exit status $2.
runs() {
    status=0
    $inside "$image" bench="$1" timeout=300 batches=1 order=reversed >"$log" || status=$?
    [ "$status" = "$2" ] || failed "$1 ends with status $status instead of $2"
}

# Expects a record that has the fields $1.
says() {
    grep -qF "$1" "$log" || failed "no record says: $1"
    checks=$((checks + 1))
}

# A benchmark that is well comes behind each that is not: the run goes on.
ends() {
    runs "test-$1,getppid" 0
    says "end bench=\"test-$1\" status=\"$2\"$3"
    says 'end bench="getppid" status="ok"'
}

ends segv fault ' reason="SIGSEGV at 0x'
ends error fault ' reason="close() failed: the file is not open"'
ends spin timeout ' reason="did not return within 300 ms"'
ends blocked timeout ' reason="did not return within 300 ms"'
ends child-killed fault ' reason="read() did less than it was asked for: 0"'
ends child-faults fault ' reason="its child ended with status 132"'
ends no-memory skipped ' reason="needs 1099511627776 KiB of memory'
ends full skipped ' reason="would fill the disk'
ends panic skipped ' reason="would stop a machine'
ends wrong-result fault " reason=\"the answer is 'thre'\""
ends orphan ok ''

runs getppid,test-runner-killed 1
says 'panic what="the runner was killed by signal 9"'
runs getppid,test-runner-exits 1
says 'panic what="the runner ended early, with exit status 7"'

# A server that listens on all addresses is not for a machine that others reach, but for a network of its own.
runs tbench-4-paper 0
if [ "$(wc -l </proc/net/route)" -gt 1 ]; then
    says 'status="skipped" reason="would listen on all addresses of this machine'
fi
if unshare --user --map-root-user --net true; then
    inside='unshare --user --map-root-user --net'
    runs tbench-4-paper 0
    inside=
    grep -q 'would listen on all addresses' "$log" && failed 'a network of its own is taken for one of others'
    checks=$((checks + 1))
fi

# Who ends the first process ends all.
"$image" bench=test-blocked timeout=60000 >"$log" &
first=$!
until grep -q 'begin bench="test-blocked"' "$log"; do sleep 0.1; done
kill -9 "$first"
wait "$first" || true

# The last of them may still be on its way out.
nobody_left() {
    for process in /proc/[0-9]*; do
        [ "$(readlink "$process/exe")" != "$image" ] || return 1
    done
}
nobody_left || sleep 2
nobody_left || failed 'processes are left behind'
for folder in /tmp/hyperbench-[0-9]*; do
    [ ! -d "$folder" ] || [ -d "/proc/${folder#*-}" ] || failed "$folder is left behind"
done
# Makes the program $1 of what it is given: it says in the place of the system's what is wrong.
fake() {
    cat >"$fakes/bin/$1"
    chmod +x "$fakes/bin/$1"
}

# The workload $1 must say so: $2. It ends as $3.
hears() {
    runs "$1" 0
    says "end bench=\"$1\" status=\"${3:-fault}\" reason=\"$2"
}

mkdir -p "$fakes/bin" "$fakes/share/dbench" "$fakes/include/apr-1.0" "$fakes/sources/apache"
cat >"$fakes/inside" <<'END'
#!/bin/sh
exec unshare --user --map-root-user --mount sh -euc '
    for folder in bin include share; do
        mount -t overlay -o "lowerdir=$0/$folder:/usr/$folder" overlay "/usr/$folder"
    done
    exec "$@"' "${0%/*}" "$@"
END
chmod +x "$fakes/inside"
if "$fakes/inside" true; then
    inside=$fakes/inside
    yes 'Sleep 0 NT_STATUS_OK' | head -20000 >"$fakes/share/dbench/client.txt"
    fake fio <<'END'
#!/bin/sh
echo '3;fio-3.33;records;0;0;4194303;1;1;1'
END
    hears fio-read-paper 'fio transferred 4194303 KiB instead of 4194304, error 0'
    hears fio-write-paper 'fio transferred 0 KiB instead of 1048576, error 0'
    fake dbench <<'END'
#!/bin/sh
for client in 1 2 3; do echo "[20001] Unknown operation End in pid $client"; done
END
    hears dbench-4-paper '3 of 4 clients came to the end of the load'
    fake dbench <<'END'
#!/bin/sh
echo '[7] open failed for handle 1'
END
    hears dbench-4-paper 'dbench says: [7] open failed for handle 1'
    fake java <<'END'
#!/bin/sh
echo 8000
read -r rounds
read -r rounds
echo 7999
END
    hears java-threads "the token was passed '7999' times instead of 8000"

    export HYPERBENCH_SOURCES="$fakes/sources"
    touch "$fakes/include/apr-1.0/apr.h"
    for program in apr-1-config apu-1-config pcre2-config; do
        echo '#!/bin/sh' | fake "$program"
    done
    fake make <<'END'
#!/bin/sh
echo text >all.o
END
    hears apache-compile 'the compiler made no object file, or another one than before'
    fake make <<'END'
#!/bin/sh
echo 'core.c:7: fatal error: No space left on device' >&2
exit 2
END
    hears apache-compile '/usr/bin/sh ended with exit status 1'
    says 'core.c:7: fatal error: No space left on device'
    fake make <<END
#!/bin/sh
for job in 1 2 3 4; do sleep 1000 & echo \$! >>"$fakes/jobs"; done
wait
END
    hears apache-compile 'did not return within 300 ms' timeout
    for job in $(cat "$fakes/jobs"); do
        [ ! -d "/proc/$job" ] || sleep 1
        [ ! -d "/proc/$job" ] || failed "the job $job of make is left behind"
    done
    checks=$((checks + 1))
else
    echo 'SKIPPED: what workloads hear of programs: no overlay can be mounted here'
fi

echo "processes: $checks checks passed"
