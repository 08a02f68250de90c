# Before the script that runs the guest: it has a scratch disk, in memory. DISK has QEMU's words for it.
truncate -s "$DISK_BYTES" /tmp/scratch
MACHINE="$MACHINE $DISK"
