# Before the script that runs the guest of a guest: its Linux uses huge pages as the outer one does. With
# less than 512 MiB it would not (Linux, mm/huge_memory.c).
grep -q transparent_hugepage= /proc/cmdline ||
    echo always > /sys/kernel/mm/transparent_hugepage/enabled
