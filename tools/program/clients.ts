// Writes the clients that Codama generates from the IDL, and names files that are out of date.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Idl } from '@coral-xyz/anchor'
import { kitClient } from './kit-client.ts'
import type { GeneratedFiles } from './render.ts'
import { rustClient } from './rust-client.ts'
import { KIT_FOLDER, OUTPUTS, ROOT, RUST_FOLDER } from './workspace.ts'

/** The clients that Codama generates from the IDL: for `@solana/kit`, and in Rust. */
const CLIENTS = [
  { folder: KIT_FOLDER, generate: kitClient },
  { folder: RUST_FOLDER, generate: rustClient },
] as const

/** Generates the clients from the committed IDL and replaces the committed ones. */
export async function writeClients(root: string = ROOT): Promise<void> {
  for (const { folder, generate } of CLIENTS) {
    const files = await generate(committedIdl(root))
    rmSync(join(root, folder), { recursive: true, force: true })
    for (const [name, text] of files) {
      const file = join(root, folder, name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    console.log(`Wrote ${folder}/, ${files.size} files`)
  }
}

/** One message for each generated file that is missing, differs from what the committed IDL gives, or is left over. */
export async function staleClients(root: string = ROOT): Promise<string[]> {
  const messages: string[] = []
  for (const { folder, generate } of CLIENTS) {
    const fresh = await generate(committedIdl(root))
    const committed = readFiles(join(root, folder))
    const names = [...new Set([...fresh.keys(), ...committed.keys()])].sort()
    const differing = names.filter((name) => fresh.get(name) !== committed.get(name))
    messages.push(
      ...differing.map((name) => `${folder}/${name} ${describe(fresh.has(name), committed.has(name))}`),
    )
  }
  return messages
}

function describe(isFresh: boolean, isCommitted: boolean): string {
  if (!isCommitted) return 'is missing'
  return isFresh ? 'differs' : 'is no longer generated'
}

function readFiles(folder: string): GeneratedFiles {
  if (!existsSync(folder)) return new Map()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.\w+$/.test(name),
  )
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

function committedIdl(root: string): Idl {
  return JSON.parse(readFileSync(join(root, OUTPUTS.idl), 'utf8'))
}
