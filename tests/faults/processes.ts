import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Keypair } from '@solana/web3.js'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import type { Random } from '../fuzz/random.ts'
import { freePorts, isListening, type Running, start } from '../helpers/localnet/index.ts'
import type { BundledApp } from '../helpers/run/bundle.ts'
import type { FaultyNode } from './proxy/node.ts'

/** A process that is started again whenever it ends. */
export interface Supervised {
  name: string
  args: string[]
  env: Record<string, string>
  port: number
  running: Running | undefined
  kills: number
  starts: number
  /** How often it ended by itself after it had answered. One whose start fails, as without a node, is started again. */
  ends: number
  /** Whether it is not started again. */
  isStopping: boolean
  /** When it was started, and when it answered first, in unix milliseconds. */
  startedAt: number
  readyAt: number | undefined
}

/** What the processes need. */
export interface ProcessOptions {
  app: BundledApp
  nodes: readonly FaultyNode[]
  random: Random
  pricesUrl: string
  eventsUrl: string
  /** A database for each of two gateways; without it there is one gateway, with a store in a folder. */
  databaseUrls?: readonly [string, string] | undefined
}

/** Pause before a process that ended is started again. */
const RESTART_MS = 300

/** Between two kills. */
const SHORTEST_MS = 1_500
const LONGEST_MS = 6_000

/** A gateway or two, two keepers and the four attestors of the localnet's set, each a process of its own. */
export class Processes {
  #isKilling = false
  #killing: Promise<void> = Promise.resolve()
  readonly #loops = new Map<Supervised, Promise<void>>()

  private constructor(
    private readonly options: ProcessOptions,
    readonly all: readonly Supervised[],
    /** Of each gateway. */
    readonly gatewayPorts: readonly number[],
    readonly storePath: string,
  ) {}

  static async start(options: ProcessOptions): Promise<Processes> {
    const { app, pricesUrl, eventsUrl, nodes, databaseUrls } = options
    const first = await freePorts(8)
    const store = join(app.folder, 'store')
    const keyFile = async (name: string, { secretKey }: Keypair) => {
      const path = join(app.folder, `${name}.json`)
      await writeFile(path, JSON.stringify([...secretKey]))
      return path
    }
    await mkdir(join(app.folder, 'logs'), { recursive: true })
    const attestorPorts = LOCALNET_KEYS.attestors.map((_, index) => first + 3 + index)
    const sources = {
      CLUSTER: 'localnet',
      HERMES_URL: pricesUrl,
      ATTESTOR_URLS: attestorPorts.map((port) => `http://127.0.0.1:${port}`).join(','),
    }
    const all: Supervised[] = []
    const add = (name: string, args: string[], port: number, env: Record<string, string>) => {
      // Each prefers another node.
      const turn = all.length % nodes.length
      const turned = [...nodes.slice(turn), ...nodes.slice(0, turn)]
      const urls = {
        RPC_URL: turned.map(({ rpcUrl }) => rpcUrl).join(','),
        WS_URL: turned.map(({ wsUrl }) => wsUrl).join(','),
      }
      const known = { LOG_LEVEL: 'warn', NODE_ENV: 'test', ...urls, ...env }
      all.push({
        name,
        args,
        env: known,
        port,
        running: undefined,
        kills: 0,
        starts: 0,
        ends: 0,
        isStopping: false,
        startedAt: 0,
        readyAt: undefined,
      })
    }
    const stores = databaseUrls?.map((DATABASE_URL) => ({ DATABASE_URL })) ?? [{ STORE_PATH: store }]
    const gatewayPorts = stores.map((_, index) => first + 7 * index)
    const cosigner = await keyFile('cosigner', LOCALNET_KEYS.cosigner)
    const addGateway = (index: number, own: Record<string, string>) =>
      add(index === 0 ? 'gateway' : `gateway ${index + 1}`, [], gatewayPorts[index] as number, {
        ...sources,
        ...own,
        PORT: String(gatewayPorts[index]),
        KEEPER: '0',
        RATE_LIMIT_READS: '10000000',
        RATE_LIMIT_WRITES: '10000000',
        MAX_STREAMS_PER_CALLER: '100',
        RECONCILE_SECONDS: '5',
        DELEGATE_KEYPAIR: cosigner,
        FEE_BUDGET: '1000000000000',
      })
    for (const [index, own] of stores.entries()) addGateway(index, own)
    for (const index of [0, 1]) {
      const payers = LOCALNET_KEYS.keepers.slice(2 * index, 2 * index + 2)
      const files = await Promise.all(payers.map((key, at) => keyFile(`payer-${index}-${at}`, key)))
      add(`keeper ${index + 1}`, ['keeper'], first + 1 + index, {
        ...sources,
        KEEPER_KEYPAIRS: files.join(','),
        KEEPER_PORT: String(first + 1 + index),
        KEEPER_RETENTION_SECONDS: '20',
      })
    }
    for (const [index, key] of LOCALNET_KEYS.attestors.entries()) {
      add(`attestor ${index + 1}`, ['attestor'], attestorPorts[index] as number, {
        CLUSTER: 'localnet',
        ATTESTOR_KEYPAIR: await keyFile(`attestor-${index}`, key),
        ATTESTOR_STATE: join(app.folder, `attestor-${index}.journal`),
        ATTESTOR_PORT: String(attestorPorts[index]),
        ATTESTOR_EVENTS_URL: eventsUrl,
      })
    }
    const processes = new Processes(options, all, gatewayPorts, store)
    for (const one of all) processes.#loops.set(one, processes.#supervise(one))
    return processes
  }

  /** Waits until all of them answer. */
  async ready(): Promise<void> {
    for (const { port } of this.all) {
      while (!(await isListening(port))) await sleep(100)
    }
  }

  /** Begins to kill them at random. */
  startKilling(): void {
    this.#isKilling = true
    this.#killing = this.#kill()
  }

  async stopKilling(): Promise<void> {
    this.#isKilling = false
    await this.#killing
  }

  /** Ends the keepers, after which nobody sends transactions. */
  stopKeepers(): Promise<void> {
    return this.#stop(this.all.filter(({ name }) => name.startsWith('keeper')))
  }

  /** Ends the gateway in order, so that its store can be read. */
  stopAll(): Promise<void> {
    return this.#stop(this.all)
  }

  async #stop(some: readonly Supervised[]): Promise<void> {
    for (const one of some) {
      one.isStopping = true
      one.running?.child.kill('SIGTERM')
    }
    const dead = setTimeout(() => {
      for (const { running } of some) running?.child.kill('SIGKILL')
    }, 20_000)
    await Promise.all(some.map((one) => this.#loops.get(one)))
    clearTimeout(dead)
  }

  async #supervise(one: Supervised): Promise<void> {
    const { app } = this.options
    const log = createWriteStream(join(app.folder, 'logs', `${one.name.replace(' ', '-')}.log`))
    while (!one.isStopping) {
      one.starts += 1
      one.startedAt = Date.now()
      one.readyAt = undefined
      const running = start(process.execPath, [app.file, ...one.args], one.env)
      running.child.stderr?.pipe(log, { end: false })
      running.child.stdout?.pipe(log, { end: false })
      one.running = running
      const { kills } = one
      const hasEnded = await this.#untilAnswer(one, running)
      if (!hasEnded) await running.ended
      if (!hasEnded && !one.isStopping && one.kills === kills) one.ends += 1
      if (!one.isStopping) await sleep(RESTART_MS)
    }
    log.end()
  }

  /** Waits until a process answers. @returns whether it has ended before that */
  async #untilAnswer(one: Supervised, running: Running): Promise<boolean> {
    let hasEnded = false
    const ended = running.ended.then(() => {
      hasEnded = true
    })
    while (!hasEnded && !(await isListening(one.port))) await Promise.race([ended, sleep(100)])
    if (!hasEnded) one.readyAt = Date.now()
    return hasEnded
  }

  async #kill(): Promise<void> {
    const { random, databaseUrls } = this.options
    // The gateway, to which clients talk, as often as keepers and attestors. Where the database has faults, killed gateways
    // are one of them.
    const kinds = databaseUrls ? ['keeper', 'attestor'] : ['gateway', 'keeper', 'attestor']
    while (this.#isKilling) {
      const until = Date.now() + random.int(SHORTEST_MS, LONGEST_MS)
      while (this.#isKilling && Date.now() < until) await sleep(50)
      if (!this.#isKilling) return
      const kind = random.pick(kinds)
      const victim = random.pick(this.all.filter(({ name }) => name.startsWith(kind)))
      if (!random.oneIn(5) && !hasWorked(victim)) continue
      kill(victim)
    }
  }
}

/** Kills a process, which is then started again. */
export function kill(one: Supervised): void {
  if (one.running?.child.kill('SIGKILL')) one.kills += 1
}

/** Whether a process has worked for as long as it took to start: on a slow machine it would else never work. */
function hasWorked(one: Supervised): boolean {
  return one.readyAt !== undefined && Date.now() - one.readyAt >= one.readyAt - one.startedAt
}
