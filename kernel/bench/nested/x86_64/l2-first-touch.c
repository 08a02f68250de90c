/* Under nested page tables of L1's, this kernel's. In the first benchmark L0, the hypervisor
 * below, combines them with its own. L2 goes through the pages within one VMRUN, and the
 * control is an L2 that does not read. In the second L0 hands the fault on, L1 maps the page,
 * which L0 may have to notice, and enters L2 again. All addresses lead to the same page of
 * memory; each serves once. */
#include "svm-l2-loop.h"

/* The second is slow where L0 keeps L1 from writing to its tables unseen. */
enum { PAGES = 2048, PAGES_FAULT = 512 };

L2_LOOP(l2_touch, "mov (%rsi), %rax");

/* Reads page after page for ever. */
asm("l2_walk:\n\tmov (%rsi), %rax\n\tadd $0x1000, %rsi\n\tjmp l2_walk\n");
extern const uint8_t l2_walk[];

static uint64_t start, next; /* addresses: of this batch, and of the one after it */

static void prepare(uint64_t n)
{
    start = next;
    next += n * PAGE_4K;
}

static uint64_t used(void) { return (next - SVM_TOUCHED) / PAGE_4K; }
static uint64_t supply(void) { return PAGES - used(); }
static uint64_t supply_fault(void) { return PAGES_FAULT - used(); }

static void loop(uint64_t n) { l2_loop(l2_touch, n, start); }
static void control_loop(uint64_t n) { l2_loop(l2_nothing, n, start); }

static void run(uint64_t n) { svm_timed(loop, n); }
static void control(uint64_t n) { svm_timed(control_loop, n); }

/* Where L2 stops for a page, it goes on after the next VMRUN. */
static void enter_and_map(uint64_t *address)
{
    asm volatile("vmrun %%rax"
                 : "+S"(*address)
                 : "a"(svm_vmcb)
                 : "rbx", "rcx", "rdx", "rdi", "memory");
    svm_map_touched();
}

TIMED_CALL_OF(fault_loop, fault_control_loop, uint64_t address = start, , enter_and_map(&address),
              address)

static void run_fault(uint64_t n) { svm_timed(fault_loop, n); }
static void control_fault(uint64_t n) { svm_timed(fault_control_loop, n); }

static const char *init_with(const uint8_t *code, uint64_t exit_code, bool mapped)
{
    start = next = SVM_TOUCHED;
    const char *reason = svm_start(code, exit_code);
    if (!reason)
        reason = svm_nested_paging(PAGES, mapped);
    if (reason)
        svm_stop();
    return reason;
}

static const char *init(void) { return init_with(l2_touch, SVM_EXIT_VMMCALL, true); }
static const char *init_fault(void) { return init_with(l2_walk, SVM_EXIT_NESTED_FAULT, false); }

BENCHMARK(.summary = "Read a page in L2 for the first time that L1 has mapped", .path = PATH_NESTED,
          .exits = 1, .init = init, .cleanup = svm_stop, .prepare = prepare, .supply = supply);

VARIANT_OF(run_fault, control_fault, fault, "-fault",
           .summary = "Leave L2 for a page that L1 has not mapped, map it and enter again",
           .path = PATH_NESTED, .exits = EXITS_VARY, .init = init_fault, .cleanup = svm_stop,
           .prepare = prepare, .supply = supply_fault);
