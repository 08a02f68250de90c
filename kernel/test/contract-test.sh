#!/bin/sh
# The checks of the contract find what they are there to find: run in kernel/.
set -eu
checks=0

# Runs `awk -f SCRIPT` on TEXT, and expects it to fail with MESSAGE.
finds() {
    if said=$(printf '%s\n' "$2" | awk -f "$1" 2>&1 >/dev/null) || [ "${said#*"$3"}" = "$said" ]
    then
        echo "$1 does not find: $3" >&2
        exit 1
    fi
    checks=$((checks + 1))
}

# What the compiler writes of the source file $1, which includes $2.
includes() {
    printf 'out/any/%s.o: \\\n  %s include/lib.h \\\n  %s\n' "$1" "$1" "$2"
}

contract=$(cat include/posih.h)
for undocumented in 'void secret(void);' 'static inline int secret(int a);'; do
    finds contract.awk "$contract

$undocumented" 'secret() is not documented'
done
finds contract.awk '' 'no function is declared'

for bad in 'arch/any/smp.c core/record.h' 'arch/any/smp.c arch/any/../../core/record.h' \
    'arch/any/smp.c bench/exception/ipi.h' 'drivers/fdt.c core/record.h' \
    'bench/idle/idle.c core/record.h' 'lib/number.c core/record.h'; do
    finds includes.awk "$(includes "${bad% *}" "${bad#* }")" "${bad% *} includes ${bad#* }"
done
for good in 'arch/any/smp.c drivers/fdt.h' 'arch/any/smp.c arch/any/cpu.h' \
    'core/harness.c core/record.h' 'bench/exception/ipi.c bench/exception/ipi.h'; do
    includes "${good% *}" "${good#* }" | awk -f includes.awk
    checks=$((checks + 1))
done
echo "contract: $checks checks passed"
