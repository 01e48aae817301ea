// Anchor's folder target/deploy: the program's keypair, and the record of its build.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PUBLIC_PROGRAM_KEYPAIR } from '../../app/src/deploy/program.ts'
import { hashSources, sha256 } from '../../app/src/deploy/sources.ts'
import { PROGRAM, ROOT } from './workspace.ts'

/** Anchor's folder for a built program and its keypair, relative to the root. */
const DEPLOY_FOLDER = 'target/deploy'

const RECORD = 'build.json'

/** The program's keypair, public and for development only. It is committed, but `cargo clean` removes it. */
export const KEYPAIR_FILE = `${DEPLOY_FOLDER}/${PROGRAM}-keypair.json`

/** Writes the program's keypair where Anchor looks for it; otherwise Anchor generates another one. */
export function writeKeypair(root: string = ROOT): void {
  mkdirSync(join(root, DEPLOY_FOLDER), { recursive: true })
  writeFileSync(join(root, KEYPAIR_FILE), `${JSON.stringify([...PUBLIC_PROGRAM_KEYPAIR.secretKey])}\n`)
}

/** Records the sources of the program that `anchor build` has just built; loading the program checks them. */
export function recordDeploy(root: string = ROOT): void {
  const program = sha256(readFileSync(join(root, DEPLOY_FOLDER, `${PROGRAM}.so`)))
  const record = { program, sources: hashSources(root) }
  writeFileSync(join(root, DEPLOY_FOLDER, RECORD), `${JSON.stringify(record, null, 2)}\n`)
}

/** Removes the program that an earlier `anchor build` has left. */
export function removeDeploy(root: string = ROOT): void {
  for (const name of [`${PROGRAM}.so`, RECORD]) rmSync(join(root, DEPLOY_FOLDER, name), { force: true })
}
