//! Prints the IDL of an Anchor program, without Anchor's command line:
//!
//!     idl PROGRAM_FOLDER TARGET_FOLDER
//!
//! Compiles the program for this machine with its feature `idl-build`, by the `cargo` on the PATH,
//! into TARGET_FOLDER.

use anchor_lang_idl::build::IdlBuilder;
use anyhow::{Context, Result};
use std::{
    env,
    path::{absolute, PathBuf},
};

fn main() -> Result<()> {
    let mut args = env::args_os().skip(1).map(PathBuf::from);
    let (program, target) =
        args.next().zip(args.next()).context("usage: idl PROGRAM_FOLDER TARGET_FOLDER")?;

    // rustup sets this variable, and IdlBuilder would then pass cargo the toolchain `+{toolchain}`,
    // literally.
    env::remove_var("RUSTUP_TOOLCHAIN");

    // cargo is started in the program's folder.
    let target = absolute(target)?;
    let target = target.to_str().context("TARGET_FOLDER is not UTF-8")?;
    let cargo_args = ["--locked", "--lib", "--target-dir", target];
    let idl = IdlBuilder::new()
        .program_path(absolute(program)?)
        .cargo_args(cargo_args.map(String::from).into())
        .build()?;
    println!("{}", serde_json::to_string_pretty(&idl)?);
    Ok(())
}
