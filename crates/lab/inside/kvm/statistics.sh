# Before the guest: qemu, as its function calls it, waits when the guest has ended, and it is told what KVM
# has counted: all, and of each of several CPUs, for which only QEMU can ask.
# What ends QEMU at once is left out; the guest has other ways.
MACHINE=$(echo "$MACHINE" | sed 's/-device isa-debug-exit[^ ]*//')
mount -t debugfs debugfs /sys/kernel/debug
NAMES="exits io_exits hypercalls halt_exits irq_exits irq_window_exits hvc_exit_stat"
mkfifo /tmp/ask /tmp/answer
of_all() {
    for name in $NAMES; do
        for file in /sys/kernel/debug/kvm/*/"$name"; do
            [ -e "$file" ] && said="$said $name=$(cat "$file")"
        done
    done
    # Linux counts pages of tables for guests by processor, and adds these up when it is asked to.
    cat /proc/sys/vm/stat_refresh 2> /dev/null
    tables=$(sed -n 's/^SecPageTables: *\([0-9]*\) kB$/\1/p' /proc/meminfo)
    said="$said${tables:+ page_tables_kib=$tables}"
}
of_each() { # of_each ANSWER: QEMU lists the last one first
    echo "$1" | sed 's/{"/\n/g; s/[",:}]//g' > /tmp/each
    processor=$CPUS
    while read -r word name _ count _; do
        case $word in
            provider | qom-path) processor=$((processor - 1)) ;;
            name) case " $NAMES " in *" $name "*) said="$said cpu${processor}_$name=$count" ;; esac ;;
        esac
    done < /tmp/each
}
qemu() {
    exec 3<> /tmp/ask 4<> /tmp/answer
    { /bin/qemu "$@" -no-shutdown -qmp stdio <&3 >&4; echo ended >&4; } &
    ask='{"execute": "query-stats", "arguments": {"target": "vcpu"}}'
    [ "$CPUS" = 1 ] && ask='{"execute": "quit"}'
    said=statistics
    echo '{"execute": "qmp_capabilities"}' >&3
    while read -r line <&4; do
        case $line in
            *'"STOP"'*)
                of_all
                echo "$ask" >&3
                ;;
            *'"qom-path"'*)
                of_each "$line"
                echo '{"execute": "quit"}' >&3
                ;;
            ended) break ;;
        esac
    done
    wait $!
    echo "$said" > /dev/console
}
