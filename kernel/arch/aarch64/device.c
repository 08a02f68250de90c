#include "device.h"

#include <fdt.h>

#include "paging.h"

static uint64_t registers[DEVICES];

void device_init(void)
{
    static const char *const compatible[DEVICES] = {
        [DEVICE_VIRTIO] = "virtio,mmio",
        [DEVICE_RTC] = "arm,pl031",
        [DEVICE_PCI] = "pci-host-ecam-generic",
    };
    for (unsigned i = 0; i < DEVICES; i++) {
        struct mem_region region;
        if (fdt_reg(fdt_compatible(compatible[i]), 0, &region) &&
            paging_map_device(region.base, PAGE_4K))
            registers[i] = region.base;
    }
}

uint64_t device_registers(enum device device) { return registers[device]; }
