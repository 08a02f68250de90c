# Reads the files of dependencies (*.d) that the compiler wrote and holds the kernel's walls:
# architectures and drivers include headers of include/, drivers/ and architectures alone, and
# nothing outside the core includes one of the core's.

FNR == 1 { source = "" }

{
    for (i = 1; i <= NF; i++) {
        if (source == "" && $i ~ /\.[cS]$/)
            source = $i # the file itself comes before what it includes
        if ($i !~ /\.h$/)
            continue
        below = source ~ /^(arch|drivers)\// && $i !~ /^(include|drivers|arch\/[^\/]+)\/[^\/]+$/
        if (below || (source !~ /^core\// && $i ~ /(^|\/)core\/[^\/]+$/)) {
            printf "%s includes %s: what it needs belongs into include/posih.h\n", source, $i \
                > "/dev/stderr"
            failed = 1
        }
    }
}

END { exit failed || !NR }
