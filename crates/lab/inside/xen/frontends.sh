# Before the script that runs the guest: it has devices by Xen's own protocols. A disk is known by its
# place; dom0's QEMU serves it from a file in memory. A network ends in dom0, whose Linux answers pings,
# and of a datagram that nobody wants does not tell; a server there gives back what is sent to it.
disk() {
    truncate -s "$DISK_BYTES" /tmp/scratch
    MORE="$MORE
disk = [\"format=raw, vdev=xvdhb, access=rw, backendtype=qdisk, target=/tmp/scratch\"]"
}
network() {
    insmod /lib/modules/xen-netback.ko
    echo 1 > /proc/sys/net/ipv6/conf/default/disable_ipv6
    echo 100000000 > /proc/sys/net/ipv4/icmp_ratelimit
    cat > /tmp/connect << 'END'
#!/bin/sh
[ "$1" = online ] || exit 0
ip address add 10.0.2.2/24 dev "$vif"
ip address add 10.0.2.4/24 dev "$vif"
ip link set "$vif" up
nc -ll -p 7 -e /bin/cat > /dev/null 2>&1 &
/usr/bin/xenstore write "$XENBUS_PATH/hotplug-status" connected
END
    chmod +x /tmp/connect
    MORE="$MORE
vif = [\"mac=$ADDRESS, script=/tmp/connect\"]"
}
