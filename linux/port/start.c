/* From the process' first instruction to the run. */
#include "port.h"

_Noreturn void process_start(const uint64_t *stack);

/* The options are the program's words but the first. */
static void join_words(const char *const *words)
{
    size_t length = 0;
    boot_info.cmdline[0] = '\0';
    for (; *words; words++)
        length += format(boot_info.cmdline + length, sizeof boot_info.cmdline - length, "%s%s",
                         length ? " " : "", *words);
}

/* Its clock goes on from when Linux has found one, early in its start. */
static uint64_t nanoseconds_up(void)
{
    struct timespec up = {0};
    CALL(clock_gettime, CLOCK_BOOTTIME, &up);
    return (uint64_t)(up.seconds * 1000000000 + up.nanoseconds);
}

/* Linux puts there how many words there are, the words and NULL, the environment and NULL, and
 * the auxiliary vector. */
_Noreturn void process_start(const uint64_t *stack)
{
    boot_info.entry_time = timer_read();
    const char *const *words = (const char *const *)(stack + 1);
    if (stack[0] && !strcmp(words[0], "true")) /* what primitives execute */
        CALL(exit_group, 0);
    machine.system_up = nanoseconds_up();
    join_words(stack[0] ? words + 1 : words);
    self_begin(words + stack[0] + 1);
    bool is_first = CALL(getpid) == 1;
    boot_info.protocol = is_first ? "init" : "process";
    if (is_first)
        init_machine();
    supervise(kernel_main);
    power_off();
}
