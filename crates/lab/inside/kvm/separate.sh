# Before the script that runs the guest: each of its CPUs has a processor of its own. The machine's state
# was kept with one, and the others start here. A CPU has the processor of its number, and QEMU's other
# threads, such as the one that is its device model beside them, have the first.
for processor in /sys/devices/system/cpu/cpu[1-9]; do
    echo 1 > $processor/online || give_up \
        "Linux does not start its other processors on this outer machine: leave outer= out."
done
MACHINE="$MACHINE -name guest,debug-threads=on"
threads() { grep -hs '^CPU .*/KVM$' "/proc/$(pidof qemu)"/task/*/comm; }
place() {
    until [ "$(threads | wc -l)" = "$CPUS" ]; do usleep 1000; done
    for thread in "/proc/$(pidof qemu)"/task/*; do
        read -r name < "$thread/comm"
        case $name in
            CPU*) processor=${name#CPU } processor=${processor%/KVM} ;;
            *) processor=0 ;;
        esac
        taskset -p "$(printf %x $((1 << processor)))" "${thread##*/}" > /dev/null
    done
}
place &
