# Before the script that runs the guest: it has Linux in it.
port read opt/hb/initramfs > /tmp/initramfs
MACHINE="$MACHINE -initrd /tmp/initramfs"
KERNEL_OPTIONS=
