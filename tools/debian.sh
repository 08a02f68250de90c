# What tools/deb.sh and tools/deb-source.sh share; sourced at the top of the tree. The maintainer is
# $DEBFULLNAME <$DEBEMAIL>, else who made the last commit, and the time is that commit's.
if [ -e debian/changelog ]; then # that of tools/deb-source.sh, which has no git
    maintainer=$(dpkg-parsechangelog -SMaintainer)
    SOURCE_DATE_EPOCH=$(dpkg-parsechangelog -STimestamp)
else
    maintainer="${DEBFULLNAME:-$(git log -1 --format=%an)} <${DEBEMAIL:-$(git log -1 --format=%ae)}>"
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
fi
export SOURCE_DATE_EPOCH
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A changelog of Debian's, by which what is new is in the file $1.
changelog() {
    printf 'hyperbench (%s-1) unstable; urgency=medium\n\n  * What is new is in the file %s.\n\n -- %s  %s\n' \
        "$version" "$1" "$maintainer" "$(date -uRd "@$SOURCE_DATE_EPOCH")"
}
