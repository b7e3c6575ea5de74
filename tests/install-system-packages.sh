#!/bin/sh
# Install the Debian packages listed in a file, where this user may; otherwise say what is missing.
set -eu
missing=""
while read -r package; do
    [ -n "$package" ] || continue
    dpkg -s "$package" >/dev/null 2>&1 || missing="$missing $package"
done <"$1"
[ -n "$missing" ] || exit 0
as_root=""
if [ "$(id -u)" != 0 ]; then
    sudo -n true 2>/dev/null && as_root="sudo -n"
fi
if command -v apt-get >/dev/null 2>&1 && { [ "$(id -u)" = 0 ] || [ -n "$as_root" ]; }; then
    $as_root apt-get update -qq
    for package in $missing; do
        DEBIAN_FRONTEND=noninteractive $as_root apt-get install -qq -y --no-install-recommends "$package" >/dev/null ||
            echo "not to be had here: $package (tests that need it are skipped)"
    done
else
    echo "not installed:$missing (tests that need them are skipped)"
fi
