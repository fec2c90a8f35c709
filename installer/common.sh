# Shared by run.sh and test.sh: installs what is missing, configures and builds a preset.
# Everything here writes to stderr, so that stdout carries the answer alone.

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)

missing_packages() {
    local package status
    while read -r package; do
        [ -n "$package" ] || continue
        status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
        [ "$status" = installed ] || printf '%s\n' "$package"
    done <"$root/installer/packages.txt"
}

install_packages() {
    local missing privileges=()
    if ! command -v dpkg-query >/dev/null; then
        echo "This is no Debian system: install what installer/packages.txt lists yourself." >&2
        return 0
    fi
    mapfile -t missing < <(missing_packages)
    [ "${#missing[@]}" -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "These packages are missing: ${missing[*]}" >&2
            echo "Install them as root: apt-get install --no-install-recommends ${missing[*]}" >&2
            exit 1
        fi
        privileges=(sudo)
    fi
    echo "Installing: ${missing[*]}" >&2
    "${privileges[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -q -o DPkg::Lock::Timeout=400 update >&2 ||
        echo "The package lists could not be refreshed; trying with the present ones." >&2
    "${privileges[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -q -y --no-install-recommends -o DPkg::Lock::Timeout=400 \
        install "${missing[@]}" >&2 || {
        echo "The packages could not be installed: ${missing[*]}" >&2
        exit 1
    }
}

# Runs a command quietly: what it says goes to the file LOG, and to stderr when it fails.
# logged LOG COMMAND…
logged() {
    local log=$1
    shift
    if ! "$@" >"$log" 2>&1; then
        tail -n 200 -- "$log" >&2
        echo "This failed: $*; all it said is in $log" >&2
        return 1
    fi
}

# build PRESET [TARGET…]
build() {
    local preset=$1 folder=$root/build/$1
    shift
    local step=(cmake --build --preset "$preset" --parallel "$(nproc)" ${1+--target "$@"})
    cd -- "$root"
    mkdir -p -- "$folder"
    logged "$folder/configure.log" cmake --preset "$preset"
    if ! "${step[@]}" -- -n 2>/dev/null | grep "no work to do" >/dev/null; then
        echo "Building Roofplan (first time: a few minutes); progress is in $folder/build.log" >&2
        logged "$folder/build.log" "${step[@]}"
    fi
}
