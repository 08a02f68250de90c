/* The scratch disk as an NVMe controller, which its serial number names as it names a virtio disk
 * (disk.h): one request at a time, of one page. */
#ifndef NVME_H
#define NVME_H

#include <stdbool.h>
#include <stdint.h>

/* Kinds of requests (NVM Express 1.4, NVM commands). */
enum nvme_kind { NVME_WRITE = 1, NVME_READ = 2 };

/* Finds the controller and takes it into use. Returns why not, else NULL. */
const char *nvme_open(void);

/* Gives it back: it touches no memory any more. Also where nvme_open() did not succeed. */
void nvme_close(void);

/* Reads or writes the page at byte `at` of the disk, and polls until that is done; `page` is
 * aligned to its size. */
void nvme_do(enum nvme_kind kind, uint64_t at, void *page);

#endif
