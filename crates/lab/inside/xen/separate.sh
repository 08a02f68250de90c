# Before the script that runs the guest: each of its CPUs has a processor of its own, behind dom0's, which
# is the first. What is put in for their number goes on with the line that says so.
processors=
for cpu in $(seq "$CPUS"); do processors="$processors\"$cpu\", "; done
CPUS="$CPUS
cpus = [$processors]"
