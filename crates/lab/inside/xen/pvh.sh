# Xen, PVH: no device model. What the guest writes to port 0xE9 is in Xen's log, after the
# domain's number, in pieces of at most 199 characters (DOMAIN_PBUF_SIZE in Xen's sched.h).
guest pvh << END
$MORE
END
xl dmesg | awk 'sub(/^\(d[0-9]+\) /, "") { printf("%s%s", $0, length($0) == 199 ? "" : "\n") }' \
    > /tmp/console
