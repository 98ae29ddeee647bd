#!/usr/bin/env bash
# cafebabe 0.9.0 refuses a class file that the compiler of Java 21 and later writes for `switch` over an enum with `case null`.
#
# The labels of such a switch are constants that are computed when they are needed (tag 17, JVMS 4.4.10), and they stand among the static arguments
# of a bootstrap method (JVMS 4.7.23 allows any loadable constant there, since Java 11). The class file below is that of
#     class A { enum E { P, Q } static int of(E e) { return switch (e) { case null -> 0; case P -> 1; default -> 2; }; } }
# by javac 25 with --release 21 -g:none; `javap -v A` shows it whole.
#
# Expected: it is read, or read without what is not understood.
# Seen: the whole class is refused, with every method that has nothing to do with it; noak 0.7.0 reads it, and finds the constants.
#
# Needs cargo. Takes about a minute.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/src"
base64 -d > "$folder/A.class" <<'CLASS'
yv66vgAAAEEAQQoAAgADBwAEDAAFAAYBABBqYXZhL2xhbmcvT2JqZWN0AQAGPGluaXQ+AQADKClWEgAAAAgMAAkACgEACnR5cGVTd2l0Y2gBAB
YoTGphdmEvbGFuZy9PYmplY3Q7SSlJBwAMAQABQQEABENvZGUBAAJvZgEACChMQSRFOylJAQANU3RhY2tNYXBUYWJsZQcAEgEAA0EkRQEAC05l
c3RNZW1iZXJzAQAQQm9vdHN0cmFwTWV0aG9kcxEAAQAWDAAXABgBAAZpbnZva2UBABlMamF2YS9sYW5nL0VudW0kRW51bURlc2M7DwYAGgoAGw
AcBwAdDAAOAB4BABdqYXZhL2xhbmcvRW51bSRFbnVtRGVzYwEASyhMamF2YS9sYW5nL2NvbnN0YW50L0NsYXNzRGVzYztMamF2YS9sYW5nL1N0
cmluZzspTGphdmEvbGFuZy9FbnVtJEVudW1EZXNjOxEAAgAgDAAXACEBAB5MamF2YS9sYW5nL2NvbnN0YW50L0NsYXNzRGVzYzsIACMBAAFQDw
YAJQsAJgAnBwAoDAAOACkBABxqYXZhL2xhbmcvY29uc3RhbnQvQ2xhc3NEZXNjAQAyKExqYXZhL2xhbmcvU3RyaW5nOylMamF2YS9sYW5nL2Nv
bnN0YW50L0NsYXNzRGVzYzsIABIPBgAsCgAtAC4HAC8MAAkAMAEAImphdmEvbGFuZy9ydW50aW1lL1N3aXRjaEJvb3RzdHJhcHMBAIYoTGphdm
EvbGFuZy9pbnZva2UvTWV0aG9kSGFuZGxlcyRMb29rdXA7TGphdmEvbGFuZy9TdHJpbmc7TGphdmEvbGFuZy9pbnZva2UvTWV0aG9kVHlwZTtb
TGphdmEvbGFuZy9PYmplY3Q7KUxqYXZhL2xhbmcvaW52b2tlL0NhbGxTaXRlOw8GADIKADMANAcANQwAFwA2AQAjamF2YS9sYW5nL2ludm9rZS
9Db25zdGFudEJvb3RzdHJhcHMBAJAoTGphdmEvbGFuZy9pbnZva2UvTWV0aG9kSGFuZGxlcyRMb29rdXA7TGphdmEvbGFuZy9TdHJpbmc7TGph
dmEvbGFuZy9DbGFzcztMamF2YS9sYW5nL2ludm9rZS9NZXRob2RIYW5kbGU7W0xqYXZhL2xhbmcvT2JqZWN0OylMamF2YS9sYW5nL09iamVjdD
sBAAxJbm5lckNsYXNzZXMBAAFFBwA6AQAOamF2YS9sYW5nL0VudW0BAAhFbnVtRGVzYwcAPQEAJWphdmEvbGFuZy9pbnZva2UvTWV0aG9kSGFu
ZGxlcyRMb29rdXAHAD8BAB5qYXZhL2xhbmcvaW52b2tlL01ldGhvZEhhbmRsZXMBAAZMb29rdXAAIAALAAIAAAAAAAIAAAAFAAYAAQANAAAAEQ
ABAAEAAAAFKrcAAbEAAAAAAAgADgAPAAEADQAAAFcAAgADAAAALipMAz0rHLoABwAAqwAAACEAAAAC/////wAAABkAAAAAAAAAHQOnAAgEpwAE
BawAAAABABAAAAAXAAX9AAQHAAIBHwMD/wAAAAEHABEAAQEAAwATAAAABAABABEAFAAAABoAAwArAAEAFQAxAAMAGQAfACIAMQACACQAKgA3AA
AAGgADABEACwA4QBgAGwA5ADsAGQA8AD4AQAAZ
CLASS
cat > "$folder/Cargo.toml" <<'TOML'
[package]
name = "probe"
version = "0.0.0"
edition = "2021"
publish = false

[dependencies]
cafebabe = "=0.9.0"
noak = "=0.7.0"
TOML
cat > "$folder/src/main.rs" <<'RUST'
use noak::reader::cpool::Item;
use noak::reader::{AttributeContent, Class};

/// The computed constants among the arguments of bootstrap methods.
fn by_noak(bytes: &[u8]) -> Result<usize, noak::error::DecodeError> {
    let class = Class::new(bytes)?;
    let mut found = 0;
    for attribute in class.attributes() {
        let AttributeContent::BootstrapMethods(methods) = attribute?.read_content(class.pool())? else { continue };
        for method in methods.methods() {
            for argument in method?.arguments() {
                found += usize::from(matches!(class.pool().get(argument?)?, Item::Dynamic(_)));
            }
        }
    }
    Ok(found)
}

fn main() {
    let bytes = std::fs::read(std::env::args().nth(1).unwrap()).unwrap();
    match cafebabe::parse_class(&bytes) {
        Ok(class) => println!("cafebabe: read, with {} methods", class.methods.len()),
        Err(error) => println!("cafebabe: {error}"),
    }
    match by_noak(&bytes) {
        Ok(found) => println!("noak: read, with {found} computed constants among the arguments"),
        Err(error) => println!("noak: {error}"),
    }
}
RUST
cargo run --quiet --manifest-path "$folder/Cargo.toml" --target-dir "$folder/target" -- "$folder/A.class" | tee "$folder/seen"
diff "$folder/seen" - <<'SEEN'
cafebabe: Unexpected constant pool reference type for argument 0 of bootstrap method 0 of BootstrapMethods attribute 1 of class
noak: read, with 2 computed constants among the arguments
SEEN
