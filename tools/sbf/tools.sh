# shellcheck shell=bash
# Installs Debian's compilers and makes the tools that `build` needs.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# The folder that keeps the tools. Its path is part of symbol names and so determines the order of the
# code: reproducible bytes need the same path everywhere, hence a fixed default.
default_tools=/var/tmp/sbf
export SBF_TOOLS=${SBF_TOOLS:-$default_tools}

packages=(rustc-web rust-web-src cargo-web llvm-22-dev libpolly-22-dev zlib1g-dev libzstd-dev libxml2-dev g++)

say() { echo "sbf: $*" >&2; }

fail() {
  say "$@"
  exit 1
}

# Prints the installed versions of PACKAGES, one `name version` per line.
installed() { # PACKAGES...
  dpkg-query -W -f '${db:Status-Status} ${Package} ${Version}\n' "$@" 2>/dev/null | sed -n 's/^installed //p'
}

install_packages() {
  command -v dpkg-query >/dev/null || fail "this needs Debian; elsewhere install Solana's toolchain and run anchor build"
  local missing=()
  for package in "${packages[@]}"; do
    [[ $(installed "$package") ]] || missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  ((EUID == 0)) || fail "not root, please run: apt-get install --no-install-recommends ${missing[*]}"
  say "installing ${missing[*]}"
  # Debian's packages rustc, cargo and rustup conflict with these; the user must remove them.
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends --no-remove "${missing[@]}" >/dev/null ||
    fail "could not install ${missing[*]}"
}

# Prints the compiler versions, which determine a program's bytes together with its sources and this folder.
compiler_version() {
  local compilers
  compilers=$(installed rustc-web llvm-22 | paste -sd, | sed 's/,/, /g')
  if [[ $SBF_TOOLS == "$default_tools" ]]; then echo "$compilers"; else echo "$compilers, in $SBF_TOOLS"; fi
}

# Selects Debian's compiler even if rustup comes first on the PATH, and clears inherited flags.
use_debian_compilers() {
  export PATH=$SBF_TOOLS:/usr/bin:$PATH RUSTC=/usr/bin/rustc
  unset RUSTUP_TOOLCHAIN RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER
  unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_TARGET_DIR CARGO_BUILD_TARGET
  # Stable Rust needs these to build the standard library for a custom target.
  export RUSTC_BOOTSTRAP=1 RUSTC_BOOTSTRAP_SYNTHETIC_TARGET=1
  export __CARGO_TESTS_ONLY_SRC_ROOT=$SBF_TOOLS/library
}

cargo_sbf() { # ARGUMENTS OF cargo rustc...
  cargo rustc --release --target "$SBF_TOOLS/solana.json" -Zjson-target-spec -Zbuild-std-features= "$@"
}

# Copies the standard library and patches it for Solana, which it does not support: it gets the platform
# layer of zkvm, another system without files, threads or randomness, and hash maps with fixed keys.
patch_library() {
  local std=$SBF_TOOLS/library/std
  rm -rf "$SBF_TOOLS/library"
  cp -r "$(rustc --print sysroot)/lib/rustlib/src/rust/library" "$SBF_TOOLS/library"
  grep -rlE 'target_os ==? "zkvm"' "$std" | xargs sed -i -E 's/target_os (==?) "zkvm"/target_os \1 "solana"/'
  sed -i 's/    target_arch = "wasm64",/&\n    target_arch = "bpf",/' "$std/src/sys/alloc/mod.rs"
  sed -i -e '/thread_local!(static KEYS/,/RandomState { k0, k1 }/d' -e 's/^use crate::cell::Cell;$//' \
    -e 's/^use crate::sys::random::hashmap_random_keys;$//' \
    -e '/^    pub fn new() -> RandomState {$/,/^    }$/ s/^        })$/        RandomState { k0: 0, k1: 0 }/' \
    "$std/src/hash/random.rs"
  if ! grep -q 'k0: 0, k1: 0' "$std/src/hash/random.rs" || ! grep -q '"bpf"' "$std/src/sys/alloc/mod.rs"; then
    fail "the library of $(rustc --version) has an unexpected layout"
  fi
}

make_pass() {
  # shellcheck disable=SC2046 # flags, to be split
  g++ -shared -fPIC -O1 -fno-rtti $(llvm-config-22 --cxxflags) "$here"/lower/*.cpp -o "$SBF_TOOLS/lower.so"
}

make_linker() {
  local llvm
  llvm=$(llvm-config-22 --prefix)
  LLVM_PREFIX=$llvm LLVM_SYS_221_PREFIX=$llvm cargo build --quiet --locked --release \
    --manifest-path "$here/link/Cargo.toml" --target-dir "$SBF_TOOLS/link"
  cp "$SBF_TOOLS/link/release/sbf-link" "$SBF_TOOLS/sbf-link"
}

# Builds the pass's runtime, and with it the compiler's own, each as one unit of bitcode.
make_runtime() {
  local deps=$SBF_TOOLS/rt/target/solana/release/deps builtins=$SBF_TOOLS/builtins
  rm -rf "$SBF_TOOLS/rt" "$builtins"
  cp -r "$here/rt" "$SBF_TOOLS/rt"
  (cd "$SBF_TOOLS/rt" && cargo_sbf --quiet -Zbuild-std=core -- --emit=llvm-bc)
  cp "$deps"/rt-*.bc "$SBF_TOOLS/rt.bc"
  mkdir "$builtins"
  (cd "$builtins" && "$(llvm-config-22 --bindir)/llvm-ar" x "$deps"/libcompiler_builtins-*.rlib)
}

# Makes the tools unless they are up to date with their sources and the compilers.
make_tools() {
  local version
  version=$({
    compiler_version
    cd "$here" || exit
    sha256sum tools.sh linker target.json lower/* rt/Cargo.toml rt/src/* link/Cargo.* link/src/*
  } | sha256sum)
  [[ $(cat "$SBF_TOOLS/version" 2>/dev/null) != "$version" ]] || return 0
  say "making the tools in $SBF_TOOLS"
  rm -f "$SBF_TOOLS/version"
  cp "$here/linker" "$SBF_TOOLS/sbf-linker"
  cp "$here/target.json" "$SBF_TOOLS/solana.json"
  patch_library
  make_pass
  make_linker
  make_runtime
  echo "$version" >"$SBF_TOOLS/version"
}
