import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database } from './database.ts'
import { migrate, schemaVersion } from './migrations.ts'

/**
 * Starts the embedded database: in a folder, or in memory.
 *
 * Making a new database and its tables takes seconds, loading one that was just made does not: the first one in
 * memory leaves an empty copy beside the installed package for the others. It is only ever a shortcut; without
 * it, or where it cannot be written, everything works the same.
 *
 * @param copy - where the copy is
 */
export async function startPglite(path?: string, copy: string = copyPath()): Promise<PGlite> {
  if (path !== undefined) return PGlite.create(path)
  const bytes = await readFile(copy).catch(() => undefined)
  if (bytes) {
    const loaded = await PGlite.create({ loadDataDir: new BytesBlob(bytes) }).catch(() => undefined)
    if (loaded) return loaded
    await rm(copy, { force: true })
  }
  // The log of changes is kept in pieces of at least so many MiB, which are part of every copy.
  const created = await PGlite.create({ initDbStartParams: ['--wal-segsize=1'] })
  await migrate(drizzle(created) as unknown as Database)
  await keepCopy(created, copy).catch(() => {})
  return created
}

/** In the installed package's own folder: another version of it, or of our tables, finds no copy of this one. */
function copyPath(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  return join(dirname(entry), '.cache', `empty-${schemaVersion()}.tar`)
}

/** Node hands out the bytes of a blob in small pieces, which takes ten times as long as copying them. */
class BytesBlob extends Blob {
  constructor(private readonly content: Buffer<ArrayBuffer>) {
    super([])
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = this.content
    return buffer.slice(byteOffset, byteOffset + byteLength)
  }
}

async function keepCopy(database: PGlite, copy: string): Promise<void> {
  // Without it, whoever loads the copy would have to recover it like a database that was cut off.
  await database.exec('CHECKPOINT')
  const dump = await database.dumpDataDir('none')
  // Copies of other tables are of no more use.
  await rm(dirname(copy), { recursive: true, force: true })
  await mkdir(dirname(copy), { recursive: true })
  // Renamed when complete: whoever reads at the same time sees all of it or nothing.
  const partial = `${copy}.${process.pid}`
  await writeFile(partial, Buffer.from(await dump.arrayBuffer()))
  await rename(partial, copy)
}
