// Starts services as an operator does, in separate processes.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Keypair } from '@solana/web3.js'

/** A command of `app/src/main.ts` in a separate process. */
export interface ServiceProcess {
  name: string
  pid: number
  /** Ends it, and waits until it has ended. */
  stop(): Promise<void>
}

/** Milliseconds that a service may take until it answers. */
const START_MS = 180_000

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Starts services as an operator does, and keeps their logs and keypair files in a folder until all are stopped. */
export class Services {
  readonly #running: ServiceProcess[] = []

  private constructor(readonly folder: string) {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void this.stop().finally(() => process.exit(1)))
    }
  }

  static async open(): Promise<Services> {
    return new Services(await mkdtemp(join(tmpdir(), 'prediction-market-bench-')))
  }

  /**
   * Starts a service and waits until it answers.
   *
   * @param name - for tables, and of its log file
   * @param command - of `app/src/main.ts`
   * @param ready - a URL that answers 200 once it is ready
   * @param isBuilt - whether to run `app/dist`, which `tools/build/compile.mjs` makes, and not the sources: these take
   *   a fifth more processor time
   */
  async start(
    name: string,
    command: string,
    env: Record<string, string>,
    ready: string,
    isBuilt = false,
  ): Promise<ServiceProcess> {
    const profile = process.env.PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE}`] : []
    const collecting = ['--expose-gc', '--import=./bench/collect.mjs']
    const program = isBuilt
      ? ['app/dist/main.js']
      : ['--conditions=source', '--import=tsx', 'app/src/main.ts']
    const args = [...collecting, ...profile, ...program, command]
    const path = join(this.folder, `${name}.log`)
    const log = await open(path, 'w')
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', log.fd, log.fd],
    })
    await log.close()
    const service = { name, pid: child.pid ?? 0, stop: () => end(child) }
    this.#running.push(service)
    const deadline = Date.now() + START_MS
    while (!(await answers(ready))) {
      if (child.exitCode === null && Date.now() < deadline) await sleep(100)
      else throw new Error(`${name} did not start:\n${await readFile(path, 'utf8')}`)
    }
    return service
  }

  /** Writes a keypair file, as solana-keygen does. */
  async keypair(name: string, { secretKey }: Keypair): Promise<string> {
    const path = join(this.folder, `${name}.json`)
    await writeFile(path, JSON.stringify([...secretKey]), { mode: 0o400 })
    return path
  }

  /** Stops all services, the last one first, and removes their files unless `KEEP_LOGS` is set. */
  async stop(): Promise<void> {
    for (const service of this.#running.reverse()) await service.stop()
    if (process.env.KEEP_LOGS) console.error(`The logs are in ${this.folder}`)
    else await rm(this.folder, { recursive: true })
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGINT')
  })
}
