# KVM and QEMU.
prepare() { :; }

guest() { # guest ARGUMENT…: the benchmark kernel in QEMU, its console kept apart
    qemu -nodefaults -no-user-config -display none -no-reboot \
        $MACHINE -smp "$CPUS" -m "${MEMORY}k" -serial file:/tmp/console \
        -kernel /tmp/kernel -append "$KERNEL_OPTIONS $(cat /tmp/options)" "$@"
}
