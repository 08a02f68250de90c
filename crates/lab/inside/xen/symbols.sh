# What addresses mean, before what the guest has said: those of dom0's Linux.
{
    echo @symbols
    grep ' [tTwW] ' /proc/kallsyms
    echo @end symbols
    cat /tmp/console
} > /tmp/all
mv /tmp/all /tmp/console
