#!/usr/bin/env bash
# Runs a program as the only one of a small machine: a namespace of processes, all of which end when this
# is killed, as when the power fails. To be used below tools/apart.sh.
#   tools/machine.sh PROGRAM…
exec unshare --pid --mount-proc --fork --kill-child "$@"
