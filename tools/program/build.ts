// Builds the program and its IDL, with Anchor or with tools/sbf.

import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Idl } from '@coral-xyz/anchor'
import { removeDeploy, writeKeypair } from './deploy-folder.ts'
import { run, versionOf } from './run.ts'
import { NEXT_PATCH, PROGRAM, ROOT } from './workspace.ts'

/** A freshly built program. */
export type Build = {
  /** The tool that built it. */
  builder: 'anchor' | 'tools/sbf'
  /** Version of the compiler; the same version builds the same bytes. */
  compiler: string
  /** The program that current clusters load: SBPF v3. */
  program: Buffer
  /** The same in SBPF v0, for bankrun and older clusters. */
  programV0: Buffer
  /** The IDL as Anchor writes it, in snake_case. */
  idl: Idl
}

/** Builds the program with Anchor if it and Solana's toolchain are installed, otherwise with tools/sbf. */
export function buildProgram(): Build {
  const anchor = versionOf('anchor')
  const solana = versionOf('cargo-build-sbf')
  return anchor && solana ? buildWithAnchor(`${anchor}, ${solana}`) : buildWithDebian()
}

function buildWithAnchor(compiler: string): Build {
  console.log(`Building the program and its IDL with ${compiler}`)
  const build = (arch: string) => {
    run('anchor', 'build', '--arch', arch)
    return readFileSync(join(ROOT, `target/deploy/${PROGRAM}.so`))
  }
  writeKeypair()
  return {
    builder: 'anchor',
    compiler,
    programV0: build('v0'),
    program: build('v3'),
    idl: JSON.parse(readFileSync(join(ROOT, `target/idl/${PROGRAM}.json`), 'utf8')),
  }
}

function buildWithDebian(): Build {
  const sbf = join(ROOT, 'tools/sbf/build')
  const folder = mkdtempSync(join(tmpdir(), `${PROGRAM}-`))
  try {
    console.log('Building the program with tools/sbf')
    const output = join(folder, `${PROGRAM}.so`)
    run(sbf, ROOT, PROGRAM, output)
    // Tests prefer the program in that folder, which is now older.
    removeDeploy()
    const compiler = run(sbf, '--version').trim()
    return {
      builder: 'tools/sbf',
      compiler,
      program: readFileSync(output),
      programV0: readFileSync(join(folder, `${PROGRAM}-v0.so`)),
      idl: buildIdl(),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What the program is built from, relative to the root. */
const SOURCES = ['Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml', 'programs']

/**
 * Builds the program of {@link NEXT_PATCH}, in SBPF v3, to rehearse an upgrade to it. Its sources are a patched copy; the
 * other builds stay as they are.
 *
 * @param output - the file to write
 */
export function buildNext(output: string): void {
  const copy = join(dirname(output), 'source')
  rmSync(join(copy, 'programs'), { recursive: true, force: true })
  for (const source of SOURCES) {
    cpSync(join(ROOT, source), join(copy, source), { recursive: true, preserveTimestamps: true })
  }
  run('git', 'apply', `--directory=${relative(ROOT, copy)}`, NEXT_PATCH)
  if (!versionOf('cargo-build-sbf')) {
    run('env', `SBF_ROOT=${ROOT}`, join(ROOT, 'tools/sbf/build'), copy, PROGRAM, output)
    return
  }
  const folder = mkdtempSync(join(tmpdir(), `${PROGRAM}-`))
  try {
    const manifest = ['--manifest-path', join(copy, `programs/${PROGRAM}/Cargo.toml`)]
    run('cargo-build-sbf', '--arch', 'v3', ...manifest, '--sbf-out-dir', folder)
    mkdirSync(dirname(output), { recursive: true })
    copyFileSync(join(folder, `${PROGRAM}.so`), output)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function buildIdl(): Idl {
  console.log('Building the IDL with tools/idl')
  const tool = ['--manifest-path', 'tools/idl/Cargo.toml', '--target-dir', 'target/idl-tool']
  const output = run(
    'cargo',
    'run',
    '--quiet',
    '--locked',
    ...tool,
    '--',
    `programs/${PROGRAM}`,
    'target/idl-build',
  )
  return JSON.parse(output)
}
