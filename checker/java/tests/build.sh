#!/bin/sh
# Compiles the programs of the folders `programs`, `concurrent`, `steps` and `unsupported` into their classes/NAME, and writes what
# the real virtual machine (java -ea) prints for those of `programs` into NAME.expected. Those of the folder `linked` are folders with sources:
# `first` is compiled whole, and then the classes of `then` take the place of those of that name. NAME.arguments has arguments, one a line.
# With --check, nothing is written: everything is compiled elsewhere, and what `programs` print is compared. Needs a JDK 17 or later.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
for file in programs/*.java concurrent/*.java steps/*.java unsupported/*.java; do
    printf '%s\t%s\n' "$file" "$work/${file%.java}"
done | java ../compile/Compile.java --release 17 -g -nowarn -Xlint:none -encoding UTF-8 2> "$work/log" \
    || { cat "$work/log"; exit 1; }
for folder in programs concurrent steps unsupported; do
    for file in "$folder"/*.java; do
        name=$(basename "$file" .java)
        classes="$work/$folder/$name"
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
for folder in linked/*/first; do
    name=$(basename "$(dirname "$folder")")
    classes="$work/linked/$name"
    mkdir -p "$classes" "$work/then"
    for part in first then; do
        [ -d "linked/$name/$part" ] || continue
        # What is compiled later sees only itself, as sources that were changed alone do.
        to="$classes"
        [ "$part" = first ] || to="$work/then/$name"
        find "linked/$name/$part" -name '*.java' > "$work/sources"
        javac --release 17 -g -nowarn -Xlint:none -encoding UTF-8 -d "$to" "@$work/sources" 2> "$work/log" || { cat "$work/log"; exit 1; }
        [ "$part" = first ] || cp -r "$to/." "$classes"
    done
    touch "$work/arguments"
    [ -f "linked/$name.arguments" ] && cp "linked/$name.arguments" "$work/arguments"
    tr '\n' '\0' < "$work/arguments" | xargs -0 java -ea -cp "$classes" "$name" > "$work/out" 2> /dev/null || true
    rm "$work/arguments"
    if [ "${1:-}" = "--check" ]; then
        diff "linked/$name.expected" "$work/out" || { echo "$name prints something else than $name.expected"; failed=1; }
    else
        cp "$work/out" "linked/$name.expected"
        rm -rf "linked/classes/$name"
        mkdir -p linked/classes
        cp -r "$classes" "linked/classes/$name"
    fi
done
# Those of `dynamic` need a JDK 25.
if [ -n "${JDK25:-}" ]; then
    for release in 21 25; do
        "$JDK25/bin/javac" --release "$release" -g -d "$work/dynamic/$release" dynamic/Dynamic.java
        [ "${1:-}" = "--check" ] || { rm -rf "dynamic/classes/$release"; mkdir -p dynamic/classes; cp -r "$work/dynamic/$release" "dynamic/classes/$release"; }
    done
fi
exit "$failed"
