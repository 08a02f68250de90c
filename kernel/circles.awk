# Reads what `nm -A -P -g` says of a program's objects, and fails where modules use each other, by any
# way round. A module is a C file, with the assembly that has its name; what is assembly alone starts
# machines, and knows all. It uses another by naming a symbol of that one's. Symbols that the object
# `contract` needs are the contract of posih.h: both sides may use them, so those of other folders do
# not count.

function folder(module)
{
    sub(/[^\/]*$/, "", module)
    return module
}

{
    module = $1
    sub(/:$/, "", module)
    is_assembly = sub(/\.S\.o$/, "", module)
    sub(/(\.c)?\.o$/, "", module)
    if (module ~ /(^|\/)contract$/) {
        contract[$2] = 1
        next
    }
    if (!is_assembly)
        modules[module] = 1
    if ($3 == "U")
        needs[module, $2] = 1
    else
        owners[$2] = module
}

END {
    for (need in needs) {
        split(need, part, SUBSEP)
        user = part[1]
        owner = owners[part[2]]
        apart = part[2] in contract && folder(user) != folder(owner)
        if (user != owner && user in modules && owner in modules && !apart)
            uses[user, owner] = part[2]
    }
    # Takes away the uses of what uses nothing, and by what nothing uses, until only circles are left,
    # and what lies between two.
    do {
        split("", using)
        split("", used)
        for (use in uses) {
            split(use, part, SUBSEP)
            using[part[1]] = used[part[2]] = 1
        }
        left = removed = 0
        for (use in uses) {
            split(use, part, SUBSEP)
            if (part[1] in used && part[2] in using) {
                left++
            } else {
                delete uses[use]
                removed++
            }
        }
    } while (removed)
    for (use in uses) {
        split(use, part, SUBSEP)
        printf "a circle: %s uses %s: %s\n", part[1], part[2], uses[use] > "/dev/stderr"
    }
    exit left > 0 || !NR
}
