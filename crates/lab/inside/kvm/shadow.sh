# KVM with shadow page tables.
load_kvm 0
guest -accel kvm -cpu "host$PV"
