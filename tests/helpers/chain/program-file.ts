// Finds the file of the program under test.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSources, ROOT } from '../../../app/src/deploy/sources.ts'

/** Offset of the ELF header's flags, which are the version of SBPF. */
const ELF_FLAGS = 48

const NAMES = { v3: 'prediction_market.so', v0: 'prediction_market-v0.so' }

/**
 * The file of the program under test: that of `target/deploy` if there is one of this version, otherwise the committed
 * one. Anchor builds only one version, v3 by default.
 *
 * @param version - of SBPF; bankrun's runtime is older than v3
 * @throws Error if the sources have changed since it was built
 */
export function programFile(version: 'v0' | 'v3', root: string = ROOT): string {
  const built = join(root, 'target/deploy', NAMES.v3)
  const isBuilt = existsSync(built) && versionOf(built) === version
  const file = isBuilt ? built : join(root, 'sdk/program', NAMES[version])
  checkSources(file, root)
  return file
}

/** Reads the program under test. `PROGRAM_FILE` names another one in v3, such as a mutant, whose sources differ. */
export function readProgramUnderTest(version: 'v0' | 'v3'): Buffer {
  const other = version === 'v3' ? process.env.PROGRAM_FILE : undefined
  return readFileSync(other ?? programFile(version))
}

function versionOf(path: string): string {
  return `v${readFileSync(path).readUInt32LE(ELF_FLAGS)}`
}
