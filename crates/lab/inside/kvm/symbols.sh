# What addresses mean, before what the guest has said: QEMU started again for its own, and Linux's.
mv /tmp/console /tmp/said
accelerator="-accel kvm -cpu host"
[ -e /dev/kvm ] || accelerator="-accel tcg,thread=single,tb-size=64 -cpu $EMULATED_PROCESSOR"
guest $accelerator -S &
sleep 1
{
    echo @symbols
    cat "/proc/$(pidof qemu)/maps"
    cat /proc/modules
    grep ' [tTwW] ' /proc/kallsyms
    echo @end symbols
} > /tmp/symbols
kill "$(pidof qemu)"
wait
port tell < /tmp/symbols || port print < /tmp/symbols
mv /tmp/said /tmp/console
