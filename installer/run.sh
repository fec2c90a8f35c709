#!/usr/bin/env bash
# Installs what is missing, builds the release and starts it: the window on the bundled example, or,
# without a display, the example's answer as text. Arguments go to roofplan-cli, whose paths are
# relative to the folder this was called from.
set -euo pipefail
caller=$PWD
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

install_packages
build release
cd -- "$caller"

programs=$root/build/release/bin
example=$root/resources/examples/llama-3.1-70b-64xp5en.roofplan
if [ "$#" -gt 0 ]; then
    exec "$programs/roofplan-cli" "$@"
elif [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]; then
    exec "$programs/roofplan" "$example"
else
    exec "$programs/roofplan-cli" evaluate "$example"
fi
