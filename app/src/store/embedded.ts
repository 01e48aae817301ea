// Starts the embedded database.

import { closeSync, fsyncSync, openSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { migratePglite, schemaVersion, usePglite } from './migrate.ts'

/**
 * Postgres settings for an embedded database that survives a power cut. PGlite starts it with `-F`, which turns
 * fsync off, and its `fdatasync` does nothing.
 */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]

/** An open file of Emscripten's file system. A folder has no Node descriptor. */
interface Stream {
  nfd?: number
  node: unknown
}

/** The parts of Emscripten's file system for host folders that we use. */
interface HostFileSystem {
  realPath(node: unknown): string
  stream_ops: { fsync?: (stream: Stream) => number }
}

/** Opens an embedded database in a folder. A transaction that was committed is on the disk. */
export function openSyncedFolder(path: string, sync: (descriptor: number) => void = fsyncSync) {
  return PGlite.create({ fs: new SyncedFolder(path, sync), startParams: START_PARAMS })
}

/** A folder of the host whose files are synced to the disk when Postgres asks for it; PGlite's ignores that. */
class SyncedFolder extends NodeFS {
  constructor(
    path: string,
    private readonly sync: (descriptor: number) => void,
  ) {
    super(path)
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args)
    const preRun = [...(emscriptenOpts.preRun ?? [])]
    preRun.push((module) => this.#addSync((module as unknown as { NODEFS: HostFileSystem }).NODEFS))
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }

  #addSync(host: HostFileSystem): void {
    host.stream_ops.fsync = ({ nfd, node }) => {
      if (nfd !== undefined) this.sync(nfd)
      else this.#syncFolder(host.realPath(node))
      return 0
    }
  }

  #syncFolder(path: string): void {
    const descriptor = openSync(path, 'r')
    try {
      this.sync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  }
}

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
