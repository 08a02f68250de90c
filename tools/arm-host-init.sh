#!/bin/busybox sh
# The first process of the machine of arm-host.sh: measures, tells what it has measured, and ends the machine.
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH HOME=/root TERM=dumb XDG_CACHE_HOME=/large/cache
busybox mkdir -p /dev /out /large /proc /sys /tmp
busybox mount -t proc proc /proc
busybox mount -t sysfs sys /sys
busybox mount -t devtmpfs dev /dev
busybox mkdir /dev/shm
busybox mount -t tmpfs shm /dev/shm
busybox mount -t tmpfs tmp /tmp
# The file system that Linux unpacks all of this into is half as large as the memory.
busybox mount -t tmpfs -o size=8g large /large
busybox mv /cache /large/

measure() {
    name=$1
    shift
    echo "== $name: $*"
    hyperbench run "$@" -o "/out/$name.json"
}

# A platform by its name, whose guests may take longer than on a processor before they are given up.
patient() { echo "$1:option=timeout=30000,label=$1"; }

# Those of what is an Arm host's own, which are compiled on no other.
busybox mkdir -p /etc
monitors-tests kvm::
hyperbench doctor
measure host --platform host --suite quick
measure quick --platform "$(patient kvm)" --platform "$(patient qemu-kvm)" \
    --platform "$(patient qemu-tcg)" --suite quick
measure events --platform "$(patient kvm)" --platform "$(patient qemu-kvm)" --suite quick --events
measure timing --platform "$(patient kvm)" --bench '{hypercall,in,cold-access}' --timing uart
hyperbench lab build
measure lab --platform "$(patient lab-native)" --platform "$(patient lab-kvm-npt)" --suite quick \
    --time-budget 2400

busybox stty -F /dev/ttyS0 raw
busybox tar -C / -cf /dev/ttyS0 out
busybox sleep 1 # until the last byte is out
busybox poweroff -f
