#include "report.h"

#include <hyperbench.h>

#include "memory.h"
#include "record.h"

/* Read by the host from the ELF as well: docs/protocol.md, "The catalogue". */
__attribute__((used, section(".hb.info"))) static const char info[] =
    HYPERBENCH_VERSION "\0" HYPERBENCH_ARCH;

void report_hello(void)
{
    record_fresh_line(); /* firmware rarely ends its last line */
    record_begin("hello");
    record_string("kernel", HYPERBENCH_VERSION);
    record_string("arch", HYPERBENCH_ARCH);
    record_string("boot", boot_info.protocol);
    record_string("cmdline", boot_info.cmdline);
    record_end();
}

static void report_cpu(void)
{
    record_begin("cpu");
    record_string("vendor", machine.cpu_vendor);
    record_string("model", machine.cpu_model);
    record_number("family", machine.cpu_family);
    record_number("model_id", machine.cpu_model_id);
    record_number("stepping", machine.cpu_stepping);
    record_number("count", cpu_count());
    record_string("found", machine.cpus_source);
    record_string("irqchip", machine.irqchip);
    record_end();
}

static void report_hypervisor(void)
{
    record_begin("hypervisor");
    record_string("name", machine.hypervisor);
    record_string("signature", machine.hypervisor_signature);
    record_hex("max_leaf", machine.hypervisor_max_leaf);
    record_hex("features", machine.hypervisor_features);
    record_end();
}

static void report_system(void)
{
    if (!machine.system_name)
        return;
    record_begin("system");
    record_string("name", machine.system_name);
    record_string("release", machine.system_release);
    record_string("clock", machine.system_clock);
    record_string("uses", machine.system_uses);
    record_number("up", machine.system_up);
    record_end();
    for (const struct weakness *one = machine.system_weaknesses; one->name; one++) {
        record_begin("weakness");
        record_string("name", one->name);
        record_string("state", one->state);
        record_end();
    }
}

void report_machine(void)
{
    report_system();
    report_cpu();
    report_hypervisor();

    record_begin("timer");
    record_number("hz", timer_hz());
    record_string("found", timer_source());
    record_number("invariant", timer_invariant());
    record_end();

    record_begin("memory");
    record_number("total", memory_total());
    record_number("cold", cold_memory().size);
    record_end();

    record_begin("console");
    record_string("kind", machine.console_kind);
    record_hex("address", machine.console_address);
    record_end();
}

void report_ready(unsigned benchmarks)
{
    record_begin("ready");
    record_number("entry", boot_info.entry_time);
    record_number("boot_cycles", timer_read() - boot_info.entry_time);
    record_number("benchmarks", benchmarks);
    record_end();
}

void report_done(unsigned benchmarks)
{
    record_begin("done");
    record_number("benchmarks", benchmarks);
    record_end();
}
