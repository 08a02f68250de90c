#!/bin/sh
# Names the program of LLVM that makes the guests: of the release that Debian 12, 13 and sid all have, so
# that the same sources make the same bytes there, else of the one that there is.
#   kernel/llvm.sh clang|ld.lld
set -eu
release=19
if command -v "clang-$release" >/dev/null && command -v "ld.lld-$release" >/dev/null; then
    echo "$1-$release"
    exit
fi
echo "$1"
[ "$1" = clang ] || exit 0
found=$(clang -dumpversion 2>/dev/null) || exit 0
[ "${found%%.*}" = "$release" ] || cat >&2 <<END
no clang-$release and lld-$release here: clang $found makes the guests' programs, and some figures differ a little from the documented ones
END
