# What `build` needs before it can build: Debian's compilers, and the tools made from this folder.
# Sourced by `build`, which sets `here` (this folder) and SBF_TOOLS (where the tools are kept).

packages=(rustc-web rust-web-src cargo-web llvm-22-dev libpolly-22-dev zlib1g-dev libzstd-dev libxml2-dev g++)

# Prints the versions of PACKAGES that are installed, `name version` a line.
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
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# Debian's compiler, whatever toolchain manager stands before it on the PATH, and no flags but ours.
use_debian_compilers() {
  export PATH=$SBF_TOOLS:/usr/bin:$PATH RUSTC=/usr/bin/rustc
  unset RUSTUP_TOOLCHAIN RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_TARGET_DIR CARGO_BUILD_TARGET RUSTC_WRAPPER
  # The standard library is built from source for a target of our own, which stable Rust keeps
  # behind these.
  export RUSTC_BOOTSTRAP=1 RUSTC_BOOTSTRAP_SYNTHETIC_TARGET=1
  export __CARGO_TESTS_ONLY_SRC_ROOT=$SBF_TOOLS/library
}

cargo_sbf() { # ARGUMENTS OF cargo rustc...
  cargo rustc --release --target "$SBF_TOOLS/solana.json" -Zjson-target-spec -Zbuild-std-features= "$@"
}

# std knows no Solana: it gets the platform layer of another system without files, threads or
# randomness, whose few entry points the optimiser then drops, and hash maps with fixed keys.
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
    fail "the library of $(rustc --version) is not laid out as expected"
  fi
}

make_pass() {
  # shellcheck disable=SC2046 # flags, to be split
  g++ -shared -fPIC -O1 -fno-rtti $(llvm-config-22 --cxxflags) "$here/lower.cpp" -o "$SBF_TOOLS/lower.so"
}

make_linker() {
  local llvm
  llvm=$(llvm-config-22 --prefix)
  LLVM_PREFIX=$llvm LLVM_SYS_221_PREFIX=$llvm cargo build --quiet --locked --release \
    --manifest-path "$here/link/Cargo.toml" --target-dir "$SBF_TOOLS/link"
  cp "$SBF_TOOLS/link/release/sbf-link" "$SBF_TOOLS/sbf-link"
}

make_runtime() {
  local rt=$SBF_TOOLS/rt
  rm -rf "$rt"
  mkdir -p "$rt/src"
  cp "$here/rt.rs" "$rt/src/lib.rs"
  printf '[package]\nname = "rt"\nversion = "0.1.0"\nedition = "2021"\n[profile.release]\npanic = "abort"\n[workspace]\n' >"$rt/Cargo.toml"
  (cd "$rt" && cargo_sbf --quiet -Zbuild-std=core -- --emit=llvm-bc -Ccodegen-units=1)
  cp "$rt"/target/solana/release/deps/rt-*.bc "$SBF_TOOLS/rt.bc"
}

# Makes the tools, again whenever this folder's sources or the compilers change.
make_tools() {
  local version
  version=$({ compiler_version; cat "$here"/{tools.sh,linker,lower.cpp,rt.rs,target.json,link/Cargo.lock,link/src/main.rs}; } | sha256sum)
  [[ $(cat "$SBF_TOOLS/version" 2>/dev/null) != "$version" ]] || return 0
  say "making the tools in $SBF_TOOLS"
  mkdir -p "$SBF_TOOLS"
  rm -f "$SBF_TOOLS/version"
  cp "$here/linker" "$SBF_TOOLS/sbf-linker"
  cp "$here/target.json" "$SBF_TOOLS/solana.json"
  patch_library
  make_pass
  make_linker
  make_runtime
  echo "$version" >"$SBF_TOOLS/version"
}
