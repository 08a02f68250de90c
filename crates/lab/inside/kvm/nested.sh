# Before the script that runs the guest, where that is a guest of a guest: its function guest starts
# another Linux of this image in QEMU, in which the same script runs the benchmark kernel.
for file in linux linux-options files inner; do port read opt/hb/$file > /tmp/$file; done
guest() {
    qemu -nodefaults -no-user-config -display none -no-reboot $MACHINE \
        -m "$((MEMORY + NESTED))k" -chardev file,id=guest,path=/tmp/console $CONSOLES \
        -kernel /tmp/linux -initrd /tmp/files -append "$(cat /tmp/linux-options)" \
        -fw_cfg name=opt/hb/run,file=/tmp/inner -fw_cfg name=opt/hb/kernel,file=/tmp/kernel \
        -fw_cfg name=opt/hb/options,file=/tmp/options "$@"
}
