/* A device tree inside the image, for hypervisors that give guests none. */
#ifndef IMAGE_TREE_H
#define IMAGE_TREE_H

#include <stdint.h>

/* Its address, 0 when the image has none. It overrules a loader's, which need not be looked for
 * where there may be no memory; but EFI firmware, which loads its own part of the file, has told of
 * its tree. Needs no relocations. */
uint64_t image_tree(void);

#endif
