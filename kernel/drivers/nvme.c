/* An NVMe controller with a queue for requests beside that for its own matters (NVM Express 1.4;
 * the numbers below are its sections). */
#include <disk.h>
#include <hyperbench.h>
#include <page_disk.h>
#include <pci.h>

#include "pci_bar.h"

enum {
    ENTRIES = 16,         /* of each queue */
    SUBMISSIONS = 0x1000, /* the first queue's bells (3.1.24) */
    WAIT_MS = 1000,

    /* registers (3.1) */
    CAPABILITIES = 0x00, /* 64 bits */
    CONFIGURATION = 0x14,
    STATUS = 0x1c,
    QUEUE_SIZES = 0x24,
    QUEUE = 0x28, /* of submissions, then of completions: 64 bits each */

    ENABLED = 1, /* in CONFIGURATION, with the sizes of entries as powers of 2 */
    ENTRY_SIZES = 6 << 16 | 4 << 20,
    READY = 1, /* in STATUS */

    /* commands about the controller itself (5) */
    MAKE_SUBMISSIONS = 1,
    MAKE_COMPLETIONS = 5,
    IDENTIFY = 6,
    CONTROLLER = 1, /* what to identify */
    CONTIGUOUS = 1, /* of a queue */

    CLASS = 0x08, /* of PCI: in the upper 24 bits */
    IS_NVME = 0x010802,
    SERIAL = 4, /* in what IDENTIFY returns, with spaces behind */
    SERIAL_BYTES = 20
};

struct submission {
    uint32_t command, space, reserved[2];
    uint64_t metadata, data[2];
    uint32_t words[6];
};

struct completion {
    uint32_t result, reserved;
    uint16_t head, queue, command, status; /* bit 0 of the status turns over with every round */
};

_Static_assert(sizeof(struct submission) == 64 && sizeof(struct completion) == 16, "layout");

struct nvme_queue {
    struct submission *submissions;
    volatile struct completion *completions;
    unsigned at;
    uint16_t phase;
    volatile uint32_t *tail, *head; /* bells */
};

static struct nvme {
    uint64_t registers;
    bool is_open;
    struct nvme_queue own, requests;
} nvme;

static volatile uint32_t *nvme_register(unsigned reg)
{
    return (volatile uint32_t *)(nvme.registers + reg);
}

static bool becomes_ready(uint32_t ready)
{
    uint64_t start = timer_read(), limit = mul_div(timer_hz(), WAIT_MS, 1000);
    while ((*nvme_register(STATUS) & READY) != ready)
        if (timer_read() - start > limit)
            return false;
    return true;
}

void nvme_close(void)
{
    if (nvme.is_open) {
        *nvme_register(CONFIGURATION) = 0;
        becomes_ready(0);
    }
    nvme.is_open = false;
}

/* The bells of a queue, at a stride that the controller chooses (3.1.24). */
static bool make_queue(struct nvme_queue *queue, unsigned number)
{
    uint64_t stride = 4UL << (nvme_register(CAPABILITIES)[1] & 15);
    uint64_t bells = nvme.registers + SUBMISSIONS + 2 * number * stride;
    *queue = (struct nvme_queue){.submissions = heap_alloc(PAGE_4K, PAGE_4K),
                                 .completions = heap_alloc(PAGE_4K, PAGE_4K),
                                 .phase = 1,
                                 .tail = (void *)bells,
                                 .head = (void *)(bells + stride)};
    if (!queue->submissions || !queue->completions)
        return false;
    memset(queue->submissions, 0, PAGE_4K);
    memset((void *)queue->completions, 0, PAGE_4K);
    return true;
}

static void send(struct nvme_queue *queue, const struct submission *submission)
{
    queue->submissions[queue->at] = *submission;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    *queue->tail = (queue->at + 1) % ENTRIES;
}

/* What came of the request under way: its status, or a negative number while there is none. */
static int take(struct nvme_queue *queue)
{
    uint16_t status = queue->completions[queue->at].status;
    if ((status & 1) != queue->phase)
        return -1;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    queue->at = (queue->at + 1) % ENTRIES;
    queue->phase ^= queue->at ? 0 : 1;
    *queue->head = queue->at;
    return status >> 1;
}

/* A command about the controller itself. */
static bool manage(uint32_t command, const void *data, uint32_t first, uint32_t second)
{
    send(&nvme.own, &(struct submission){
                        .command = command, .data = {(uint64_t)data}, .words = {first, second}});
    int status;
    while ((status = take(&nvme.own)) < 0)
        deadline_check();
    return status == 0;
}

static bool is_scratch(void)
{
    char *about = heap_alloc(PAGE_4K, PAGE_4K);
    size_t length = strlen(DISK_SERIAL);
    return about && manage(IDENTIFY, about, CONTROLLER, 0) &&
           !memcmp(about + SERIAL, DISK_SERIAL, length) && about[SERIAL + length] == ' ';
}

static bool start(void)
{
    *nvme_register(CONFIGURATION) = 0;
    if (!becomes_ready(0) || !make_queue(&nvme.own, 0) || !make_queue(&nvme.requests, 1))
        return false;
    *nvme_register(QUEUE_SIZES) = (ENTRIES - 1) << 16 | (ENTRIES - 1);
    const void *queues[] = {nvme.own.submissions, (const void *)nvme.own.completions};
    for (unsigned i = 0; i < 2; i++) {
        *nvme_register(QUEUE + 8 * i) = (uint32_t)(uint64_t)queues[i];
        *nvme_register(QUEUE + 8 * i + 4) = (uint32_t)((uint64_t)queues[i] >> 32);
    }
    *nvme_register(CONFIGURATION) = ENABLED | ENTRY_SIZES;
    nvme.is_open = true;
    return becomes_ready(READY);
}

static bool make_requests(void)
{
    enum { NUMBER = 1, SIZE = (ENTRIES - 1) << 16 };
    return manage(MAKE_COMPLETIONS, (const void *)nvme.requests.completions, SIZE | NUMBER,
                  CONTIGUOUS) &&
           manage(MAKE_SUBMISSIONS, nvme.requests.submissions, SIZE | NUMBER,
                  NUMBER << 16 | CONTIGUOUS);
}

const char *nvme_open(void)
{
    nvme = (struct nvme){.is_open = false};
    for (unsigned device = 0; device < PCI_DEVICES; device++) {
        if (pci_read(device, PCI_ID) == UINT32_MAX || pci_read(device, CLASS) >> 8 != IS_NVME)
            continue;
        pci_write(device, PCI_COMMAND, pci_read(device, PCI_COMMAND) | PCI_DECODE | PCI_MASTER);
        nvme.registers = pci_bar(device, 0);
        if (nvme.registers && start() && is_scratch())
            return make_requests() ? NULL : "the NVMe controller makes no queue for requests";
        nvme_close();
    }
    return "there is no NVMe disk for measurements: none has the serial number " DISK_SERIAL;
}

static int take_request(void) { return take(&nvme.requests); }

void nvme_do(enum page_request request, uint64_t at, void *page)
{
    enum { FIRST_SPACE = 1, SECTORS = PAGE_4K / DISK_SECTOR };
    send(&nvme.requests,
         &(struct submission){.command = request,
                              .space = FIRST_SPACE,
                              .data = {(uint64_t)page},
                              .words = {(uint32_t)(at / DISK_SECTOR), 0, SECTORS - 1}});
    int status = poll_until(take_request);
    if (status)
        fail("the disk reports an error (status %u)", (unsigned)status);
}
