#!/bin/busybox sh
# The first process of a guest's Linux, until the guest is told what to run: the machine's state is
# kept meanwhile. The line on which it is told is its word. A guest without a hypervisor has none,
# stops the machine itself, and is handed the same as everything else.
export PATH=/bin
busybox mkdir -p /dev /sys
busybox mount -t devtmpfs dev /dev
if [ "$1" ]; then
    exec 3<> "/dev/$1"
    echo ready >&3
    read -r options <&3
    exec 3>&-
else
    busybox mount -t sysfs sys /sys
    panic=/sys/bus/pci/devices/0000:00:05.0
    echo 1 > $panic/enable
    stop $panic/resource0
    options=$(port read opt/hb/go)
fi
set -f # they are no files' names
exec /init $options
