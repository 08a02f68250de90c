# Before the script that runs the guest: it has Linux in it.
port read opt/hb/initramfs > /tmp/initramfs
# What Linux says before it has a console, such as that its memory is too small, is in Xen's log.
options=$(cat /tmp/options)
echo "earlyprintk=xen,keep $options" > /tmp/options
MORE='ramdisk = "/tmp/initramfs"'
