# Xen, with this Linux as its dom0.
prepare() {
    mkdir -p /run/xen /run/lock /var/lib/xen /var/lib/xenstored /var/log/xen /dev/pts
    ln -s /run /var/run
    ln -s /run/lock /var/lock
    mount -t devpts pts /dev/pts
    mount -t xenfs xenfs /proc/xen
    xenstored
    xen-init-dom0
    xenconsoled # xl waits for the terminal that it makes
}

# guest TYPE, and more of the configuration on the standard input. A guest that could have more
# memory than it gets is given each page when it first touches it.
guest() {
    memory=$((MEMORY / 1024))
    maxmem=$memory
    [ "$POD" = off ] || maxmem=$((memory + 1))
    {
        cat << END
name = "guest"
type = "$1"
uuid = "00000000-0000-0000-0000-000000000001"
kernel = "/tmp/kernel"
cmdline = "$(cat /tmp/options)"
vcpus = $CPUS
memory = $memory
maxmem = $maxmem
tsc_mode = "native"
on_poweroff = "destroy"
on_reboot = "destroy"
on_crash = "destroy"
END
        cat
    } > /tmp/guest.cfg
    xl create -F /tmp/guest.cfg > /tmp/xl.log 2>&1 || cat /tmp/xl.log
}
