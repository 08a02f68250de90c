# Before the script that runs the guest: another monitor than QEMU does it. What follows defines the function
# monitor, which becomes it: its console is CONSOLE, in a file system with room for MOST bytes.
mkdir -p "${CONSOLE%/*}" /tmp/monitor
mount -t tmpfs -o "size=$MOST" console "${CONSOLE%/*}"
port read opt/hb/monitor | cpio -idu > /tmp/unpacked 2>&1 ||
    give_up "The monitor's files could not be unpacked: $(tail -n 1 /tmp/unpacked)"
# What operations on the host's memory need of it: huge pages when they are asked for, and pages merged.
echo 64 > /proc/sys/vm/nr_overcommit_hugepages
echo 1 > /sys/kernel/mm/ksm/run
end_when_done() { # end_when_done PROCESS
    until grep -qs ' done benchmarks=' "$CONSOLE"; do sleep 1; done
    kill -9 "$1"
}
say_end() { # say_end STATUS: the last that is heard of the outer Linux
    if [ "$1" -gt 128 ]; then
        echo "The monitor was ended by signal $(($1 - 128))."
    elif [ "$1" != 0 ]; then
        echo "The monitor ended with exit status $1."
    fi
    [ "$(wc -c < "$CONSOLE")" -lt "$MOST" ] ||
        echo "The monitor's console has more than $((MOST >> 20)) MiB: the rest is lost."
}
guest() {
    : > "$CONSOLE"
    monitor &
    process=$!
    if [ -n "$STAYS" ]; then end_when_done "$process" & fi
    wait "$process"
    say_end $?
    mv "$CONSOLE" /tmp/console
}
maps() {
    : > "$CONSOLE"
    monitor &
    process=$!
    until [ -s "$CONSOLE" ] || ! kill -0 "$process"; do usleep 1000; done
    cat "/proc/$process/maps"
    kill -9 "$process"
    wait "$process"
}
