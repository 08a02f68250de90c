# What gdb has to know of the kernel: tools/gdb.sh reads it once it is connected to the guest.

set pagination off
set confirm off

break kernel_main

define bench
    set $running = 'harness.c'::current.benchmark
    if $running
        printf "%s (%s): %s\n", $running->name, $running->category, $running->summary
    else
        printf "no benchmark has begun\n"
    end
end
document bench
Says which benchmark runs, or ran last.
end

define benches
    set $entry = (const struct benchmark **) &catalogue_start
    while $entry < (const struct benchmark **) &catalogue_end
        printf "%s\n", (*$entry)->name
        set $entry = $entry + 1
    end
end
document benches
Lists the benchmarks of this kernel in the order in which they run.
end

define trap
    if contained_trap.name
        printf "%s at 0x%lx, error code 0x%lx, address 0x%lx\n", contained_trap.name, \
            contained_trap.ip, contained_trap.error, contained_trap.address
        info symbol contained_trap.ip
    else
        printf "no benchmark has raised an exception\n"
    end
end
document trap
Says what exception a benchmark raised last, and where.
end
