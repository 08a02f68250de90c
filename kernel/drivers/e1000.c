/* Intel's 8254x with its oldest descriptors (PCI/PCI-X Family of Gigabit Ethernet Controllers
 * Software Developer's Manual, 317453; the numbers below are its sections). */
#include <e1000.h>
#include <hyperbench.h>
#include <net.h>
#include <pci.h>

#include "pci_bar.h"

enum {
    ENTRIES = 8, /* of each ring: a multiple of 8 (13.4.27) */
    BUFFER = 2048,
    ALIGNING = 6, /* in front of a frame: what is behind its headers of 42 bytes is aligned */

    IS_8254X = 0x100e8086, /* of PCI: the 82540EM that QEMU has */

    /* registers (13.2) */
    CONTROL = 0x0000,
    MASKED = 0x00d8,
    RECEIVE = 0x0100,
    SEND = 0x0400,
    RECEIVED = 0x2800, /* a ring: its address of 64 bits, then: */
    SENT = 0x3800,
    RING_BYTES = 0x08,
    RING_HEAD = 0x10,
    RING_TAIL = 0x18,
    ADDRESS = 0x5400,

    LINK_UP = 1 << 6, /* in CONTROL */
    ON = 1 << 1,      /* in RECEIVE and SEND */
    BROADCASTS = 1 << 15,
    NO_CHECKSUM = 1 << 26, /* behind frames that have come */
    PADDED = 1 << 3,       /* short frames that are sent */

    WHOLE = 1 << 0,    /* a frame to be sent is in one piece, */
    CHECKED = 1 << 1,  /* a checksum is added, */
    REPORTED = 1 << 3, /* and its end is reported: */
    DONE = 1 << 0
};

struct to_send { /* 3.3.3 */
    uint64_t address;
    uint16_t bytes;
    uint8_t checksum_at, command, status, checksum_from;
    uint16_t special;
};

struct received { /* 3.2.3 */
    uint64_t address;
    uint16_t bytes, checksum;
    uint8_t status, errors;
    uint16_t special;
};

struct e1000_memory {
    struct to_send sent[ENTRIES];
    struct received received[ENTRIES];
    uint8_t buffers[ENTRIES][BUFFER];
};

_Static_assert(sizeof(struct to_send) == 16 && sizeof(struct received) == 16, "layout");

static struct e1000 {
    uint64_t registers; /* 0: not open */
    struct e1000_memory *memory;
    unsigned next_sent, next_received;
    bool is_held; /* the frame that was taken last */
} e1000;

static volatile uint32_t *e1000_register(unsigned reg)
{
    return (volatile uint32_t *)(e1000.registers + reg);
}

void e1000_close(void)
{
    if (e1000.registers) {
        *e1000_register(RECEIVE) = 0;
        *e1000_register(SEND) = 0;
    }
    e1000.registers = 0;
}

static bool is_scratch(void)
{
    uint32_t address[] = {e1000_register(ADDRESS)[0], e1000_register(ADDRESS)[1]};
    return !memcmp(address, net_address, sizeof net_address);
}

static void set_ring(unsigned reg, const void *ring, unsigned tail)
{
    *e1000_register(reg) = (uint32_t)(uint64_t)ring;
    *e1000_register(reg + 4) = (uint32_t)((uint64_t)ring >> 32);
    *e1000_register(reg + RING_BYTES) = ENTRIES * sizeof(struct received);
    *e1000_register(reg + RING_HEAD) = 0;
    *e1000_register(reg + RING_TAIL) = tail;
}

/* Its ring is full where all but one descriptor are the controller's (3.2.6). */
static void start(void)
{
    memset(e1000.memory, 0, sizeof *e1000.memory);
    for (unsigned i = 0; i < ENTRIES; i++)
        e1000.memory->received[i].address = (uint64_t)e1000.memory->buffers[i] + ALIGNING;
    *e1000_register(MASKED) = UINT32_MAX;
    *e1000_register(CONTROL) |= LINK_UP;
    set_ring(SENT, e1000.memory->sent, 0);
    set_ring(RECEIVED, e1000.memory->received, ENTRIES - 1);
    *e1000_register(SEND) = ON | PADDED;
    *e1000_register(RECEIVE) = ON | BROADCASTS | NO_CHECKSUM;
}

const char *e1000_open(void)
{
    e1000 = (struct e1000){.memory = heap_alloc(sizeof *e1000.memory, PAGE_4K)};
    if (!e1000.memory)
        return "not enough memory for rings of frames";
    for (unsigned device = 0; device < PCI_DEVICES; device++) {
        if (pci_read(device, PCI_ID) != IS_8254X)
            continue;
        pci_write(device, PCI_COMMAND, pci_read(device, PCI_COMMAND) | PCI_DECODE | PCI_MASTER);
        e1000.registers = pci_bar(device, 0);
        if (e1000.registers && is_scratch()) {
            start();
            return NULL;
        }
        e1000.registers = 0;
    }
    return "there is no e1000 network for measurements: none has the address " NET_ADDRESS;
}

static int take_sent(void)
{
    unsigned before = (e1000.next_sent + ENTRIES - 1) % ENTRIES;
    uint8_t status = *(volatile uint8_t *)&e1000.memory->sent[before].status;
    return status & DONE ? 0 : -1;
}

void e1000_send(const void *frame, uint32_t bytes)
{
    e1000.memory->sent[e1000.next_sent] = (struct to_send){.address = (uint64_t)frame,
                                                           .bytes = (uint16_t)bytes,
                                                           .command = WHOLE | CHECKED | REPORTED};
    e1000.next_sent = (e1000.next_sent + 1) % ENTRIES;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    *e1000_register(SENT + RING_TAIL) = e1000.next_sent;
    poll_until(take_sent);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/* What was taken last is given back first: the tail follows it. */
int e1000_take(const void **frame)
{
    struct received *received = &e1000.memory->received[e1000.next_received];
    if (e1000.is_held) {
        received->status = 0;
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        *e1000_register(RECEIVED + RING_TAIL) = e1000.next_received;
        e1000.next_received = (e1000.next_received + 1) % ENTRIES;
        e1000.is_held = false;
        received = &e1000.memory->received[e1000.next_received];
    }
    if (!(*(volatile uint8_t *)&received->status & DONE))
        return -1;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (received->bytes > BUFFER - ALIGNING)
        fail("the network says that a frame has come of %u bytes", received->bytes);
    e1000.is_held = true;
    *frame = e1000.memory->buffers[e1000.next_received] + ALIGNING;
    return received->bytes;
}
