# Before the script that runs the guest: its Linux waits on a serial line to be told what to run. The
# machine's state is kept meanwhile. Both ways stay open, so that nobody waits for the other to open
# them; what QEMU has open does not block, so it is read from another.
mkfifo /tmp/go /tmp/said
qemu() {
    exec 3<> /tmp/go 4<> /tmp/said
    {
        /bin/qemu "$@" -chardev stdio,id=go,signal=off $WAITING <&3 >&4
        echo ended >&4
    } &
    read -r said < /tmp/said
    case $said in
        ready*) # and a carriage return of the line's
            keep
            { port read opt/hb/go && echo; } >&3
            ;;
    esac
    wait
}
