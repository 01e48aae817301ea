// Starts the embedded database.

import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { migratePglite, schemaVersion, usePglite } from './migrate.ts'
import { openSyncedFolder } from './synced-folder.ts'

/**
 * Starts the database in memory with a small buffer cache: its files are in memory already. Postgres clears the cache
 * when it starts; with the default of 128 MiB that takes as long as the rest of the start.
 */
const IN_MEMORY = { startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'] }

/**
 * Starts the embedded database, in a folder that is synced to the disk or in memory, and migrates it.
 *
 * Creating a database takes seconds, loading a copy of an empty one does not: the first start in memory leaves such
 * a copy beside the installed package. If it is missing or cannot be written, starting only takes longer.
 *
 * @param copy - path of the copy
 */
export async function startPglite(path?: string, copy: string = copyPath()): Promise<PGlite> {
  if (path !== undefined) return migrated(await openSyncedFolder(path))
  const bytes = await readFile(copy).catch(() => undefined)
  if (bytes) {
    const loaded = await PGlite.create({ ...IN_MEMORY, loadDataDir: new BytesBlob(bytes) }).catch(
      () => undefined,
    )
    if (loaded) {
      await usePglite(loaded)
      return loaded
    }
    await rm(copy, { force: true })
  }
  // The smallest segments of the write-ahead log, in MiB: every copy contains some.
  const created = await migrated(
    await PGlite.create({ ...IN_MEMORY, initDbStartParams: ['--wal-segsize=1'] }),
  )
  await writeCopy(created, copy).catch(() => {})
  return created
}

async function migrated(client: PGlite): Promise<PGlite> {
  try {
    await migratePglite(client)
    return client
  } catch (error) {
    await client.close()
    throw error
  }
}

/** In the folder of the installed package, so that another version of it or of the schema has another copy. */
function copyPath(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  return join(dirname(entry), '.cache', `empty-${schemaVersion()}.tar`)
}

/** A blob that returns its bytes at once; Node's `Blob` reads them in small pieces, ten times as slowly. */
class BytesBlob extends Blob {
  constructor(private readonly content: Buffer<ArrayBuffer>) {
    super([])
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = this.content
    return buffer.slice(byteOffset, byteOffset + byteLength)
  }
}

async function writeCopy(database: PGlite, copy: string): Promise<void> {
  // Two of three databases, which nobody uses: without them, a start from the copy loads half as much.
  for (const template of ['template0', 'template1']) {
    await database.exec(`ALTER DATABASE ${template} IS_TEMPLATE false`)
    await database.exec(`DROP DATABASE ${template}`)
  }
  // Without a checkpoint, every start from the copy would begin with a recovery.
  await database.exec('CHECKPOINT')
  const dump = await database.dumpDataDir('none')
  // Removes copies of other versions of the schema.
  await rm(dirname(copy), { recursive: true, force: true })
  await mkdir(dirname(copy), { recursive: true })
  // Renamed when complete, so that no reader sees a part of it.
  const partial = `${copy}.${process.pid}`
  await writeFile(partial, Buffer.from(await dump.arrayBuffer()))
  await rename(partial, copy)
}
