#!/usr/bin/env bash
# The tests of loom and shuttle themselves, as they are published, against the crates of these names here. By hand, not in CI:
#
#     checker/schedules/shims/peers.sh [FOLDER]
#
# Fetches the two crates by cargo, copies their tests into packages of their own in FOLDER (a new one if there is none), and builds them with the
# crates of this folder. A test that does not compile is left out, with whatever else in its file does not; the others are run. Prints a table,
# what did not compile, and what did not pass. It needs cargo, perl, and twenty minutes.
set -euo pipefail

LOOM=0.7.3
SHUTTLE=0.9.10
# Tests about weak orderings: in each of these, an outcome is expected (or excluded) that tells them from `SeqCst`.
WEAK='^(litmus|spec|fence|atomic_relaxed)::|^atomic::(invalid_unsync_load_relaxed|compare_and_swap_reads_old_values)\b'

here=$(cd "$(dirname "$0")" && pwd)
work=${1:-$(mktemp -d)}
mkdir -p "$work"
work=$(cd "$work" && pwd)
export CARGO_TERM_COLOR=never CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$work/target} RUST_BACKTRACE=0

# Where cargo keeps the published crates.
mkdir -p "$work/sources/src"
touch "$work/sources/src/lib.rs"
cat > "$work/sources/Cargo.toml" <<END
[package]
name = "sources"
version = "0.0.0"
edition = "2021"
[dependencies]
loom = "=$LOOM"
shuttle = "=$SHUTTLE"
[workspace]
END
metadata=$(cd "$work/sources" && cargo metadata --format-version 1)
source_of() {
    grep -o "\"manifest_path\":\"[^\"]*/$1-$2/Cargo.toml\"" <<< "$metadata" | head -1 |
        sed 's/"manifest_path":"//; s,/Cargo.toml"$,,'
}

# A package with the tests of a published crate: name, version, further dependencies.
package() {
    local to=$work/$1
    rm -rf "$to"
    mkdir -p "$to/src"
    touch "$to/src/lib.rs"
    cp -R "$(source_of "$1" "$2")/tests" "$to/tests"
    chmod -R u+w "$to/tests"
    cat > "$to/Cargo.toml" <<END
[package]
name = "tests-of-$1"
version = "0.0.0"
edition = "2021"
[features]
default = ["futures"]
futures = []
[dependencies]
$1 = { package = "reductio-$1", path = "$here/$1" }
$3
[profile.test]
opt-level = 1
[workspace]
END
    find "$to/tests" -name '*.rs' -exec perl -pi -e 's/^#!\[deny.*\]$//' {} +
    rm -rf "$work/$1.errors"
}

# The names of the tests of a package, by file: those that are there before, and those that are left.
names() {
    (cd "$work/$1/tests" && find . -name '*.rs' | sort | while read -r file; do
        module=$(sed 's,^\./,,; s,^all/,,; s,\.rs$,,; s,/,::,g' <<< "$file")
        perl -ne 'if (/^\s*#\[(test|test_log::test)\]/) { $t = 1 } elsif ($t && /fn (\w+)/) { print "'"$module"'::$1\n"; $t = 0 }' "$file"
    done)
}

# Leaves out the items of files that do not compile, until the rest does.
build() {
    local log=$work/$1.build
    for _ in $(seq 30); do
        if (cd "$work/$1" && cargo check --tests --message-format short) > "$log" 2>&1; then
            (cd "$work/$1" && cargo test --no-run) > "$log" 2>&1 && return
            break
        fi
        grep -E '^tests/[^:]*:[0-9]+:[0-9]+: error' "$log" >> "$work/$1.errors"
        grep -E '^tests/[^:]*:[0-9]+:[0-9]+: error' "$log" | (cd "$work/$1" && perl "$here/leave_out.pl") || break
    done
    tail -30 "$log"
    echo "the tests of $1 do not compile, and this script cannot say why" >&2
    exit 1
}

package loom $LOOM 'futures-util = "0.3"'
package shuttle $SHUTTLE 'futures = "0.3"
lazy_static = "1"
pin-project = "1"
proptest = "1"
proptest-derive = "0.5"
rand = "0.8"
regex = "1"
tempfile = "3"
test-log = { version = "0.2", default-features = false, features = ["trace"] }
tracing = "0.1"
tracing-subscriber = { version = "0.3", features = ["env-filter"] }'
# `loom` lets a thread have what is not `Send`. A program that is compiled with `std` as well says that it is: so do these.
(
    cd "$work/loom/tests"
    perl -pi -e 's/^use std::rc::Rc;$//' rwlock.rs
    perl -pi -e 's/\bRc\b/Arc/g; s/std::rc::/std::sync::/' deadlock.rs mutex.rs rwlock.rs
    perl -pi -e 's/^use loom::cell::UnsafeCell;/use crate::shared::UnsafeCell;/' ./*.rs
    # One executable in place of twenty. The name of one file is a word of the language.
    mkdir all
    mv ./*.rs all
    mv all/yield.rs all/yields.rs
    (cd all && for file in *.rs; do printf '#[path = "all/%s"]\nmod %s;\n' "$file" "${file%.rs}"; done) > mod.rs
    printf '#[path = "all/shared.rs"]\nmod shared;\n' >> mod.rs
    cat > all/shared.rs <<'END'
pub struct UnsafeCell<T>(loom::cell::UnsafeCell<T>);
unsafe impl<T> Sync for UnsafeCell<T> {}
impl<T> UnsafeCell<T> {
    #[track_caller]
    pub fn new(value: T) -> Self {
        Self(loom::cell::UnsafeCell::new(value))
    }
    #[track_caller]
    pub fn with<R>(&self, read: impl FnOnce(*const T) -> R) -> R {
        self.0.with(read)
    }
    #[track_caller]
    pub fn with_mut<R>(&self, write: impl FnOnce(*mut T) -> R) -> R {
        self.0.with_mut(write)
    }
}
END
)
# Not of programs: what the compiler says of errors, what a subscriber of `tracing` gets, and a feature that is off unless it is asked for.
rm -rf "$work/shuttle/tests/ui" "$work/shuttle/tests/execution_state_global_subscriber.rs"
rm "$work/shuttle/tests/basic/annotation.rs"

# Runs each test in a process of its own, for a minute at most: one that never ends, or ends the process, is one that differs. The results are
# lines `FILE::NAME RESULT`.
run() {
    local one=$work/one.sh runs=$work/$1.runs
    rm -rf "$runs"
    mkdir -p "$runs"
    cat > "$one" <<'END'
log=$2/${3//:/_}
timeout 60 "$1" --exact "$3" > "$log" 2>&1
code=$?
result=$(sed -nE 's/^test .* \.\.\. (ok|FAILED|ignored).*/\1/p' "$log" | head -1)
if [ $code = 124 ]; then result=late; elif [ $code != 0 ]; then result=FAILED; fi
echo "$3 ${result:-FAILED}" > "$log.result"
END
    (cd "$work/$1" && cargo test --no-run --message-format json 2> "$work/$1.build") |
        sed -n 's/.*"kind":\["test"\].*"executable":"\([^"]*\)".*/\1/p' | sort -u | while read -r program; do
        (cd "$work/$1" && "$program" --list 2> "$work/$1.build" | sed -n 's/: test$//p' |
            xargs -P 2 -I{} bash "$one" "$program" "$runs" {})
    done
    cat "$runs"/*.result | sort > "$work/$1.results"
}

echo '| crate | tests | of weak memory | others | compile | pass | differ | ignored | too long |'
echo '|---|---|---|---|---|---|---|---|---|'
for peer in loom shuttle; do
    names $peer > "$work/$peer.all"
    build $peer
    names $peer > "$work/$peer.left"
    run $peer
    comm -23 <(sort "$work/$peer.all") <(sort "$work/$peer.left") > "$work/$peer.out"
    count() { grep -cE "$@" || true; }
    # Tests that a macro makes several times are one in the text: what ran is counted as it ran.
    ran=$(wc -l < "$work/$peer.results")
    out=$(wc -l < "$work/$peer.out")
    weak_ran=$(cut -d' ' -f1 "$work/$peer.results" | count "$WEAK")
    weak=$((weak_ran + $(count "$WEAK" < "$work/$peer.out")))
    of() { grep -vE "$WEAK" "$work/$peer.results" | sed 's/.* //' | count "^$1$"; }
    echo "| $peer | $((ran + out)) | $weak | $((ran + out - weak)) | $((ran - weak_ran)) | $(of ok) | $(of FAILED) | $(of ignored) | $(of late) |"
done
for peer in loom shuttle; do
    echo
    echo "Tests of $peer that do not compile:"
    grep -vE "$WEAK" "$work/$peer.out" | sed 's/^/  /' || true
    echo "Tests of $peer that differ:"
    grep -vE "$WEAK" "$work/$peer.results" | grep -E '(FAILED|late)$' | sort | sed 's/^/  /; s/ FAILED$//' || true
done
