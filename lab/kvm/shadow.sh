# KVM with shadow page tables.
insmod /lib/modules/kvm-amd.ko npt=0
guest -accel kvm -cpu host
