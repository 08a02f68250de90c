# Before the script that runs the guest: it has devices by Xen's own protocols. A disk is known by its
# place; dom0's QEMU serves it from a file in memory. A network ends in dom0 (peer.sh).
disk() {
    truncate -s "$DISK_BYTES" /tmp/scratch
    MORE="$MORE
disk = [\"format=raw, vdev=xvdhb, access=rw, backendtype=qdisk, target=/tmp/scratch\"]"
}
network() {
    insmod /lib/modules/xen-netback.ko
    cat > /tmp/connect << 'END'
#!/bin/sh
[ "$1" = online ] || exit 0
/tmp/answer
/usr/bin/xenstore write "$XENBUS_PATH/hotplug-status" connected
END
    chmod +x /tmp/connect
    MORE="$MORE
vif = [\"mac=$ADDRESS, script=/tmp/connect\"]"
}
