# Before the script that runs the guest: it has devices for benchmarks, of which QEMU is told by DEVICES. The
# file of a disk is in memory.
truncate -s "$DISK_BYTES" /tmp/scratch
MACHINE="$MACHINE $DEVICES"
