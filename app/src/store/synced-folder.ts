// Opens an embedded database whose commits survive a power cut.

import { closeSync, fsyncSync, openSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

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
