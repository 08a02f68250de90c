#!/usr/bin/env bash
# Holds predictions against measurements in the lab: what operations cost, what workloads do
# natively, and what the same workloads take below hypervisors. Leaves its files in FOLDER.
#   tools/prediction.sh [FOLDER] [ARCH]      (default: target/prediction, this machine's)
# TOOL names the program.
set -euo pipefail
cd "$(dirname "$0")/.."

tool=${TOOL:-target/release/hyperbench}
folder=${1:-target/prediction}
arch=${2:-$(uname -m)}
platforms=(--platform lab-kvm-npt)
intel=()
if [ "$arch" = x86_64 ]; then
    platforms+=(--platform lab-kvm-shadow --platform lab-xen-pvh)
    intel=(--platform lab-vmx-native --platform lab-kvm-ept)
fi
operations='{cpuid,rdmsr-*,wrmsr-*,timer-tick,timer-program,halt-wake,set-cr3,read-cr3,read-cr4,toggle-cr4-pge,tlb-flush-page,page-fault,cow-fault,in,out,hypercall,eoi,spin,address-space,process-spaces,pte-*,table-*}'
processes='{fork-exit-wait,vfork-exec-wait,user-cpuid,clock-gettime,clock-gettime-syscall,sched-yield}'
workloads="{$(awk -F'\t' '!/^#/ && NF == 2 { print $1 }' crates/prediction/data/training.tsv | paste -sd,)}"

mkdir -p "$folder"
quietly() { "$tool" "$@" >/dev/null 2>"$folder/messages" || { cat "$folder/messages"; return 1; }; }
quietly lab build --arch "$arch"
quietly guest build --arch "$arch"
quietly run --arch "$arch" --platform lab-native "${platforms[@]}" --bench "$operations" --events --force -o "$folder/bare.json"
linux=(run --arch "$arch" --guest linux --bench "$workloads" --events --force)
quietly "${linux[@]}" --platform lab-native -o "$folder/native.json"
# KVM with shadow paging hangs at some moments, and what is measured before moves the moment. The other
# columns are shown all the same.
status=0
"$tool" "${linux[@]}" "${platforms[@]}" -o "$folder/linux.json" >/dev/null 2>"$folder/messages" || status=$?
[ $status -eq 0 ] || [ $status -eq 4 ] || { cat "$folder/messages" && exit $status; }
[ $status -eq 0 ] || grep hung "$folder/messages" | cut -c1-120 | head -3
quietly run --arch "$arch" --guest linux --platform lab-native "${platforms[@]}" --bench "$processes" --events --force -o "$folder/processes.json"
# On Intel's side natively a part of what workloads do is counted, and what they take is held against.
costs=("$folder/bare.json" "$folder/processes.json")
elsewhere=()
measured=(--measured "$folder/linux.json")
if [ ${#intel[@]} -gt 0 ]; then
    quietly run "${intel[@]}" --bench "$operations" --events --force -o "$folder/bare-intel.json"
    quietly run --guest linux "${intel[@]}" --bench "$processes" --events --force -o "$folder/processes-intel.json"
    quietly "${linux[@]}" "${intel[@]}" --batches 6 -o "$folder/linux-intel.json"
    costs+=("$folder/bare-intel.json" "$folder/processes-intel.json")
    elsewhere=(--elsewhere "$folder/linux-intel.json")
    measured+=(--measured "$folder/linux-intel.json")
fi
quietly predict signature "${costs[@]}" -o "$folder/signature.json"
quietly predict usage "$folder/native.json" "${elsewhere[@]}" -o "$folder/usage.json"
"$tool" predict --signature "$folder/signature.json" --usage "$folder/usage.json" \
    "${measured[@]}" --model direct --model tick --model attributed
