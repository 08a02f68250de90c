/* The benchmarks linked into this image: the section .benchmarks, in its sorted order. */
#ifndef CATALOGUE_H
#define CATALOGUE_H

#include <hyperbench.h>

extern const struct benchmark *const catalogue_start[], *const catalogue_end[];

#define for_each_benchmark(entry) \
    for (const struct benchmark *const *entry = catalogue_start; entry < catalogue_end; entry++)

/* Whether the options select this entry, by its name or its position in the catalogue; without
 * a list, those of the quick suite. */
bool is_selected(const struct benchmark *const *entry);

/* Reports every name in the options that no benchmark has. */
void catalogue_check_names(void);

/* Why a benchmark cannot run on this machine, NULL when it can. */
const char *unmet_need(const struct benchmark *benchmark);

#endif
