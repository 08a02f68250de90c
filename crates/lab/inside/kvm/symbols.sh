# What addresses mean, before what the guest has said: those of what has run it (maps), and Linux's.
mv /tmp/console /tmp/said
maps > /tmp/maps
{
    echo @symbols
    cat /tmp/maps /proc/modules
    grep ' [tTwW] ' /proc/kallsyms
    echo @end symbols
} > /tmp/symbols
port tell < /tmp/symbols || port print < /tmp/symbols
mv /tmp/said /tmp/console
