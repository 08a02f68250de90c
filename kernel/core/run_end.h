/* How a run ends, whatever ends it. */
#ifndef RUN_END_H
#define RUN_END_H

/* Shows the summary for good where a screen takes the place of the records, with what went wrong
 * unless that is NULL; elsewhere powers the machine off. */
_Noreturn void run_ends(const char *trouble);

#endif
