# Before the script that runs the guest: it has devices for benchmarks, of which QEMU is told by DEVICES. The
# file of a disk is in memory. QEMU hands a connection on to a program by way of the loopback device.
truncate -s "$DISK_BYTES" /tmp/scratch
MACHINE="$MACHINE $DEVICES"
case $DEVICES in *guestfwd=*) ip link set lo up ;; esac
