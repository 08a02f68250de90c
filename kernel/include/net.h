/*
 * The scratch network: a virtio network device that whoever runs the guest has given it for
 * measurements, and has named so by its address. All others are left alone: who knows what hears
 * them. Drivers of an architecture implement this, drivers/virtio_net.c; bench/net/ is built where
 * it is among them.
 */
#ifndef NET_H
#define NET_H

#include <stdbool.h>
#include <stdint.h>

enum { NET_LONGEST = 1514 /* bytes of a frame */, NET_DEPTH = 32 /* frames at a time */ };

/* How it is used: without all is polled for, and both sides tell each other everything. */
enum net_way {
    NET_EVENTS = 1 << 0,     /* both sides say from which frame on they want to hear of it */
    NET_INTERRUPTS = 1 << 1, /* it interrupts when frames have come, and the CPU halts until then */
};

/* The address by which it is known, which is the guest's, and as Linux and people write it. */
#define NET_ADDRESS "52:54:00:48:42:00"
extern const uint8_t net_address[6];

/* Finds the network and takes it into use. Returns why not, else NULL. */
const char *net_open(unsigned ways);

/* Gives it back: it touches no memory any more. Also where net_open() did not succeed. */
void net_close(void);

/* Sends a frame from a slot, below NET_DEPTH, which waits for what was sent from it before. The
 * device hears of it at the latest by net_ring(). The frame belongs to it until then. */
void net_put(unsigned slot, const void *frame, uint32_t bytes);

/* Tells the device of what was put, if it wants to be told. */
void net_ring(void);

/* Takes the slot of a frame that was sent; -1 when there is none. */
int net_take_sent(void);

/* The same by polling until there is one. */
unsigned net_await_sent(void);

/* Polls until all that was put is sent. */
void net_await_all_sent(void);

/* Takes a frame that has come: returns its bytes, with the frame in `*frame`, which stays until the
 * next is taken; -1 when there is none. */
int net_take(const void **frame);

/* Waits for a frame as it was opened for, and takes it. */
int net_await(const void **frame);

#endif
