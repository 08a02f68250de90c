# KVM with nested page tables.
load_kvm 1
guest -accel kvm -cpu "host$PV"
