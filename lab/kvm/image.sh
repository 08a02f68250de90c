# KVM and QEMU.
prepare() { :; }

guest() { # guest ARGUMENT…: the benchmark kernel in QEMU, its console kept apart
    qemu -nodefaults -no-user-config -display none -no-reboot \
        $MACHINE -smp "$(cat /tmp/cpus)" -m "$(cat /tmp/memory)k" -serial file:/tmp/console \
        -kernel /tmp/kernel -append "$KERNEL_OPTIONS $(cat /tmp/options)" "$@"
}
