#include "accesses.h"

#include <string.h>

#include "../later.h"
#include "shadow.h"
#include "walk.h"

/* Of QEMU's plugin interface, as qemu.h. It drops some reads of a callback that asks for reads
 * alone. */
typedef uint32_t access_information;
enum { READS_AND_WRITES = 3 };
void qemu_plugin_register_vcpu_mem_cb(struct instruction *,
                                      void (*)(unsigned, access_information, uint64_t, void *), int,
                                      int, void *);
bool qemu_plugin_mem_is_store(access_information);
unsigned qemu_plugin_mem_size_shift(access_information);

static void accessed(unsigned cpu, access_information information, uint64_t address,
                     void *is_of_tables)
{
    (void)cpu;
    shadow_access(&(struct access){.address = address,
                                   .size = 1U << qemu_plugin_mem_size_shift(information),
                                   .is_store = qemu_plugin_mem_is_store(information),
                                   .is_of_tables = is_of_tables});
}

static void fetched(unsigned cpu, void *address)
{
    (void)cpu;
    later_block_begins();
    shadow_access(&(struct access){.address = (uint64_t)(uintptr_t)address, .size = 1});
}

/* Whether an instruction moves, exchanges or masks one value in memory, as entries of page tables
 * are stored: one that copies or clears memory shows that this is no table (AMD64 Architecture
 * Programmer's Manual, volume 3, appendix A). */
static bool is_of_tables(const struct code *instruction)
{
    const uint8_t *code = instruction->bytes;
    size_t size = instruction->size;
    static const uint8_t one[] = {0x08, 0x09, 0x20, 0x21, 0x80, 0x81, 0x83, 0x86,
                                  0x87, 0x88, 0x89, 0xa2, 0xa3, 0xc6, 0xc7};
    static const uint8_t two[] = {0xab, 0xb0, 0xb1, 0xb3, 0xba, 0xbb, 0xc7};
    enum { ESCAPE = 0x0f };
    while (size > 1 && ((*code & 0xf0) == 0x40 || *code == 0xf0 || *code == 0xf2 || *code == 0xf3 ||
                        *code == 0x66 || *code == 0x64 || *code == 0x65 || *code == 0x3e))
        code++, size--;
    if (*code == ESCAPE)
        return size > 1 && memchr(two, code[1], sizeof two);
    return memchr(one, *code, sizeof one);
}

void accesses_watch(const struct block *block, size_t index)
{
    struct instruction *instruction = qemu_plugin_tb_get_insn(block, index);
    uint64_t start = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(block, 0));
    uint64_t address = qemu_plugin_insn_vaddr(instruction);
    bool is_first = !index || (address ^ start) >> PAGE_BITS;
    if (is_first)
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, fetched, READS_REGISTERS,
                                               (void *)(uintptr_t)address);
    struct code code = instruction_code(instruction);
    bool stores_tables = is_of_tables(&code);
    qemu_plugin_register_vcpu_mem_cb(instruction, accessed, NO_REGISTERS, READS_AND_WRITES,
                                     (void *)(uintptr_t)stores_tables);
}
