/* The kernel from start to end. Architectures call kernel_main() once boot_info is filled. */
#include <options.h>
#include <posih.h>

#include "harness.h"
#include "memory.h"
#include "report.h"
#include "run_end.h"
#include "summary.h"

void kernel_main(void)
{
    options_put_first(boot_info.cmdline);
    arch_early_init();                /* console, exceptions */
    report_hello();                   /* the host knows now that the kernel runs */
    options_parse(boot_info.cmdline); /* what to run and how */
    if (!memory_init())               /* heap and cold memory */
        die("not enough memory: give the machine at least 64 MiB");
    arch_init();        /* 1:1 mapping, tables, timer, interrupts, hypervisor */
    smp_start_others(); /* all other CPUs, left idle */
    report_machine();   /* what we found */
    harness_init();     /* how well this machine's timer can tell */
    unsigned benchmarks = suite_size();
    summary_init(benchmarks); /* for a screen, if there is nothing else */
    report_ready(benchmarks);
    report_done(run_suite()); /* the benchmarks, one by one */
    run_complete = true;
    run_ends(NULL); /* power-off, but where a screen shows the summary */
}
