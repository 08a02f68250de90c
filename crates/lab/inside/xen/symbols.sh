# What addresses mean, before what the guest has said: QEMU started again for its own, without a
# domain, and those of dom0's Linux.
/usr/libexec/xen-qemu-system-i386 -machine none,accel=qtest -nodefaults -display none -S &
sleep 1
{
    echo @symbols
    cat "/proc/$!/maps"
    cat /proc/modules
    grep ' [tTwW] ' /proc/kallsyms
    echo @end symbols
} > /tmp/symbols
kill $!
wait
port tell < /tmp/symbols || port print < /tmp/symbols
