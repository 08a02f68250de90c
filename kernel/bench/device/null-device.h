/* The null device of the platform kvm (docs/protocol.md), and its bells in memory: writes that the
 * hypervisor takes by itself. */
#ifndef NULL_DEVICE_H
#define NULL_DEVICE_H

#include <hyperbench.h>
#include <paging.h>

/* The device's registers, words of 32 bits in a page: what it is, its first port, a word whose
 * write has the monitor look what was heard, and how many writes to each bell have been; all ones
 * where the hypervisor does not offer the bell. */
enum { MAGIC, PORTS, LOOK, HEARD, MAGIC_VALUE = 0x4c4c554e, NOT_OFFERED = -1 };

/* The bells. Those in memory follow the registers, apart from each other; those at ports are as
 * many ports behind the first. */
enum bell { MMIO_EVENTFD, MMIO_DATAMATCH, MMIO_COALESCED, PORT_EVENTFD, PORT_COALESCED };
enum { APART = 0x100, VALUE = 1 };

static volatile uint32_t *registers;
static uint64_t bell;

static uint32_t heard(void)
{
    registers[LOOK] = 0;
    return registers[HEARD + operand];
}

static const char *find_null_device(void)
{
    registers = (volatile uint32_t *)options.null_device;
    if (!registers)
        return "there is no null device: the platform kvm has one";
    if (!paging_map_device(options.null_device, PAGE_4K))
        return "there is no memory to map the null device with";
    return registers[MAGIC] == MAGIC_VALUE ? NULL : "the null device does not answer";
}

/* Whether the hypervisor takes what `ring` writes to the bell at this place. */
static const char *try_bell(uint64_t place, void (*ring)(void))
{
    uint32_t before = heard();
    if (before == (uint32_t)NOT_OFFERED)
        return "this hypervisor does not offer to take such writes";
    bell = place;
    ring();
    return heard() == before + 1 ? NULL : "the hypervisor does not take the write";
}

static void ring_memory(void) { *(volatile uint32_t *)bell = VALUE; }

static const char *init(void)
{
    const char *missing = find_null_device();
    return missing ? missing : try_bell(options.null_device + (operand + 1) * APART, ring_memory);
}

#define BELL(number) .path = PATH_HYPERVISOR, .exits = 1, .operand = number

/* Those in memory, whose run() and control() store VALUE in 32 bits to `bell`. */
#define BELLS_IN_MEMORY                                                                     \
    VARIANT(mmio_eventfd, "-mmio-eventfd",                                                  \
            .summary = "Ring a bell in memory that wakes nobody (ioeventfd)", .init = init, \
            BELL(MMIO_EVENTFD));                                                            \
    VARIANT(mmio_datamatch, "-mmio-datamatch",                                              \
            .summary = "Ring a bell in memory that is known by its value (ioeventfd)",      \
            .init = init, BELL(MMIO_DATAMATCH));                                            \
    VARIANT(mmio_coalesced, "-mmio-coalesced",                                              \
            .summary = "Write to memory whose writes are kept for later (coalesced)",       \
            .init = init, BELL(MMIO_COALESCED))

#endif
