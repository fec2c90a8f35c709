#!/usr/bin/env bash
# Installs what is missing, builds everything with warnings as errors and runs all tests.
# Arguments go to ctest, for example: bash installer/test.sh -L unit
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

install_packages
build ci
ctest --preset ci "$@"
