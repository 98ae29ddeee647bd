#!/bin/sh
# Compiles the programs of this folder into classes/NAME and writes what the real virtual machine (java -ea) prints into NAME.expected.
# With --check, nothing is written: the programs are compiled elsewhere, and what they print is compared with NAME.expected.
# Arguments that name programs restrict it to these. Needs a JDK (11 or later).
set -eu
cd "$(dirname "$0")"
check=
if [ "${1:-}" = "--check" ]; then
    check=1
    shift
fi
[ $# -gt 0 ] || set -- $(ls *.java | sed 's/\.java$//')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
for name in "$@"; do
    printf '%s\t%s\n' "$name.java" "$work/$name"
done | java ../../compile/Compile.java --release 11 -g -nowarn -Xlint:-options -encoding UTF-8 2> "$work/log" \
    || { cat "$work/log"; exit 1; }
for name in "$@"; do
    # What an uncaught exception prints is no part of the output.
    java -ea -Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8 -cp "$work/$name" "$name" > "$work/$name.out" 2> "$work/err" || true
    if [ -n "$check" ]; then
        if ! cmp -s "$work/$name.out" "$name.expected"; then
            echo "$name prints something else than $name.expected:"
            diff "$name.expected" "$work/$name.out" | head -20
            failed=1
        fi
    else
        if [ -s "$work/err" ]; then
            echo "$name:"
            head -5 "$work/err"
        fi
        rm -rf "classes/$name"
        mkdir -p classes
        cp -r "$work/$name" "classes/$name"
        cp "$work/$name.out" "$name.expected"
    fi
done
[ "$failed" = 0 ] || exit 1
[ -z "$check" ] || echo "$# programs print what is expected"
