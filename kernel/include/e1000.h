/* The scratch network behind a controller that is not virtio's, which its address names as it names
 * a virtio network (net.h): one frame at a time. */
#ifndef E1000_H
#define E1000_H

#include <stdint.h>

/* Finds the controller and takes it into use. Returns why not, else NULL. */
const char *e1000_open(void);

/* Gives it back: it touches no memory any more. Also where e1000_open() did not succeed. */
void e1000_close(void);

/* Sends a frame, and polls until it is sent. */
void e1000_send(const void *frame, uint32_t bytes);

/* Takes a frame that has come: returns its bytes, with the frame in `*frame`, which stays until the
 * next is taken; -1 when there is none. */
int e1000_take(const void **frame);

#endif
