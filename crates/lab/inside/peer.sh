# Before the script that runs the guest: who answers in a network that ends in this Linux. It answers pings,
# and of a datagram that nobody wants does not tell; a server at a second address gives back what it is sent.
echo 1 > /proc/sys/net/ipv6/conf/default/disable_ipv6
echo 100000000 > /proc/sys/net/ipv4/icmp_ratelimit
cat > /tmp/answer << 'END'
#!/bin/sh
for address in 10.0.2.2 10.0.2.4; do
    ip address add $address/24 dev "$vif"
done
ip link set "$vif" up
nc -ll -p 7 -e /bin/cat > /dev/null 2>&1 &
END
chmod +x /tmp/answer
