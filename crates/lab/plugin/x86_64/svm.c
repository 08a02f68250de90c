/*
 * AMD's virtualization, as QEMU emulates it (AMD64 Architecture Programmer's Manual, volume 2,
 * chapter 15 and appendices B and C). VMRUN enters a guest, and behind it the host goes on when
 * the guest is left, with the reason in the control block that RAX named.
 */
#include "svm.h"

#include <string.h>

#include "../guest.h"
#include "../memory.h"
#include "processor.h"
#include "reads.h"

/* Fields of the control block (appendix B). */
enum { EXIT_CODE = 0x70, EXIT_INFORMATION = 0x78, EXIT_DELIVERED = 0x88, PRIVILEGE_LEVEL = 0x4cb };

enum { PRIVILEGE = 3, PLACES = 16 };

static bool runs_outer;         /* a hypervisor that is a guest itself */
static uint64_t places[PLACES]; /* where the host goes on: behind each VMRUN */

static uint64_t read_block(uint64_t block, unsigned offset)
{
    uint64_t value;
    memory_read(block + offset, &value, sizeof value);
    return value;
}

static uint64_t read_field(unsigned offset) { return read_block(x86_control_block(), offset); }

/* Appendix C, "SVM Intercept Exit Codes". */
static const struct {
    uint64_t code;
    const char *name;
} codes[] = {
    {0x60, "intr"},       {0x61, "nmi"},        {0x64, "vintr"},      {0x65, "cr0_write"},
    {0x66, "idtr_read"},  {0x67, "gdtr_read"},  {0x68, "ldtr_read"},  {0x69, "tr_read"},
    {0x6a, "idtr_write"}, {0x6b, "gdtr_write"}, {0x6c, "ldtr_write"}, {0x6d, "tr_write"},
    {0x6e, "rdtsc"},      {0x6f, "rdpmc"},      {0x70, "pushf"},      {0x71, "popf"},
    {0x72, "cpuid"},      {0x74, "iret"},       {0x75, "int"},        {0x76, "invd"},
    {0x77, "pause"},      {0x78, "hlt"},        {0x79, "invlpg"},     {0x7a, "invlpga"},
    {0x7f, "shutdown"},   {0x80, "vmrun"},      {0x81, "hypercall"},  {0x82, "vmload"},
    {0x83, "vmsave"},     {0x84, "stgi"},       {0x85, "clgi"},       {0x87, "rdtscp"},
    {0x89, "wbinvd"},     {0x8a, "monitor"},    {0x8b, "mwait"},      {0x8d, "xsetbv"},
    {0x400, "npf"},
};

static const char *name(uint64_t code, uint64_t information)
{
    enum { READ_CR = 0, WRITE_CR = 0x10, READ_DR = 0x20, WRITE_DR = 0x30, EXCEPTION = 0x40 };
    enum { EXCEPTIONS_END = 0x60, PAGE_FAULT = 14, IO = 0x7b, MSR = 0x7c };
    if (code < READ_DR) {
        static const char *const registers[2][16] = {
            {"cr0_read", "cr1_read", "cr2_read", "cr3_read", "cr4_read", "", "", "", "cr8_read"},
            {"cr0_write", "", "cr2_write", "cr3_write", "cr4_write", "", "", "", "cr8_write"},
        };
        const char *found = registers[code >= WRITE_CR][code % 16];
        return found && *found ? found : "other";
    }
    if (code < EXCEPTION)
        return code < WRITE_DR ? "dr_read" : "dr_write";
    if (code < EXCEPTIONS_END)
        return code - EXCEPTION == PAGE_FAULT ? "pf"
                                              : numbered_reason("exception_%u", code - EXCEPTION);
    if (code == IO) /* 15.10.2, EXITINFO1: bit 0 is set for IN */
        return information & 1 ? "io_in" : "io_out";
    if (code == MSR) /* 15.11: 1 for WRMSR */
        return information & 1 ? "msr_write" : "msr_read";
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i].code == code)
            return codes[i].name;
    return numbered_reason("svm_%u", code);
}

/* Of two hypervisors the outer one enters the other with the first control block that it has, and
 * that one's guest with another. */
static bool is_outer(uint64_t block)
{
    static uint64_t first;
    if (!first)
        first = block;
    return block == first;
}

static void enters(unsigned processor, void *unused)
{
    (void)processor, (void)unused;
    runs_outer = is_nested && is_outer(x86_register(RAX));
    if (!runs_outer)
        guest_entered();
}

/* Whether the guest's last instruction did not complete: QEMU's clock leaves it out then, though
 * it has begun. External interrupts come between two instructions, and so does what happened while
 * one was delivered (15.20, EXITINTINFO). */
static bool is_aborted(uint64_t code)
{
    enum { INTR = 0x60, NMI, SMI, INIT, VINTR, VALID = 1U << 31, TYPE = 0x700, EXCEPTION = 0x300 };
    uint64_t delivered = read_field(EXIT_DELIVERED);
    if (delivered & VALID)
        return (delivered & TYPE) == EXCEPTION;
    return code < INTR || code > VINTR;
}

static void leaves(unsigned processor, void *unused)
{
    (void)processor, (void)unused;
    if (!guest_runs() && !runs_outer)
        return;
    uint64_t code = read_field(EXIT_CODE);
    if (code == 0) /* some QEMUs say so of reads of all control registers */
        code = reads_last();
    const char *reason = name(code, read_field(EXIT_INFORMATION));
    bool was_user = (read_field(PRIVILEGE_LEVEL) & PRIVILEGE) == PRIVILEGE;
    bool aborts = is_aborted(code);
    if (runs_outer) {
        enum world last = was_user ? DEVICE_MODEL : HYPERVISOR;
        runs_outer = false;
        outer_guest_left(reason, aborts ? last : WORLDS);
    } else {
        enum world last = was_user ? GUEST_USER : GUEST_KERNEL;
        guest_left(reason, aborts ? last : WORLDS);
    }
}

static void remember(uint64_t place)
{
    for (int i = 0; i < PLACES; i++) {
        if (!places[i])
            places[i] = place;
        if (places[i] == place)
            return;
    }
}

static bool goes_on(uint64_t address)
{
    for (int i = 0; i < PLACES && places[i]; i++)
        if (places[i] == address)
            return true;
    return false;
}

/* Whether the processor is about to go on behind the VMRUN of the outermost hypervisor, to which
 * all exits go. */
static bool is_left(uint64_t address) { return goes_on(address) && !x86_is_in_guest_mode(); }

bool svm_enters(const struct instruction *instruction)
{
    static const uint8_t vmrun[] = {0x0f, 0x01, 0xd8};
    struct code code = instruction_code(instruction);
    return code.size == sizeof vmrun && !memcmp(code.bytes, vmrun, sizeof vmrun) &&
           !x86_is_in_guest_mode();
}

uint64_t svm_given(unsigned offset) { return read_block(x86_register(RAX), offset); }

void svm_hook(const struct block *block, size_t index)
{
    struct instruction *instruction = qemu_plugin_tb_get_insn(block, index);
    uint64_t address = qemu_plugin_insn_vaddr(instruction);
    if (index == 0 && is_left(address)) {
        leaves(0, NULL);
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, leaves, NO_REGISTERS, NULL);
    }
    if (svm_enters(instruction)) {
        remember(address + qemu_plugin_insn_size(instruction));
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, enters, READS_REGISTERS, NULL);
    }
}
