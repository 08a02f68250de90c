#!/bin/busybox sh
# Before the first process, where Linux starts no processor that it has not begun with: stops all but one.
/bin/busybox mkdir -p /sys
/bin/busybox mount -t sysfs sys /sys
for processor in /sys/devices/system/cpu/cpu[1-9]; do
    echo 0 > $processor/online
done
/bin/busybox umount /sys
exec /init
