# Xen, HVM: QEMU in dom0 is the device model.
guest hvm << END
serial = "file:/tmp/console"
vga = "none"
nographic = 1
vnc = 0
xen_platform_pci = 0
END
