# KVM with nested page tables.
insmod /lib/modules/kvm-amd.ko npt=1
guest -accel kvm -cpu host
