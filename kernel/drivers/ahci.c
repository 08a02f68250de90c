/* An AHCI controller, of which one port is used, for one request at a time (Serial ATA AHCI 1.3.1;
 * the numbers below are its sections). */
#include <disk.h>
#include <hyperbench.h>
#include <page_disk.h>
#include <pci.h>

#include "pci_bar.h"

enum {
    CLASS = 0x08, /* of PCI: in the upper 24 bits (2.1) */
    IS_AHCI = 0x010601,
    REGISTERS = 5, /* the BAR */
    WAIT_MS = 1000,

    /* registers (3.1), and those of a port (3.3) */
    CONTROL = 0x04,
    PORTS_THERE = 0x0c,
    PORTS = 0x100,
    PORT_BYTES = 0x80,
    PORTS_MOST = 32,
    LIST = 0x00, /* of commands: 64 bits, as the next */
    RECEIVED = 0x08,
    COMMAND = 0x18,
    TASK = 0x20,
    ERRORS = 0x30,
    ISSUE = 0x38,

    STARTED = 1 << 0, /* in COMMAND: what is asked for, and what runs */
    RECEIVES = 1 << 4,
    RECEIVING = 1 << 14,
    RUNNING = 1 << 15,
    TASK_BUSY = 0x88, /* in TASK: BSY or DRQ */

    /* a command's header (4.2.2) and its frame (ATA8-ACS, 7; Serial ATA, 10.3) */
    FRAME_WORDS = 5,
    IS_WRITE = 1 << 6,
    ONE_RANGE = 1 << 16,
    TO_DEVICE = 0x27 | 1 << 15,
    BY_SECTOR = 0x40 << 24,
    READ_DMA = 0x25,
    WRITE_DMA = 0x35,
    IDENTIFY = 0xec,

    /* what the device answers (4.2.1) */
    ANSWER = 0x40 / 4,
    FROM_DEVICE = 0x34,
    STATUS_SHIFT = 16,
    ATA_ERROR = 1,

    SERIAL = 20, /* in what IDENTIFY returns, with spaces behind */
    SERIAL_BYTES = 20
};

#define AHCI_ON (1U << 31)

struct memory {
    uint32_t list[32][8]; /* a header for each command, of which the first is used */
    volatile uint32_t received[64];
    uint32_t padding[192];
    struct {
        uint32_t frame[32], range[4];
    } table;
};

_Static_assert(__builtin_offsetof(struct memory, table) == 2048, "layout");

static struct {
    uint64_t port; /* its registers; 0 without */
    struct memory *memory;
} ahci;

static volatile uint32_t *port_register(unsigned reg)
{
    return (volatile uint32_t *)(ahci.port + reg);
}

static bool becomes_clear(unsigned reg, uint32_t bits)
{
    uint64_t start = timer_read(), limit = mul_div(timer_hz(), WAIT_MS, 1000);
    while (*port_register(reg) & bits)
        if (timer_read() - start > limit)
            return false;
    return true;
}

/* In this order (10.3.2). */
static bool stop(void)
{
    *port_register(COMMAND) &= ~(uint32_t)STARTED;
    if (!becomes_clear(COMMAND, RUNNING))
        return false;
    *port_register(COMMAND) &= ~(uint32_t)RECEIVES;
    return becomes_clear(COMMAND, RECEIVING);
}

void ahci_close(void)
{
    if (ahci.port)
        stop();
    ahci.port = 0;
}

static void set_address(volatile uint32_t *words, const volatile void *address)
{
    words[0] = (uint32_t)(uint64_t)address;
    words[1] = (uint32_t)((uint64_t)address >> 32);
}

static bool start(void)
{
    if (!stop())
        return false;
    memset(ahci.memory, 0, sizeof *ahci.memory);
    set_address(port_register(LIST), ahci.memory->list);
    set_address(port_register(RECEIVED), ahci.memory->received);
    *port_register(ERRORS) = UINT32_MAX;
    *port_register(COMMAND) |= RECEIVES;
    if (!becomes_clear(TASK, TASK_BUSY))
        return false;
    *port_register(COMMAND) |= STARTED;
    return true;
}

/* Has the device move `bytes` at `data`. */
static void issue(uint32_t command, uint64_t sector, uint32_t bytes, void *data)
{
    struct memory *memory = ahci.memory;
    uint32_t direction = command == WRITE_DMA ? IS_WRITE : 0;
    memory->list[0][0] = FRAME_WORDS | direction | ONE_RANGE;
    memory->list[0][1] = 0;
    set_address(&memory->list[0][2], &memory->table);
    memory->table.frame[0] = (uint32_t)TO_DEVICE | command << 16;
    memory->table.frame[1] = (sector & 0xffffff) | BY_SECTOR;
    memory->table.frame[2] = sector >> 24 & 0xffffff;
    memory->table.frame[3] = bytes / DISK_SECTOR;
    set_address(memory->table.range, data);
    memory->table.range[3] = bytes - 1;
    memory->received[ANSWER] = 0;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    *port_register(ISSUE) = 1;
}

/* Every two letters are swapped (ATA8-ACS, 7.16.7). */
static bool is_scratch(void)
{
    char *about = heap_alloc(PAGE_4K, PAGE_4K), name[SERIAL_BYTES];
    if (!about)
        return false;
    memset(about, 0, DISK_SECTOR);
    issue(IDENTIFY, 0, DISK_SECTOR, about);
    if (!becomes_clear(ISSUE, 1))
        return false;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    for (unsigned i = 0; i < SERIAL_BYTES; i++)
        name[i] = about[SERIAL + (i ^ 1)];
    size_t length = strlen(DISK_SERIAL);
    return !memcmp(name, DISK_SERIAL, length) && name[length] == ' ';
}

/* Finds the disk at a controller with these registers. */
static bool find_port(uint64_t registers)
{
    *(volatile uint32_t *)(registers + CONTROL) |= AHCI_ON;
    uint32_t there = *(volatile uint32_t *)(registers + PORTS_THERE);
    for (unsigned i = 0; i < PORTS_MOST; i++) {
        if (!(there >> i & 1))
            continue;
        ahci.port = registers + PORTS + i * PORT_BYTES;
        if (start() && is_scratch())
            return true;
        ahci_close();
    }
    return false;
}

const char *ahci_open(void)
{
    ahci.port = 0;
    ahci.memory = heap_alloc(PAGE_4K, PAGE_4K);
    if (!ahci.memory)
        return "not enough memory for a list of commands";
    for (unsigned device = 0; device < PCI_DEVICES; device++) {
        if (pci_read(device, PCI_ID) == UINT32_MAX || pci_read(device, CLASS) >> 8 != IS_AHCI)
            continue;
        pci_write(device, PCI_COMMAND, pci_read(device, PCI_COMMAND) | PCI_DECODE | PCI_MASTER);
        uint64_t registers = pci_bar(device, REGISTERS);
        if (registers && find_port(registers))
            return NULL;
    }
    return "there is no SATA disk for measurements: none has the serial number " DISK_SERIAL;
}

static int take(void)
{
    uint32_t answer = ahci.memory->received[ANSWER];
    return (uint8_t)answer == FROM_DEVICE ? (int)(answer >> STATUS_SHIFT & UINT8_MAX) : -1;
}

/* The port is done with a command when its bit is clear again (5.5.3). */
static int take_slot(void) { return *port_register(ISSUE) & 1 ? -1 : 0; }

void ahci_do(enum page_request request, uint64_t at, void *page)
{
    issue(request == PAGE_WRITE ? WRITE_DMA : READ_DMA, at / DISK_SECTOR, PAGE_4K, page);
    int status = poll_until(take);
    if (status & ATA_ERROR)
        fail("the disk reports an error (status %u)", (unsigned)status);
    poll_until(take_slot);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
