// The generated files of a build: their content, and how they are read and written.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashSources, sha256 } from '../../app/src/deploy/sources.ts'
import type { Build } from './build.ts'
import { idlModule, limitsModule } from './idl-module.ts'
import { OUTPUTS, ROOT } from './workspace.ts'

/** The content of `build.json`: how the program beside it was built. */
export type BuildRecord = {
  builder: Build['builder']
  compiler: string
  /** SHA-256 of the program's bytes, SBPF v3. */
  program: string
  /** SHA-256 of the program's bytes, SBPF v0. */
  programV0: string
  /** SHA-256 of the sources it was built from, see `hashSources`. */
  sources: string
}

/** The generated files by the names of {@link OUTPUTS}. */
export type Outputs = Record<keyof typeof OUTPUTS, Buffer>

/** The content of the generated files of a build. */
export function outputsOf({ builder, compiler, program, programV0, idl }: Build): Outputs {
  const record: BuildRecord = {
    builder,
    compiler,
    program: sha256(program),
    programV0: sha256(programV0),
    sources: hashSources(),
  }
  const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
  return {
    program,
    programV0,
    record: json(record),
    idl: json(idl),
    module: Buffer.from(idlModule(idl)),
    limits: Buffer.from(limitsModule(idl)),
  }
}

export function writeOutputs(outputs: Outputs, root: string = ROOT): void {
  for (const [name, path] of Object.entries(OUTPUTS)) {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, outputs[name as keyof Outputs])
    console.log(`Wrote ${path}`)
  }
}

/** Reads the generated files of a clone; a missing file is empty. */
export function readOutputs(root: string = ROOT): Outputs {
  const read = (path: string) => {
    try {
      return readFileSync(join(root, path))
    } catch {
      return Buffer.alloc(0)
    }
  }
  const entries = Object.entries(OUTPUTS).map(([name, path]) => [name, read(path)])
  return Object.fromEntries(entries) as Outputs
}
