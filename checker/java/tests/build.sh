#!/bin/sh
# Compiles the programs of the folders `programs`, `concurrent`, `steps` and `unsupported` into their classes/NAME, and writes what
# the real virtual machine (java -ea) prints for those of `programs` into NAME.expected.
# With --check, nothing is written: everything is compiled elsewhere, and what `programs` print is compared. Needs a JDK 17 or later.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
for folder in programs concurrent steps unsupported; do
    for file in "$folder"/*.java; do
        name=$(basename "$file" .java)
        classes="$work/$folder/$name"
        mkdir -p "$classes"
        javac --release 17 -g -nowarn -Xlint:none -encoding UTF-8 -d "$classes" "$file" 2> "$work/log" || { cat "$work/log"; exit 1; }
        if [ "$folder" = programs ]; then
            java -ea -Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8 -cp "$classes" "$name" > "$work/out" 2> /dev/null || true
            if [ "${1:-}" != "--check" ]; then
                cp "$work/out" "$folder/$name.expected"
            elif ! diff "$folder/$name.expected" "$work/out"; then
                echo "$name prints something else than $name.expected"
                failed=1
            fi
        fi
        if [ "${1:-}" != "--check" ]; then
            rm -rf "$folder/classes/$name"
            cp -r "$classes" "$folder/classes/$name"
        fi
    done
done
exit "$failed"
