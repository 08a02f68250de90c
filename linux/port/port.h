/* What the files of the port know of one another. */
#ifndef PORT_H
#define PORT_H

#include <process.h>

/* ---------------------------------------------------- of the folder of an architecture */

/* Fills `machine` with what a process can find out of CPU and hypervisor. */
void machine_identify(void);

/* Ticks of timer_read() in a second, with how that is known in `*source`; 0 for unknown. */
uint64_t counter_hz(const char **source);

/* Writes to the port that QEMU and Xen have for what a kernel says; returns whether it may be
 * there. */
bool debug_port_write(const char *text, size_t length);

/* Whether its rate does not depend on power states. */
bool counter_invariant(void);

/* ------------------------------------------------------------------------- of the port */

/* What the system hands over beside the program's words (getauxval(3)); 0 for what it does not. */
uint64_t auxiliary(uint64_t type);

/* What the environment has under a name; NULL where it has nothing. */
const char *environment(const char *name);

/* Makes the debug port the console, where there may be one; returns whether it is. */
bool console_use_port(void);

/* Makes a machine with nothing but a kernel habitable: for the first process. */
void init_machine(void);

/* Runs `body` in a process of its own until it ends and reports it if it did not come to its
 * end; leaves nothing of it behind. */
void supervise(void (*body)(void));

/* Fills `machine` with what Linux says of itself. */
void system_identify(void);

/* The names of what is in a folder, each with its end; returns how many bytes they are. */
uint64_t file_names(const char *path, char *to, uint64_t size);

/* The first of what is in a folder whose file `what` has this line; NULL where none has. It is good
 * until this is asked again. */
const char *file_names_with(const char *folder, const char *what, const char *value);
bool file_is_there(const char *path);

/* Whether this machine has a virtio network. */
bool network_is_there(void);

/* Takes a network interface into use. */
void interface_up(const char *name);

/* Takes over the environment, and what is behind it: the auxiliary vector. */
void self_begin(const char *const *variables);

/* Makes the caller the process that measures: takes its number. */
void self_init(void);

/* Finds the CPUs that it may use, and binds it to the first. */
void self_init_cpus(void);

/* Has it be scheduled and bound as at first. */
void self_reclaim(void);

/* Has orphans of children become its own. */
void children_init(void);

/* Finds the counter's rate and makes the alarm. */
void timer_init(void);

/* Takes addresses for all of the heap; gives back what was used of it. */
void memory_reserve(void);
void memory_renew(void);

/* Lets no child of this process live on. */
void children_end(void);

/* All signals as they are outside primitives. */
void signals_reset(void);

/* Chooses the name of the folder for temporary files, which children inherit; removes it and all
 * that is in it. */
void temporary_init(void);
void temporary_remove(void);

/* Nanoseconds of CLOCK_MONOTONIC. */
uint64_t clock_now(void);

#endif
