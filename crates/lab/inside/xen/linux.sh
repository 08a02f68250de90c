# Before the script that runs the guest: it has Linux in it.
port read opt/hb/initramfs > /tmp/initramfs
xl() {
    [ "$1" != create ] || echo 'ramdisk = "/tmp/initramfs"' >> /tmp/guest.cfg
    /bin/xl "$@"
}
