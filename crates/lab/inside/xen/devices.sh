# Before the script that runs the guest: it has devices for benchmarks, of which QEMU is told by DEVICES. The
# file of a disk is in memory.
truncate -s "$DISK_BYTES" /tmp/scratch
xl() {
    if [ "$1" = create ]; then
        words=$(echo $DEVICES | sed 's/ /", "/g')
        echo "device_model_args_hvm = [ \"$words\" ]" >> /tmp/guest.cfg
    fi
    /bin/xl "$@" || { # QEMU says elsewhere what it does not take
        cat /var/log/xen/qemu-dm-guest.log
        return 1
    }
}
