#include "virtio_console.h"

#include <lib.h>
#include <posih.h>
#include <virtio.h>

#include "virtio_pci.h"

enum {
    OUTPUT = 1, /* the queue */
    PIECE = 1024
};

/* Of the queue, then we go on without a console: half a minute where each takes 3 ns, for whoever
 * reads on a busy host may be kept from it for seconds. */
static const uint64_t max_reads = 10000000000;

static struct virtio_queue queue __attribute__((aligned(PAGE_4K)));
static char piece[PIECE];
static uint64_t bell;
static bool is_pci, is_dead;

bool virtio_console_is_asked_for(void)
{
    static const char word[] = "console=hvc";
    const char *line = boot_info.cmdline;
    for (const char *at = line; *at; at++)
        if ((at == line || at[-1] == ' ') && !strncmp(at, word, sizeof word - 1))
            return true;
    return false;
}

static void name(uint64_t address)
{
    queue.available.flags = VIRTIO_NO_INTERRUPT;
    machine.console_kind = "virtio-console";
    machine.console_address = address;
}

bool virtio_console_use(uint64_t registers)
{
    if (*virtio_register(registers, VIRTIO_MAGIC) != VIRTIO_MAGIC_VALUE ||
        *virtio_register(registers, VIRTIO_DEVICE) != VIRTIO_CONSOLE)
        return false;
    struct virtio_rings rings = virtio_rings(OUTPUT, &queue);
    if (virtio_start(registers, &rings, 1)) {
        virtio_stop(registers);
        return false;
    }
    bell = registers + VIRTIO_NOTIFY;
    name(registers);
    return true;
}

bool virtio_console_use_pci(void)
{
    struct virtio_rings rings = virtio_rings(OUTPUT, &queue);
    struct virtio_pci device;
    if (!virtio_pci_find(VIRTIO_CONSOLE, 0, &device) || !virtio_pci_start(&device, &rings, 1))
        return false;
    bell = virtio_pci_bell(&device, OUTPUT);
    is_pci = true;
    name(bell);
    return true;
}

static void ring(void)
{
    if (is_pci)
        *(volatile uint16_t *)bell = OUTPUT;
    else
        *(volatile uint32_t *)bell = OUTPUT;
}

static void send(size_t length)
{
    uint16_t index = (uint16_t)(queue.available.index + 1);
    queue.descriptors[0].address = (uint64_t)piece;
    queue.descriptors[0].length = (uint32_t)length;
    __atomic_store_n(&queue.available.index, index, __ATOMIC_RELEASE);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    ring();
    for (uint64_t reads = 0; !is_dead && queue.used.index != index; reads++) {
        is_dead = reads == max_reads;
        cpu_relax();
    }
}

void virtio_console_write(const char *text, size_t length)
{
    while (length && !is_dead) {
        size_t part = min_u64(length, PIECE);
        memcpy(piece, text, part);
        send(part);
        text += part;
        length -= part;
    }
}
