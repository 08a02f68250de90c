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

/* Where loaders put the image: as a Linux kernel, it is entered here (32-bit) or at 64-bit's own
 * place behind. In a bzImage so many bytes of set-up come first. */
#define LOAD_ADDRESS 0x100000
#define LINUX_ENTRY_64 0x200
#define SETUP_SIZE 4096

/* For a BIOS: where the whole file is, in front of that boot_params, and in front of that the
 * stack. */
#define FILE_SEGMENT 0x1000
#define FILE_PARAMS_SEGMENT 0x700
/* Where on a disk the file is, in sectors. */
#define FILE_SECTOR 64

#define SETUP_CODE 0x10
#define SETUP_DATA 0x18

/* Offsets in Linux' boot_params (Documentation/arch/x86/zero-page.rst). */
#define PARAMS_SCREEN_KIND 0x00f
#define PARAMS_SCREEN_WIDTH 0x012
#define PARAMS_SCREEN_HEIGHT 0x014
#define PARAMS_SCREEN_BITS 0x016
#define PARAMS_SCREEN_BASE 0x018
#define PARAMS_SCREEN_PITCH 0x024
#define PARAMS_SCREEN_HIGH 0x03a
#define PARAMS_RSDP 0x070
#define PARAMS_CMD_LINE_HIGH 0x0c8
#define PARAMS_E820_COUNT 0x1e8
#define PARAMS_CMD_LINE 0x228
#define PARAMS_E820 0x2d0

/* What the kernel's entry is told, besides the loaders' own numbers. */
#define LOADED_AS_LINUX 0x53726448
#define LOADED_BY_EFI 0x20494645

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
