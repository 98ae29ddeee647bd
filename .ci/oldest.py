"""Whether a version of Rust is new enough for every locked dependency.

    python3 .ci/oldest.py 1.88
    python3 .ci/oldest.py 1.89 --features reductio-command/jupyter

Asks Cargo for the `rust-version` of each package of Cargo.lock, on all platforms. A package that names none is listed as
such: only a build with that version can tell.
"""

import json
import subprocess
import sys


def parts(version):
    numbers = [int(number) for number in version.split(".")]
    return numbers + [0] * (3 - len(numbers))


oldest, features = sys.argv[1], sys.argv[2:]
command = ["cargo", "metadata", "--format-version", "1", "--locked", *features]
packages = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)["packages"]
silent = sum(package["rust_version"] is None for package in packages)
wrong = [p for p in packages if p["rust_version"] and parts(p["rust_version"]) > parts(oldest)]
for package in wrong:
    print(f"{package['name']} {package['version']} needs Rust {package['rust_version']}", file=sys.stderr)
if wrong:
    print(f"Rust {oldest} is promised", file=sys.stderr)
    sys.exit(1)
print(f"{len(packages) - silent} packages build with Rust {oldest} by their own word, {silent} say nothing")
