/*
 * The scratch disk: a virtio disk that whoever runs the guest has given it for measurements, and
 * has named so. All other disks are left alone. Drivers of an architecture implement this,
 * drivers/virtio_blk.c; bench/block/ is built where it is among them.
 */
#ifndef DISK_H
#define DISK_H

#include <stdbool.h>
#include <stdint.h>

/* What the scratch disk is called; all other disks are somebody's. */
#define DISK_SERIAL "hyperbench-scratch"

enum { DISK_SECTOR = 512, DISK_DEPTH = 32 /* requests at a time */ };

/* Kinds of requests (virtio 1.2, 5.2.6). */
enum disk_kind { DISK_READ = 0, DISK_WRITE = 1, DISK_FLUSH = 4, DISK_NAME = 8, DISK_DISCARD = 11 };

/* How the disk is used: without are all requests polled for, with plain descriptors, and both
 * sides tell each other everything. */
enum disk_way {
    DISK_TABLES = 1 << 0, /* a request's descriptors are in a table of its own (INDIRECT_DESC) */
    DISK_EVENTS = 1 << 1, /* both sides say from which request on they want to hear of it */
    DISK_INTERRUPTS = 1 << 2, /* it interrupts, and the CPU halts until then */
};

struct disk_request {
    enum disk_kind kind;
    uint32_t bytes; /* a multiple of DISK_SECTOR */
    uint64_t at;    /* on the disk, the same */
    void *buffer;   /* of reads and writes */
};

/* Finds the disk and takes it into use. Returns why not, else NULL. */
const char *disk_open(unsigned ways);

/* Gives it back: it touches no memory any more. Also where disk_open() did not succeed. */
void disk_close(void);

uint64_t disk_bytes(void);
bool disk_is_read_only(void);

/* Whether it offers requests of a kind. */
bool disk_takes(enum disk_kind kind);

/* Puts a request into a slot, below DISK_DEPTH, that is free. The disk hears of it at the latest by
 * disk_ring(). The buffer belongs to it until disk_take() returns the slot. */
void disk_put(unsigned slot, const struct disk_request *request);

/* Tells the disk of what was put, if it wants to be told. */
void disk_ring(void);

/* Takes an answer if there is one: its slot, else -1. An answer that is no success ends the
 * benchmark with a sentence. */
int disk_take(void);

/* Waits for an answer as it was opened for, and takes it. */
unsigned disk_await(void);

/* The same by polling in any case, where no alarm would wake the CPU. */
unsigned disk_poll(void);

#endif
