import { PROGRAM_ID } from '@prediction-market/sdk'
import { SYSVAR_CLOCK_PUBKEY } from '@solana/web3.js'
import { callRpc } from '../../../app/src/localnet/cheats.ts'
import type { Result } from './faults.ts'

/** The chain at a slot, as far as a node that lags needs it. */
export interface Snapshot {
  slot: number
  /** The answer to `getLatestBlockhash`. */
  blockhash: Result
  /** The program's accounts and the clock, in base64, by address. */
  accounts: ReadonlyMap<string, Result>
}

const EVERY_MS = 400

/** Snapshots that are kept: as long as a node may lag or be on a fork. */
const KEPT = 60

const CONFIRMED = { commitment: 'confirmed' }

/** Records the state of the real node, so that others can answer as it was some seconds ago. */
export class Recorder {
  #snapshots: Snapshot[] = []
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  private constructor(private readonly rpcUrl: string) {}

  static async start(rpcUrl: string): Promise<Recorder> {
    const recorder = new Recorder(rpcUrl)
    await recorder.#record()
    recorder.#schedule()
    return recorder
  }

  get latest(): Snapshot {
    return this.#snapshots.at(-1) as Snapshot
  }

  /** The chain as it was about that many milliseconds ago. */
  before(milliseconds: number): Snapshot {
    const index = this.#snapshots.length - 1 - Math.round(milliseconds / EVERY_MS)
    return this.#snapshots[Math.max(0, index)] as Snapshot
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #schedule(): void {
    this.#timer = setTimeout(async () => {
      await this.#record().catch(() => {})
      if (!this.#isStopped) this.#schedule()
    }, EVERY_MS)
  }

  async #record(): Promise<void> {
    const ask = (method: string, params: unknown[]) => callRpc<Result>(this.rpcUrl, method, params)
    const encoded = { ...CONFIRMED, encoding: 'base64' }
    const clock = SYSVAR_CLOCK_PUBKEY.toBase58()
    // The slot first: what the accounts have on top of it was not confirmed then.
    const { context } = await ask('getAccountInfo', [clock, encoded])
    const [programAccounts, { value }, blockhash] = await Promise.all([
      ask('getProgramAccounts', [PROGRAM_ID.toBase58(), encoded]),
      ask('getAccountInfo', [clock, encoded]),
      ask('getLatestBlockhash', [CONFIRMED]),
    ])
    const accounts = new Map<string, Result>([[clock, value]])
    for (const { pubkey, account } of programAccounts) accounts.set(pubkey, account)
    this.#snapshots = [...this.#snapshots, { slot: context.slot, blockhash, accounts }].slice(-KEPT)
  }
}
