/* Constants that C and assembly share. "Arm ARM" is the Arm Architecture Reference Manual
 * for A-profile, DDI 0487: system registers are in its chapter D19 (D17 of older issues). */
#ifndef LAYOUT_H
#define LAYOUT_H

/* Where the ELF file is linked: RAM of QEMU's machine `virt` starts 2 MiB below, and the
 * device tree that QEMU puts there must fit in front of the image. A raw image runs
 * anywhere. */
#define LINK_ADDRESS 0x40200000

#define EARLY_STACK_SIZE 4096
#define BOOT_STACK_SIZE 32768
#define EXCEPTION_STACK_SIZE 16384

/* Offsets in struct cpu. */
#define CPU_STACK_TOP 0
#define CPU_EXCEPTION_STACK_TOP 8

/* Exception entries: the four of a vector table's quarter, for a CPU that used SP_EL0 (we
 * do), then those for SP_EL1 (we were in a handler), then those from EL0 (never). */
#define ENTRY_SYNC 0
#define ENTRY_IRQ 1
#define ENTRY_FIQ 2
#define ENTRY_SERROR 3

/* struct frame: x0 to x30, SP_EL0, ELR_EL1, SPSR_EL1. */
#define FRAME_SIZE (34 * 8)

/* SCTLR_EL1: the bits that are 1 on every CPU, and the MMU, caches and the check of the stack
 * pointer's alignment. */
#define SCTLR_BASE 0x30d00800
#define SCTLR_ON (SCTLR_BASE | SCTLR_M | SCTLR_C | SCTLR_SA | SCTLR_I)
#define SCTLR_M (1 << 0)
#define SCTLR_C (1 << 2)
#define SCTLR_SA (1 << 3)
#define SCTLR_I (1 << 12)

/* MAIR_EL1, attribute 0: device memory, no gathering or reordering, early acknowledgement of
 * writes; attribute 1: normal memory, write-back. */
#define MAIR_VALUE 0xff04
#define ATTRIBUTE_DEVICE 0
#define ATTRIBUTE_NORMAL 1

/* TCR_EL1: 48-bit addresses through TTBR0 (T0SZ 16), 4 KiB granule, walks through inner
 * shareable write-back memory; TTBR1 is off (EPD1). The physical size (IPS) is added. */
#define TCR_VALUE (16 | 1 << 8 | 1 << 10 | 3 << 12 | 1 << 23)
#define TCR_IPS_SHIFT 32

#endif
