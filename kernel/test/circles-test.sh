#!/bin/sh
# Circles between modules are found, and what is none is let be: run in kernel/.
set -eu
checks=0
clang=$(./llvm.sh clang)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

# Compiles made-up modules, each given as FILE=CODE, and looks for circles among them.
circles() {
    rm -rf "${tree:?}"/*
    for module in "$@"; do
        object=$tree/${module%%=*}.o language=c
        case $object in *.S.o) language=assembler ;; esac
        mkdir -p "${object%/*}"
        printf '%s\n' "${module#*=}" | "$clang" -w -x $language -c -o "$object" -
    done
    (cd "$tree" && find * -name '*.o' -exec nm -A -P -g {} +) | awk -f circles.awk 2>&1
}

# Expects a circle of the use $1 and others.
finds() {
    use=$1
    shift
    if said=$(circles "$@") || [ "${said#*"a circle: $use"}" = "$said" ]; then
        echo "circles.awk does not find: $use" >&2
        exit 1
    fi
    checks=$((checks + 1))
}

# Expects none.
passes() {
    circles "$@"
    checks=$((checks + 1))
}

a='core/a.c=int b(void); int a(void) { return b(); }'
b='core/b.c=extern int c; int b(void) { return c; }'
c='core/c.c=int a(void); int c, d; int e(void) { return a(); }'
arch='arch/any/c.c=int a(void); int c; int e(void) { return a(); }'

finds 'core/c uses core/a: a' "$a" "$b" "$c"
finds 'arch/any/c uses core/a: a' "$a" "$b" "$arch"
finds 'core/c uses core/a: a' "$a" "$b" 'core/c.c=int c;' 'core/c.S=.quad a'

passes "$a" "$b" 'core/c.c=int c; static int a(void) { return 1; } int e(void) { return a(); }'
passes "$a" "$b" 'core/c.c=int c, (*given)(void); int e(void) { return given(); }'
passes "$a" "$b" 'core/c.c=int c;' 'core/boot.S=.globl f; f: .quad a' 'core/d.c=extern int f, *g = &f;'

# What posih.h declares may be used from both sides, but not within a folder.
posih='contract.c=extern int a, c; const void *const contract[] = {&a, &c};'
passes "$a" "$b" "$arch" "$posih"
finds 'core/c uses core/a: a' "$a" "$b" "$c" "$posih"
echo "circles: $checks checks passed"
