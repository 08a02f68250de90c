# Before the script that runs the guest: it has a scratch disk, in memory. DISK has QEMU's words for it.
truncate -s "$DISK_BYTES" /tmp/scratch
xl() {
    [ "$1" != create ] ||
        printf 'device_model_args_hvm = [ "%s" ]\n' "$(echo $DISK | sed 's/ /", "/g')" >> /tmp/guest.cfg
    /bin/xl "$@"
}
