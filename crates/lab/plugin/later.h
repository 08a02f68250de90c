/* Looks at the guest's state that wait for it to be whole. */
#ifndef LATER_H
#define LATER_H

/* Has `look` called once, when the block after the one that runs begins: QEMU's registers are
 * whole only there. */
void look_later(void (*look)(void));

/* A block begins. */
void later_block_begins(void);

#endif
