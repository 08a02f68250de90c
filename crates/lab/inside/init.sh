#!/bin/busybox sh
# The first process of the lab's Linux, to the instruction at which the machine's state is
# kept, and on from there. machine.sh says what is special about the architecture's machines,
# image.sh what is special about an image: it defines prepare, and guest for the scripts of the
# platforms.
export PATH=/bin
/bin/busybox mkdir -p /proc /sys /dev /tmp
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t tmpfs tmp /tmp

give_up() { # the outer machine ends, and this is the last that is heard of it
    echo "$1"
    reboot -f
}

# Modules that are loaded after the snapshot are not of another Linux either.
release=$(cat /lib/modules/release)
[ "${release:-$(uname -r)}" = "$(uname -r)" ] || give_up \
    "The modules are for Linux $release, and this is $(uname -r): kernel= and modules= go together."
while read -r module; do
    insmod "/lib/modules/$module.ko" || give_up "Linux $(uname -r) refuses the module $module."
done < /lib/modules/order

keep() { # unless the machine has a way of its own
    panic=/sys/bus/pci/devices/0000:00:05.0
    echo 1 > $panic/enable
    stop $panic/resource0
}
. /lib/machine.sh
. /lib/image.sh
prepare

# The snapshot is taken here; what follows is run from it, time and again.
keep
port read opt/hb/run > /tmp/run # sets CPUS, MEMORY in KiB and POD
port read opt/hb/kernel > /tmp/kernel
port read opt/hb/options > /tmp/options

(. /tmp/run) # a process of its own: this one must not end
port print < /tmp/console
reboot -f
