#!/bin/busybox sh
# The lab's Linux with KVM, from its first process to the instruction at which its state
# is kept, and on from there.
export PATH=/bin
/bin/busybox mkdir -p /proc /sys /dev /tmp
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t tmpfs tmp /tmp

while read -r module; do
    insmod "/lib/modules/$module.ko"
done < /lib/modules/order

port pause # the snapshot is taken here; what follows is run from it, time and again
port read opt/hb/run > /tmp/run
port read opt/hb/kernel > /tmp/kernel
port read opt/hb/options > /tmp/options
port read opt/hb/cpus > /tmp/cpus
port read opt/hb/memory > /tmp/memory # in KiB

guest() { # guest ARGUMENT…: the benchmark kernel in QEMU, its console kept apart
    qemu -nodefaults -no-user-config -display none -no-reboot \
        -machine microvm -smp "$(cat /tmp/cpus)" -m "$(cat /tmp/memory)k" \
        -device isa-debug-exit,iobase=0xf4,iosize=4 -serial file:/tmp/console \
        -kernel /tmp/kernel -append "debug-exit=0xf4 $(cat /tmp/options)" "$@"
}
. /tmp/run
port print < /tmp/console
reboot -f
