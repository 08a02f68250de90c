/* RISC-V PLIC specification 1.0.0: a word of priority for each line (chapter 4), a bit for each in
 * each context (6), and a page for each context (7 to 9). */
#include <stddef.h>

#include "cpu.h"
#include "device.h"
#include "line.h"

enum {
    ENABLES = 0x2000,
    ENABLES_OF_CONTEXT = 0x80,
    CONTEXTS = 0x200000,
    CONTEXT = 0x1000,
    CLAIM = 4,
    LINES = 1024
};

static uint64_t base;
static unsigned context; /* of the boot CPU, at supervisor level */

static bool find(void)
{
    base = device_registers(DEVICE_PLIC);
    return base &&
           device_interrupt_entry(device_node(DEVICE_PLIC), boot_cpu.hart, IRQ_EXTERNAL, &context);
}

static volatile uint32_t *word(uint64_t offset) { return (volatile uint32_t *)(base + offset); }
static uint64_t page(void) { return CONTEXTS + (uint64_t)context * CONTEXT; }

static volatile uint32_t *enables(uint32_t number)
{
    return word(ENABLES + (uint64_t)context * ENABLES_OF_CONTEXT + number / 32 * sizeof(uint32_t));
}

uint64_t plic_claim_register(void) { return find() ? base + page() + CLAIM : 0; }

uint32_t plic_claim(void) { return *word(page() + CLAIM); }
void plic_complete(uint32_t number) { *word(page() + CLAIM) = number; }

bool plic_take(uint32_t number)
{
    if (!number || number >= LINES || !find())
        return false;
    *word(number * sizeof(uint32_t)) = 1;
    *word(page()) = 0; /* none is held back */
    *enables(number) |= 1U << number % 32;
    plic_complete(number); /* if whoever had it before has claimed it and no more */
    return true;
}

void plic_give_back(uint32_t number) { *enables(number) &= ~(1U << number % 32); }
