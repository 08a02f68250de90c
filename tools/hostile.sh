#!/usr/bin/env bash
# Some 800 hostile cases over all commands: texts, files, devices, descriptions, limits and environments
# that are up to no good. Each has to end in time, with an exit code of the tool's own, without a panic,
# an escape sequence, a process or a temporary file that stays, or a file outside.
#   tools/hostile.sh TOOL [EVERY]      (default: all cases; with 4, every fourth)
set -uo pipefail
cd "$(dirname "$0")/.."

tool=$(realpath "${1:-target/release/hyperbench}")
every=${2:-1}
data=$PWD/crates/results/tests/data/results-1.json
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work"/{here,tmp,home,files}
echo precious >"$work/precious"
cd "$work/here" || exit 1

mark=hostile-$$
cases=0 run=0 wrong=0
# Codes that are no exit codes of the tool's: 101 panics, 124 hangs, from 132 on signals.
seconds=60

complain() {
    wrong=$((wrong + 1))
    printf 'WRONG: %s: %q\n' "$1" "${shown:0:200}"
}

# Whether a file has what a terminal would obey: controls, or what turns the direction of writing.
obeyed() {
    LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]|\xd8\x9c' "$1"
}

# Judges a command that has ended with $1.
judge() {
    case $1 in
    [0-9] | 125 | 129 | 130) ;;
    124) complain "hangs" ;;
    *) complain "ends with $1: $(tail -c 200 ../err)" ;;
    esac
    grep -q panicked ../err && complain "panics"
    [ "$(wc -c <../err)" -le 20000 ] || complain "says too much"
    if obeyed ../out || obeyed ../err; then complain "an escape"; fi
    [ -z "$(ls -A ../tmp)" ] || { complain "leaves $(ls -A ../tmp)"; rm -rf ../tmp/*; }
    [ -z "$(ls -A .)" ] || { complain "writes $(ls -A . | head -c 100)"; find . -mindepth 1 -delete; }
    [ "$(cat ../precious)" = precious ] || { complain "overwrites"; echo precious >../precious; }
    [ -z "$(cd .. && ls -A | grep -vxE 'here|tmp|home|files|precious|out|err')" ] || complain "writes outside"
    if grep -lzs "HOSTILE=$mark" /proc/[0-9]*/environ | grep -q .; then complain "leaves a process"; fi
}

# Runs the tool with these arguments.
try() {
    cases=$((cases + 1))
    [ $((cases % every)) -eq 0 ] || return 0
    run=$((run + 1))
    shown="$*"
    env HOSTILE=$mark HOME="$work/home" TMPDIR="$work/tmp" NO_COLOR=1 \
        timeout -k 5 $seconds "$tool" "$@" >../out 2>../err </dev/null
    judge $?
}

# Runs a line of the shell's, in which $tool is the tool.
try_line() {
    cases=$((cases + 1))
    [ $((cases % every)) -eq 0 ] || return 0
    run=$((run + 1))
    shown="$1"
    env HOSTILE=$mark HOME="$work/home" TMPDIR="$work/tmp" NO_COLOR=1 tool="$tool" data="$data" work="$work" \
        timeout -k 5 $seconds bash -c "$1" >../out 2>../err </dev/null
    judge $?
}

# The commands that take a name, a file, a specification: X is it.
commands=(
    "show X" "info X" "report X -o -" "compare X X" "fleet X" "trend X" "merge X X" "export X --format csv"
    "model X" "signature X" "usage X" "usage --foreign X --name n --native 1" "predict --signature X --usage X"
    "import lmbench X" "ingest X" "explain X" "workload show X" "workload remove X" "platform check X"
    "run --platform command:X" "run --platform replay:X" "run --platform X" "run --bench X --platform host"
    "serial X --wait 1" "run --rules X --fail-on slower>5% --ab host,host" "X"
)

# Runs every command with $1 for X.
everywhere() {
    local command words
    for command in "${commands[@]}"; do
        read -ra words <<<"$command"
        try "${words[@]/#X/$1}"
    done
}

long=$(printf 'x%.0s' $(seq 100000))
slow=$(printf '{*,*,*,*,*,*,*,*}%.0s' $(seq 10))
for text in $'\e[2J\e]0;title\a' $'\xc2\x9b31m' $'a\u202eb\u2066c\u200f' $'line\nerror: forged' '' - .. \
    $'\xff\xfe' "../../../../../../etc/shadow" '%s%n%s%n' "\$(touch $work/touched)" "$long" "$slow"; do
    everywhere "$text"
done

files=$work/files
: >"$files/empty"
echo '{' >"$files/cut"
printf '[%.0s' $(seq 200000) >"$files/deep"
echo '{"schema_version":1e999}' >"$files/huge-number"
echo '{"schema_version":18446744073709551616,"usage_version":1,"signature_version":1}' >"$files/versions"
head -c 300000 /dev/urandom >"$files/random"
head -c 2000 "$data" >"$files/half"
sed 's/"[a-z-]*"\([,\n]\)/"\\u001b[2J\\u202e"\1/' "$data" >"$files/escapes"
printf '{"schema_version":1,"tool":"%s"}' "$long" >"$files/long"
mkdir "$files/folder"
for file in "$files"/* /dev/zero /dev/null /dev/full /proc/self/mem; do
    everywhere "$file"
done

# Descriptions: files outside, programs that hang, shout, multiply and leave.
describe() {
    printf 'program = "%s"\nversion = ["--version"]\narguments = [%s, "{kernel}"]\n%s\n' "$1" "$2" "$3" >"$files/monitor"
    try platform check "$files/monitor"
    try run --platform "command:$files/monitor" --boots 1 --bench sgdt --budget 2s
}
for name in "$work/precious" ../x ../../precious a/b . .. ''; do
    describe true '"x"' "[files]
'$name' = 'overwritten'"
done
describe sh '"-c", "setsid sleep 1000 & setsid sleep 1000 & exit 1"' ''
describe sh '"-c", "ln -s / link; exit 3"' ''
describe '\u001b[2J\u202e' '"x"' ''
describe true '"x"' 'architectures = ["\u001b[31m"]'
describe false '"x"' 'end = ["false"]'

for command in --help --version "list benchmarks" "list platforms" "show $data" "guest status" "lab status" \
    "schema" "export $data --format csv" "completions bash" "explain cpuid" "report $data -o -"; do
    try_line "\$tool $command >/dev/full"
    try_line "\$tool $command >&-"
    try_line "\$tool $command 2>&-"
    for limit in "-s 64" "-n 4" "-f 0" "-v 150000"; do
        try_line "ulimit $limit; \$tool $command >/dev/null"
    done
done

for command in "guest status" "lab status" "list platforms" "workload list" "guest clean"; do
    for place in $'\e[2J\u202e' /dev/null /proc/x "relative" "$long" ''; do
        export XDG_CACHE_HOME="$place" XDG_DATA_HOME="$place"
        # shellcheck disable=SC2086
        try $command
        unset XDG_CACHE_HOME XDG_DATA_HOME
    done
done

# A pipe that nobody writes to, and the first Ctrl-C.
mkfifo "$files/pipe"
for command in fleet trend merge signature show report; do
    try_line "timeout --preserve-status -s INT -k 5 1 \$tool $command \$work/files/pipe"
done

echo "$run of $cases hostile cases, $wrong wrong"
[ "$wrong" -eq 0 ]
