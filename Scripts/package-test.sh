#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# Tests what `make release` made in `dist`: installs the Debian package on a copy of this machine that runs systemd,
# uses, upgrades, removes and purges it, runs the container image, and tests a web service with the Python wheel.
# Arguments go to pytest.
#
# The copy has namespaces of its own and an overlay in memory over the file system, so nothing changes on this machine.
# It has no network but the loopback, and no Swift, as the machines of people who install what is tested.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Removes Swift from the copy, whose file system is the current folder.
hide_swift() {
    local program toolchain
    program=$(command -v swift) || return 0
    toolchain=$(dirname "$(dirname "$(readlink -f "$program")")")
    if [[ $toolchain == /usr ]]; then
        rm -rf usr/bin/swift* usr/lib/swift* usr/lib/libswift*
    else
        mount -t tmpfs -o ro tmpfs "${toolchain#/}"
    fi
}

# Makes the copy's file system in the folder $1 and becomes its first process, systemd; runs in new namespaces.
boot() {
    local root=$1/root
    mount -t tmpfs tmpfs "$1"
    mkdir -p "$1/upper" "$1/work" "$root"
    mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$root"
    # The repository may be on another file system; no test changes it.
    mount --bind "$PWD" "$root$PWD"
    mount -o remount,bind,ro "$root$PWD"
    cd "$root"
    hide_swift
    mount -t proc proc proc
    mount --bind proc/sys proc/sys
    mount -o remount,bind,ro proc/sys
    mount -t sysfs -o ro sysfs sys
    mount -t tmpfs tmpfs sys/fs/cgroup
    mount -t cgroup2 cgroup2 sys/fs/cgroup
    mount -t tmpfs tmpfs dev
    for device in null zero full random urandom tty; do
        touch "dev/$device"
        mount --bind "/dev/$device" "dev/$device"
    done
    mkdir dev/pts dev/shm
    mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
    ln -s pts/ptmx dev/ptmx
    ln -s /proc/self/fd dev/fd
    mount -t tmpfs tmpfs run
    mount -t tmpfs tmpfs tmp
    # Images of containers forbid packages to start services. The copy has none of this machine's own services, and
    # nothing that would set up a kernel.
    rm -rf usr/sbin/policy-rc.d etc/systemd/system/*.wants usr/lib/systemd/system/timers.target.wants
    mkdir -p run/systemd/system
    for unit in kmod-static-nodes systemd-binfmt systemd-firstboot systemd-modules-load systemd-random-seed \
        systemd-remount-fs systemd-sysctl systemd-udev-trigger systemd-udevd
    do
        ln -s /dev/null "run/systemd/system/$unit.service"
    done
    printf '[Unit]\nRequires=basic.target\nAfter=basic.target\nAllowIsolate=yes\n' >run/systemd/system/test.target
    mkdir former
    pivot_root . former
    umount -l /former
    ip link set lo up 2>/dev/null || true
    exec env -i container=gatehouse PATH=/usr/sbin:/usr/bin:/sbin:/bin \
        /usr/lib/systemd/systemd --system --unit=test.target --show-status=no --log-level=warning
}

if [[ ${1:-} == boot ]]; then boot "$2"; fi

if ((EUID != 0)); then exec sudo --preserve-env=PATH Scripts/package-test.sh "$@"; fi
if [[ ${1:-} != inside ]]; then exec unshare --mount "Scripts/package-test.sh" inside "$@"; fi
shift

python=$(Scripts/python-environment.sh)
# The packages that the sample of a web service needs, for the copy, which has no network.
requirements=Samples/FlaskApp/requirements.txt
if ! cmp -s "$requirements" .build-wheels/requirements.txt; then
    rm -rf .build-wheels
    "$python" -m pip download --quiet --disable-pip-version-check --only-binary :all: --dest .build-wheels \
        --requirement "$requirements"
    cp "$requirements" .build-wheels/
fi
folder=$(mktemp -d)
mkdir "$folder/machine" "$folder/groups"
# systemd manages the control groups below the one that it is started in.
mount -t cgroup2 cgroup2 "$folder/groups"
group=$folder/groups/gatehouse-package-test-$$
mkdir "$group"

end() {
    kill -KILL "$unshare" 2>/dev/null || true
    wait "$unshare" 2>/dev/null || true
    for _ in {1..50}; do
        if find "$group" -depth -type d -exec rmdir {} + 2>/dev/null; then break; fi
        sleep 0.1
    done
    umount "$folder/groups"
    rm -rf "$folder"
}
trap end EXIT

(
    echo "$BASHPID" >"$group/cgroup.procs"
    exec unshare --mount --pid --fork --kill-child --cgroup --net --ipc --uts \
        Scripts/package-test.sh boot "$folder/machine" >"$folder/log" 2>&1 </dev/null
) &
unshare=$!

for _ in {1..300}; do
    machine=$(pgrep --parent "$unshare" || true)
    if [[ -n $machine ]] && nsenter --target "$machine" --all systemctl is-active --quiet test.target 2>/dev/null; then
        nsenter --target "$machine" --all --wdns="$PWD" \
            env GATEHOUSEBUILD_MACHINE_COPY=1 "$python" -B -m pytest -q -p no:cacheprovider Tests/Package "$@"
        exit
    fi
    if ! kill -0 "$unshare" 2>/dev/null; then break; fi
    sleep 0.1
done
cat "$folder/log" >&2
echo "The copy of this machine did not start." >&2
exit 1
