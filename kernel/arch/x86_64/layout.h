/* Constants that C and assembly share. Intel SDM volume 3: control registers 2.5, page-table
 * entries 4.5, EFER 2.2.1. */
#ifndef LAYOUT_H
#define LAYOUT_H

#define CR0_PE (1 << 0)
#define CR0_MP (1 << 1)
#define CR0_EM (1 << 2)
#define CR0_TS (1 << 3)
#define CR0_WP (1 << 16)
#define CR0_AM (1 << 18)
#define CR0_NW (1 << 29)
#define CR0_CD (1 << 30)
#define CR0_PG (1 << 31)
#define CR4_PAE (1 << 5)
#define CR4_PGE (1 << 7)
#define CR4_PCIDE (1 << 17)
#define CR4_OSXSAVE (1 << 18)
#define MSR_EFER 0xc0000080
#define EFER_SCE (1 << 0)
#define EFER_LME (1 << 8)

#define PTE_TABLE 0x03   /* present, writable */
#define PTE_PAGE_2M 0x83 /* present, writable, large */

/* Selectors in a CPU's own table. SYSCALL and SYSRET fix the order of the first four (SDM 2B). */
#define SEGMENT_CODE 0x08
#define SEGMENT_DATA 0x10
#define SEGMENT_USER_DATA (0x18 | 3)
#define SEGMENT_USER_CODE (0x20 | 3)
#define SEGMENT_TSS 0x28

/* Below 1 MiB, page-aligned: where secondary CPUs start in real mode. */
#define TRAMPOLINE 0x8000

/* Vectors that benchmarks send to themselves. */
#define VECTORS_COUNTED 0xd0
#define VECTORS_COUNTED_COUNT 16

#define MSR_X2APIC_EOI 0x80b

#define VECTOR_CALL 0xf0
#define VECTOR_ALARM 0xf1
#define VECTOR_SPURIOUS 0xff

#endif
