/*
 * POSIH: the portable operating system interface for HyperBench.
 *
 * This header is the whole contract between the architecture-independent kernel (core/,
 * bench/) and an architecture (arch/<name>/). Benchmarks call nothing below it. A port
 * implements every function here but those of the last part, which the core gives to it,
 * and supplies posih_arch.h, which defines the inline ones. The build fails when a function
 * is missing, or has no comment here (contract.awk), and when a port includes anything but
 * the headers in include/, drivers/ and its own folder (includes.awk).
 *
 * Conventions: addresses and sizes are in bytes, times in ticks of timer_read() unless a
 * name says otherwise, CPUs are numbered from 0 (the boot CPU) without holes. RAM is
 * mapped 1:1 at its physical address. A function that names no error cannot fail.
 */
#ifndef POSIH_H
#define POSIH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ------------------------------------------------------------------ boot and machine */

enum { MAX_REGIONS = 32, MAX_CPUS = 64, CMDLINE_MAX = 4096 };

/* A range of RAM that the firmware leaves to us. */
struct mem_region {
    uint64_t base;
    uint64_t size;
};

/* What the boot protocol told us. Everything is copied out of the loader's memory, so
 * that all usable RAM may be overwritten afterwards. */
struct boot_info {
    const char *protocol; /* "multiboot1", "multiboot2", "pvh", … */
    char cmdline[CMDLINE_MAX];
    struct mem_region ram[MAX_REGIONS]; /* usable RAM, unsorted, image not taken out */
    unsigned ram_count;
    uint64_t entry_time; /* timer_read() at the kernel's first instructions */
};

/* A weakness of the processor, and what the operating system does about it. */
struct weakness {
    const char *name, *state;
};

/* What is known of the machine after arch_init(); strings are never NULL. */
struct machine_info {
    const char *cpu_vendor;
    const char *cpu_model;
    unsigned cpu_family, cpu_model_id, cpu_stepping;
    const char *cpus_source; /* table that listed the CPUs: "madt", "mptable", "default" */
    const char *irqchip;     /* "xapic", "x2apic", "gicv2", …, "none" */
    const char *hypervisor;  /* "kvm", "xen", …, "none", "unknown" */
    const char *hypervisor_signature;
    uint64_t hypervisor_max_leaf;
    uint64_t hypervisor_features;
    const char *console_kind; /* "uart16550", "pl011", …, "none" */
    uint64_t console_address;
    const char *system_name; /* operating system that this is a process of; NULL for none */
    const char *system_release, *system_clock; /* its version, its source of time */
    const char *system_uses; /* a hypervisor's services that it uses, with commas between */
    uint64_t system_up;      /* nanoseconds of its clock when the process' first code ran */
    const struct weakness *system_weaknesses; /* the last one has no name */
};

/* All are the core's. The architecture fills the first before kernel_main(). */
extern struct boot_info boot_info;
extern struct machine_info machine;
extern bool run_complete; /* every benchmark that was asked for has had its turn */

/* First half of bring-up on the boot CPU: console, traps, 1:1 mapping of the RAM below
 * EARLY_MAPPED_END. Runs after boot_info is filled and before the heap exists. What is
 * missing, a console included, is left out. */
void arch_early_init(void);

/* Second half, with the heap available: firmware tables, timer, interrupt controller,
 * hypervisor; maps the rest of the RAM. Fills `machine`. Panics when the heap is too small
 * for the page tables. */
void arch_init(void);

/* Address of the first byte behind all that arch_init() and CPU start-up may still need, the
 * image included: memory below it is never given to heap or benchmarks. */
uint64_t arch_reserved_end(void);

/* Ends the machine: powers it off by every way known, else halts for good. Whoever can tell
 * how the run ended, by `run_complete`, does. */
_Noreturn void power_off(void);

/* ---------------------------------------------------------------------------- timer */

/* The counter, read between barriers so that nothing before it is still under way and
 * nothing after it has begun. */
static inline uint64_t timer_read(void);

/* Ticks of timer_read() in a second; at least 1. */
uint64_t timer_hz(void);

/* How that was found out ("cpuid15", "pit", "cntfrq", …). */
const char *timer_source(void);

/* Whether the counter's rate does not depend on power states. */
bool timer_invariant(void);

/* Calls `handler` once on the boot CPU, from interrupt context, `ticks` from now, which with 0
 * is as soon as the timer can. Returns false when the machine has no usable timer interrupt. A
 * later call replaces an earlier. */
bool alarm_start(uint64_t ticks, void (*handler)(void));

/* Takes back alarm_start(); without effect when no alarm is set. */
void alarm_stop(void);

/* ------------------------------------------------------------------------------ SMP */

/* Starts all other CPUs; returns how many are online, the boot CPU included, at most
 * MAX_CPUS. One that does not start is left out. */
unsigned smp_start_others(void);

/* How many CPUs are online; 1 before smp_start_others(). */
unsigned cpu_count(void);

/* Interrupts a CPU, by its number below cpu_count(), which then calls calls_answer(). What was
 * written before is visible to it. It may be the CPU that runs, once the machine has an
 * interrupt controller: machine.irqchip is not "none". */
void ipi_send(unsigned cpu);

/* With interrupts off: waits until one is pending, without missing any, and turns them on. */
static inline void cpu_halt(void);

/* Tells the hardware, or the hypervisor, that this CPU is in a busy wait. */
static inline void cpu_relax(void);

/* ----------------------------------------------------------------------- interrupts */

/* Lets interrupts reach this CPU. */
static inline void interrupts_enable(void);

/* Keeps interrupts from this CPU; exceptions still come. */
static inline void interrupts_disable(void);

/* An exception as the core sees it. `name` is the architecture's own ("#GP"). */
struct trap {
    const char *name;
    unsigned vector;
    uint64_t error;   /* error code or syndrome */
    uint64_t ip;      /* address of the instruction */
    uint64_t sp;      /* stack pointer */
    uint64_t address; /* faulting address where there is one, else 0 */
    unsigned cpu;
    /* further registers by name, for the panic record; ends with a NULL name */
    struct {
        const char *name;
        uint64_t value;
    } registers[40];
};

/* A point to which execution can return from an exception or an interrupt handler. It has room
 * for what a called function must preserve on any architecture. */
struct recovery {
    uint64_t saved[24];
};

/* Returns 0 when the point is set, and the value given to recovery_jump() when execution
 * comes back to it. The frame that called it must still be live then. */
int recovery_set(struct recovery *point) __attribute__((returns_twice));

/* Goes back to a point that recovery_set() has set on this CPU, with a value other than 0. */
_Noreturn void recovery_jump(struct recovery *point, int value);

/* Repairs what a benchmark may have damaged before an exception ended it: interrupt state,
 * descriptor tables, page-table root. */
void arch_repair(void);

/* Takes back what a benchmark may have left, whether it failed or not: called after each. */
void arch_reclaim(void);

/* Has the boot CPU's exceptions by TRAP_BREAKPOINT and TRAP_UNDEFINED answered by the shortest
 * handler there is, which goes on behind the instruction. It stays until traps_restore() or
 * arch_repair(). Returns false where exceptions cannot be answered. */
bool traps_skip(void);

/* The same for page faults: the handler stores `value` in `*entry`, makes the CPU see that, and
 * goes back to the instruction, MEMORY_WRITE. */
bool traps_map(uint64_t *entry, uint64_t value);

/* Gives exceptions back to the kernel. */
void traps_restore(void);

/* --------------------------------------------------------------------------- memory */

enum { PAGE_4K = 4096, PAGE_2M = 2 * 1024 * 1024 };
#define PAGE_1G (1024UL * 1024 * 1024)

/* A range of virtual addresses that only benchmarks use. It is large enough for all
 * physical memory, belongs to the live page tables, and is empty at a benchmark's start. */
uint64_t mmu_window(void);

/* Maps [va, va+size) to [pa, pa+size) with pages of `granularity` (PAGE_4K, PAGE_2M or
 * PAGE_1G); all three must be multiples of it. Tables come from the heap. Returns false
 * when the heap is empty. No TLB entry is flushed. */
bool mmu_map(uint64_t va, uint64_t pa, uint64_t size, uint64_t granularity);

/* Unmaps the whole window (its tables go back with the heap) and flushes the TLB. */
void mmu_window_reset(void);

/* What a page may be used for. */
enum access { ACCESS_NONE, ACCESS_READ, ACCESS_WRITE };

/* The entry of the kernel's page tables for the 4 KiB page at `va`; NULL when the page is not
 * mapped, or by a larger page. Another value stored there counts after mmu_flush_page(). */
uint64_t *mmu_entry(uint64_t va);

/* The value of an entry that maps a page for writing, changed to allow less. */
uint64_t mmu_entry_for(uint64_t entry, enum access access);

/* Drops what this CPU's TLB holds of the page at `va`, and orders that after all stores to page
 * tables and before all that follows. */
static inline void mmu_flush_page(uint64_t va);

/* The root of the kernel's page tables, as mmu_switch() takes it. */
uint64_t mmu_root(void);

/* Makes this CPU use another root, and drops what its TLB holds of the one before. */
static inline void mmu_switch(uint64_t root);

/* Makes a root that shares all of the kernel's mappings but the window, which is empty. Tables
 * come from the heap and go back with it. Returns 0 when the heap is empty. */
uint64_t mmu_space_make(void);

/* mmu_map() below a root that mmu_space_make() has made, and that no CPU uses yet. */
bool mmu_space_map(uint64_t root, uint64_t va, uint64_t pa, uint64_t size, uint64_t granularity);

/* ------------------------------------------------------------------------------ I/O */

/* Sends bytes to the console and returns when the device has taken them. */
void console_write(const char *text, size_t length);

/* Returns when all that was written has left the device. */
void console_drain(void);

/* The serial port's registers, as port numbers or as memory addresses. */
struct uart {
    uint64_t data;   /* a character written here is sent */
    uint64_t status; /* can be read without side effects */
};

/* Whether the console is a serial port with such registers. */
bool uart_present(void);

/* Its registers; both 0 when there is none. */
struct uart uart(void);

/* Hands one character to a data register, ready or not. */
static inline void uart_write(uint64_t reg, uint64_t character);

/* Hands a string to a data register with the architecture's string I/O, where it has that. */
static inline void uart_write_string(uint64_t reg, const char *text, size_t length);

/* How many characters a screen shows; both 0 where there is none that we can write to. */
struct screen {
    unsigned columns, rows;
};

/* The screen, after arch_init(). */
struct screen screen(void);

/* Shows a text in a row of the screen, from 0, and nothing behind it. */
void screen_write(unsigned row, const char *text);

/* ------------------------------------------------------------------------ hypercall */

typedef void hypercall_t(void);

/* A function that makes the cheapest hypercall the found hypervisor has; NULL when there
 * is none that can be used, with `*reason`, NULL before, saying why. For a benchmark's init(): it
 * may try the call. */
hypercall_t *hypercall_find(const char **reason);

/* -------------------------------------------------------------- the core's own part */

/* Where the architecture goes once boot_info is filled: with a stack, interrupts off, on the
 * boot CPU. */
_Noreturn void kernel_main(void);

/* Ends the run: sends `reason`, a sentence, as a panic record and powers the machine off. */
_Noreturn void die(const char *reason);

/* Sends a record of type `note`: something that a person should know. */
void note(const char *pattern, ...) __attribute__((format(printf, 1, 2)));

/* Memory that is not cleared, mapped 1:1; NULL when there is no more. What a benchmark takes
 * goes back after its cleanup. */
void *heap_alloc(uint64_t size, uint64_t alignment);

/* The architecture calls it for every exception that it does not handle itself. Does not
 * return: either a recovery point takes over or the machine is powered off. */
_Noreturn void trap_unhandled(const struct trap *trap);

/* The architecture calls it on the interrupted CPU `self`, inside the interrupt of
 * ipi_send(): runs the function of the pending on_cpu(). */
void calls_answer(unsigned self);

/* Where a secondary CPU goes once it is started: it waits for calls, halted or spinning. */
_Noreturn void calls_idle(unsigned self);

/* Runs `fn(arg)` on another CPU by IPI, from interrupt context, and does not wait for it.
 * The caller must not call again for the same CPU before fn has begun. */
void on_cpu(unsigned cpu, void (*fn)(void *), void *arg);

/* Runs `fn(arg)` on the first `count` CPUs behind the boot CPU, which calls this, by an IPI to
 * each, and waits until all have finished. */
void on_others(unsigned count, void (*fn)(void *), void *arg);

/* What a secondary CPU does while it has nothing to run. */
enum idle_mode { IDLE_HALT, IDLE_SPIN };

/* Chooses how `cpu` idles; takes effect after its next on_cpu(). */
void cpu_set_idle(unsigned cpu, enum idle_mode mode);

/* The same for the first `count` CPUs behind the boot CPU, which calls this; waits until they
 * idle so. */
void others_set_idle(unsigned count, enum idle_mode mode);

/* Whether `cpu` has finished its last function and is idle: about to halt (no interrupt
 * can slip in between) or spinning. */
bool cpu_is_idle(unsigned cpu);

/* ------------------------------------------------------ what posih_arch.h also defines */

/* Operations of exactly one instruction, each as `instruction, operands` for TIMED_INSN_WITH:
 *   MEMORY_READ(address)        loads a word of memory
 *   MEMORY_WRITE(address)       stores one; names the registers that the handler of traps_map()
 *                               changes
 *   TRAP_BREAKPOINT             takes a breakpoint exception; names the registers that the
 *   TRAP_UNDEFINED              handler of traps_skip() changes, and so does this one, which
 *                               is no instruction of any CPU
 *   UART_READ(reg)              reads a status register of the serial port
 *   UART_WRITE(reg, character)  hands a character to its data register, ready or not
 * LEAVE_MARKER(number), a constant of 64 bits: instructions that do nothing but carry the number,
 * for an emulator to find, also below an emulator that translates them.
 * And EARLY_MAPPED_END: all RAM below this address is mapped when the heap is laid out. */
#include <posih_arch.h>

#if !defined(MEMORY_READ) || !defined(MEMORY_WRITE) || !defined(TRAP_BREAKPOINT) || \
    !defined(TRAP_UNDEFINED) || !defined(UART_READ) || !defined(UART_WRITE) ||      \
    !defined(LEAVE_MARKER) || !defined(EARLY_MAPPED_END)
#error "posih_arch.h must define all of the macros above"
#endif

#endif
