/* Constants that C and assembly share. Intel SDM volume 3: control registers 2.5, page-table
 * entries 4.5, EFER 2.2.1. */
#ifndef LAYOUT_H
#define LAYOUT_H

#define CR0_PE (1 << 0)
#define CR0_WP (1 << 16)
#define CR0_NW (1 << 29)
#define CR0_CD (1 << 30)
#define CR0_PG (1 << 31)
#define CR4_PAE (1 << 5)
#define MSR_EFER 0xc0000080
#define EFER_LME (1 << 8)

#define PTE_TABLE 0x03   /* present, writable */
#define PTE_PAGE_2M 0x83 /* present, writable, large */

#define SEGMENT_CODE 0x08
#define SEGMENT_TSS 0x10

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
