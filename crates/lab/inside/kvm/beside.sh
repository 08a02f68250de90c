# Before the guest: its neighbours in QEMUs of their own, on the same processor. Each is the benchmark
# kernel on the guest's accelerator, and busy before the guest starts.
for file in beside beside-options; do port read opt/hb/$file > /tmp/$file; done
bare="$MACHINE -kernel /tmp/beside"
bare_options="$KERNEL_OPTIONS $(cat /tmp/beside-options)"
neighbour() { # neighbour NUMBER WORD…: the words of the guest's QEMU
    console=/tmp/beside-$1
    while [ "$1" != -append ]; do shift; done
    shift 2
    /bin/qemu -nodefaults -no-user-config -display none -no-reboot \
        $bare -m "${MEMORY}k" -serial file:$console -append "$bare_options" "$@"
}
qemu() {
    for number in $NEIGHBOURS; do
        neighbour "$number" "$@" &
        neighbours="$neighbours $!"
        until grep -qs ' sample bench=' "/tmp/beside-$number"; do
            kill -0 $! || give_up "The neighbour did not get busy: $(tail -n 3 "/tmp/beside-$number")"
            usleep 10000
        done
    done
    /bin/qemu "$@"
    for process in $neighbours; do
        kill "$process" || give_up "A neighbour ended before the guest did."
    done
}
