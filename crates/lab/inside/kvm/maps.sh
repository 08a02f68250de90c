# Before the script that runs the guest: maps tells where QEMU's code lies, started again for that alone.
maps() {
    accelerator="-accel kvm -cpu host"
    [ -e /dev/kvm ] || accelerator="-accel tcg,thread=single,tb-size=64 -cpu $EMULATED_PROCESSOR"
    guest $accelerator -S > /dev/null &
    sleep 1
    cat "/proc/$(pidof qemu)/maps"
    kill "$(pidof qemu)"
    wait
}
