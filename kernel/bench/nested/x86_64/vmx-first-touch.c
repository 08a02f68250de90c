/* L1 reads the address of the EPT violation (VMREAD), maps the page and resumes L2, which
 * reads it and exits again at the next. A hypervisor below finds the new entry at a second
 * violation of its own tables. The control loop enters nothing. Every page serves once. */
#include <hyperbench.h>
#include <vmx_l2.h>

static uint64_t backing;

static const char *init(void)
{
    backing = (uint64_t)heap_alloc(PAGE_4K, PAGE_4K);
    if (!backing)
        return "not enough memory for a page";
    return l2_start(l2_touch_hole, HOLE_BASE, EXIT_EPT_VIOLATION, L2_NEEDS_EPT);
}

static uint64_t touched(void) { return vmread(VMCS_GUEST_PHYSICAL_ADDRESS); }

/* L2's RDX goes on to the next page each time. */
#define CALL(function) asm volatile("call " #function : "+d"(next) : : "rax", "r11", "cc", "memory")

TIMED_FUNCTION
static void run(uint64_t n)
{
    uint64_t *hole = ept_hole(), page = backing | EPT_PAGE, next = touched();
    for (uint64_t i = 0; i < n; i++) {
        KEEP(hole);
        KEEP(page);
        hole[(touched() - HOLE_BASE) / PAGE_4K] = page;
        CALL(l2_resume);
    }
    l2_check();
}

TIMED_FUNCTION
static void control(uint64_t n)
{
    uint64_t *hole = ept_hole(), page = backing | EPT_PAGE, next = touched();
    for (uint64_t i = 0; i < n; i++) {
        KEEP(hole);
        KEEP(page);
        CALL(l2_not_entered);
    }
    l2_check();
}

static uint64_t supply(void) { return HOLE_PAGES - (touched() - HOLE_BASE) / PAGE_4K; }

BENCHMARK(.summary = "Map a page that L2 touches for the first time", .exits = EXITS_VARY,
          .supply = supply, VMX_BENCHMARK);
