/*
 * The program `port` of a Linux that is a guest on this machine: it runs in QEMU, as the outer one
 * does elsewhere.
 */
#include <port.c>
