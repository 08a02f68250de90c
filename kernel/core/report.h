/* The records of the boot phase, and the last one. */
#ifndef REPORT_H
#define REPORT_H

/* `hello`: the kernel runs. */
void report_hello(void);

/* What the machine is made of: `system`, `cpu`, `hypervisor`, `timer`, `memory`,
 * `console`. */
void report_machine(void);

/* `ready`: so many benchmarks will run. `done`: so many have ended. */
void report_ready(unsigned benchmarks);
void report_done(unsigned benchmarks);

#endif
