#!/bin/sh
# Compiles the models of Java's library and packs the class files into library.zip, always in the same way.
# With --check, nothing is written: the new classes are compared with those of the archive, by what javap prints of them.
# Needs a JDK (17 or later), zip and unzip.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The stubs are what javac needs beside the models: annotations, and what lambdas refer to. They are not packed.
# "--system none" keeps the JDK's own classes away: a model cannot refer to a class that has no model.
find "$here/src" "$here/stubs" -name '*.java' | LC_ALL=C sort > "$work/sources"
javac -source 11 -target 11 --system none -g -nowarn -Xlint:-options -d "$work/classes" "@$work/sources" 2> "$work/log" \
    || { cat "$work/log"; exit 1; }
cd "$work/classes"
rm -rf module-info.class java/lang/annotation java/lang/invoke
for stub in Override Deprecated FunctionalInterface SafeVarargs SuppressWarnings; do
    rm "java/lang/$stub.class"
done
find . -type f -name '*.class' | sed 's|^\./||' | LC_ALL=C sort > "$work/list"

if [ "${1:-}" = "--check" ]; then
    mkdir "$work/old"
    cd "$work/old"
    unzip -q "$here/library.zip"
    find . -type f | sed 's|^\./||' | LC_ALL=C sort > "$work/old-list"
    diff "$work/old-list" "$work/list"
    # The constant pool may be numbered otherwise by another javac; the code as told by javap -c is not.
    for side in old classes; do
        cd "$work/$side"
        xargs javap -p -c < "$work/list" 2> /dev/null | grep -v '^Compiled from' | sed 's/#[0-9][0-9]*\(, *[0-9]*\)*//' > "$work/$side.txt"
    done
    diff "$work/old.txt" "$work/classes.txt" > "$work/difference" || { head -50 "$work/difference"; exit 1; }
    echo "library.zip is what the sources say: $(wc -l < "$work/list") classes"
    exit 0
fi

TZ=UTC xargs touch -d '1980-01-01T00:00:00' < "$work/list"
rm -f "$work/library.zip"
TZ=UTC zip -q -X -9 "$work/library.zip" -@ < "$work/list"
cp "$work/library.zip" "$here/library.zip"
echo "library.zip: $(wc -l < "$work/list") classes, $(wc -c < "$here/library.zip") bytes"
