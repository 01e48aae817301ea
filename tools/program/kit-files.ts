import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Idl } from '@coral-xyz/anchor'
import { type KitFiles, kitClient } from './kit-client.ts'
import { KIT_FOLDER, OUTPUTS, ROOT } from './workspace.ts'

/** Generates the client for `@solana/kit` from the committed IDL and replaces the committed one. */
export async function writeKit(root: string = ROOT): Promise<void> {
  const files = await kitClient(committedIdl(root))
  rmSync(join(root, KIT_FOLDER), { recursive: true, force: true })
  for (const [name, text] of files) {
    const file = join(root, KIT_FOLDER, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  console.log(`Wrote ${KIT_FOLDER}/, ${files.size} files`)
}

/** One message for each generated file that is missing, differs from what the committed IDL gives, or is left over. */
export async function staleKit(root: string = ROOT): Promise<string[]> {
  const fresh = await kitClient(committedIdl(root))
  const committed = readKit(root)
  const names = [...new Set([...fresh.keys(), ...committed.keys()])].sort()
  return names
    .filter((name) => fresh.get(name) !== committed.get(name))
    .map((name) => `${KIT_FOLDER}/${name} ${describe(fresh.has(name), committed.has(name))}`)
}

function describe(isFresh: boolean, isCommitted: boolean): string {
  if (!isCommitted) return 'is missing'
  return isFresh ? 'differs' : 'is no longer generated'
}

function readKit(root: string): KitFiles {
  const folder = join(root, KIT_FOLDER)
  if (!existsSync(folder)) return new Map()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

function committedIdl(root: string): Idl {
  return JSON.parse(readFileSync(join(root, OUTPUTS.idl), 'utf8'))
}
