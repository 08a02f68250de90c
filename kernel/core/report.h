/* The records of the boot phase. */
#ifndef REPORT_H
#define REPORT_H

void report_hello(void);
void report_machine(void);
void report_ready(unsigned benchmarks);
void report_done(unsigned benchmarks);

#endif
