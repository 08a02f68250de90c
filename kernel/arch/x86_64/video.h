/* Which screen there is. */
#ifndef VIDEO_H
#define VIDEO_H

/* Finds the screen and takes it. After paging_init(). */
void video_init(void);

#endif
