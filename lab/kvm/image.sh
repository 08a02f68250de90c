# KVM and QEMU.
prepare() { :; }

guest() { # guest ARGUMENT…: the benchmark kernel in QEMU, its console kept apart
    qemu -nodefaults -no-user-config -display none -no-reboot \
        -machine microvm -smp "$(cat /tmp/cpus)" -m "$(cat /tmp/memory)k" \
        -device isa-debug-exit,iobase=0xf4,iosize=4 -serial file:/tmp/console \
        -kernel /tmp/kernel -append "debug-exit=0xf4 $(cat /tmp/options)" "$@"
}
