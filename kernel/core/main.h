#ifndef MAIN_H
#define MAIN_H

_Noreturn void kernel_main(void);

#endif
