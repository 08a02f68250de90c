# Before the script that runs the guest: its network ends in this Linux, with modules that are handed to it.
mkdir /tmp/handed
port read opt/hb/handed | (cd /tmp/handed && cpio -id) 2> /dev/null
while read -r module; do
    insmod "/tmp/handed/lib/modules/$module.ko" || give_up "Linux $(uname -r) refuses the module $module."
done < /tmp/handed/lib/modules/order
tunctl -t scratch > /dev/null || give_up "Linux $(uname -r) has no tap."
vif=scratch /tmp/answer
