#include "device.h"

#include <fdt.h>

#include "cpu.h"
#include "paging.h"

static const char *const compatible[DEVICES] = {
    [DEVICE_VIRTIO] = "virtio,mmio",        [DEVICE_RTC] = "google,goldfish-rtc",
    [DEVICE_PCI] = "pci-host-ecam-generic", [DEVICE_APLIC] = "riscv,aplic",
    [DEVICE_PLIC] = "riscv,plic0",
};

/* An APLIC that hands interrupts on to others is the firmware's: ours is behind it. */
fdt_node device_node(enum device device)
{
    uint32_t size;
    for (fdt_node node = fdt_root(); node != FDT_NONE; node = fdt_next(node))
        if (fdt_is_compatible(node, compatible[device]) && fdt_is_available(node) &&
            !fdt_property(node, "riscv,children", &size))
            return node;
    return FDT_NONE;
}

uint64_t device_registers(enum device device)
{
    struct mem_region region;
    if (!fdt_reg(device_node(device), 0, &region))
        return 0;
    paging_map_device(region.base, region.size);
    return region.base;
}

static fdt_node by_phandle(uint32_t phandle)
{
    uint32_t value;
    for (fdt_node at = fdt_root(); at != FDT_NONE; at = fdt_next(at))
        if (fdt_cell(at, "phandle", 0, &value) && value == phandle)
            return at;
    return FDT_NONE;
}

/* Each entry is a hart's controller, a child of its CPU node, and the interrupt's number. */
bool device_interrupt_entry(int32_t node, uint64_t hart, uint32_t interrupt, unsigned *entry)
{
    uint32_t phandle, number;
    uint64_t id;
    for (unsigned i = 0; fdt_cell(node, "interrupts-extended", 2 * i, &phandle); i++) {
        if (!fdt_cell(node, "interrupts-extended", 2 * i + 1, &number) || number != interrupt ||
            !fdt_id(fdt_parent(by_phandle(phandle)), &id) || id != hart)
            continue;
        *entry = i;
        return true;
    }
    return false;
}
