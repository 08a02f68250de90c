/* The scratch disk behind a controller that is not virtio's, which its serial number names as it
 * names a virtio disk (disk.h): one request at a time, of one page. */
#ifndef PAGE_DISK_H
#define PAGE_DISK_H

#include <stdbool.h>
#include <stdint.h>

enum page_request { PAGE_WRITE = 1, PAGE_READ = 2 }; /* as NVMe numbers them (1.4, NVM commands) */

/* A driver's functions:
 *   open   finds the controller and takes it into use; returns why not, else NULL
 *   close  gives it back: it touches no memory any more; also where open() did not succeed
 *   do     reads or writes the page at byte `at` of the disk, and polls until that is done; `page`
 *          is aligned to its size */
#define PAGE_DISK(driver)            \
    const char *driver##_open(void); \
    void driver##_close(void);       \
    void driver##_do(enum page_request request, uint64_t at, void *page);

PAGE_DISK(ahci)
PAGE_DISK(nvme)

#endif
