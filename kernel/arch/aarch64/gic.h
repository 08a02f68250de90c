/* The interrupt controller: GICv2 (Arm IHI 0048) or GICv3 (Arm IHI 0069). */
#ifndef GIC_H
#define GIC_H

#include <stdbool.h>
#include <stdint.h>

#include "cpu.h"

/* The software-generated interrupt of on_cpu(); numbers from 1020 on say that there is no
 * interrupt (any more), up to those of messages. Private peripheral interrupts start at 16, shared
 * ones at 32. */
enum { GIC_CALL = 0, GIC_PRIVATE = 16, GIC_SHARED = 32, GIC_SPURIOUS = 1020, GIC_MESSAGES = 8192 };

/* A kind of controller. */
struct gic {
    const char *name;
    const char *compatible[4];
    uint64_t (*init)(int32_t node); /* what all CPUs share; returns the distributor's address, 0
                                     * when it is unusable */
    bool (*enable_cpu)(struct cpu *cpu); /* the calling CPU's own part, with GIC_CALL on */
    void (*enable_private)(uint32_t id); /* of the calling CPU */
    void (*route)(uint32_t id);          /* a shared one to the boot CPU */
    uint32_t (*acknowledge)(void);
    void (*end)(uint32_t acknowledged);
    void (*send_call)(const struct cpu *cpu);
};

extern const struct gic gicv2, gicv3;

/* Finds the controller in the device tree and turns the boot CPU's part on; returns its name
 * for machine.irqchip. Any other CPU calls gic_enable_cpu(). */
const char *gic_init(void);
bool gic_present(void);
bool gic_enable_cpu(struct cpu *cpu);

/* Lets through a private interrupt of the calling CPU. */
void gic_enable_private(uint32_t id);

/* Lets through a shared interrupt, to the boot CPU at each edge of its line, or keeps it back. */
void gic_enable_shared(uint32_t id);
void gic_disable_shared(uint32_t id);

/* How many cells describe an interrupt in the device tree. */
uint32_t gic_interrupt_cells(void);

/* What the controller answers to an interrupt has to be handed back at its end. */
uint32_t gic_acknowledge(void);
uint32_t gic_id_of(uint32_t acknowledged);
void gic_end(uint32_t acknowledged);

/* Sends GIC_CALL. What was stored before is seen by its handler. */
void gic_send_call(const struct cpu *cpu);

#endif
