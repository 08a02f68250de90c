# Reads posih.h and writes a C file that takes the address of every function declared there:
# compiled and linked with an architecture's objects, it fails where one is not defined.
# A declaration without a comment before it, or none at all, is an error too.

/^#|^typedef|^[{}]|^enum|^struct .*\{|^extern/ { documented = 0 }
/\*\/$/ { documented = 1; next }
/^$/ { documented = 0 }

/^[A-Za-z_].*\(/ && !/^typedef/ {
    match($0, /[a-z_0-9]+\(/)
    name = substr($0, RSTART, RLENGTH - 1)
    if (!documented) {
        printf "posih.h: %s() is not documented\n", name > "/dev/stderr"
        failed = 1
    }
    names[count++] = name
    documented = 0
}

END {
    if (!count)
        print "posih.h: no function is declared" > "/dev/stderr"
    if (!count || failed)
        exit 1
    print "#include <posih.h>\n\nextern const void *const contract[];\nconst void *const contract[] = {"
    for (i = 0; i < count; i++)
        printf "    (const void *)%s,\n", names[i]
    print "};"
}
