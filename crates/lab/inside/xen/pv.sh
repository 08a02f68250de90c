# Xen, PV: no device model, and no processor with virtualization. What the guest writes to port 0xE9 is in
# the machine's own console at once: Xen hands it on, for the guest may use that port.
POD=off
guest pv << END
ioports = ["e9"]
$MORE
END
: > /tmp/console
