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

# build PRESET [TARGET…]
build() {
    local preset=$1
    shift
    cd -- "$root"
    cmake --preset "$preset" >&2
    cmake --build --preset "$preset" --parallel "$(nproc)" ${1+--target "$@"} >&2
}
