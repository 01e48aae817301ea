import { PROGRAM_ID } from '@prediction-market/sdk'
import { decodeTransaction } from '@prediction-market/sdk/transaction'
import type { VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import type { Result } from './faults.ts'
import type { Snapshot } from './recorder.ts'

/** A transaction that only a fork has included. */
export interface ForkedTransaction {
  signature: string
  slot: number
  /** In base64. */
  bytes: string
  logs: readonly string[]
  unitsConsumed: number
  /** Unix seconds. */
  time: number
}

type Ask = (method: string, params: unknown[]) => Promise<Result>

const PROGRAM = PROGRAM_ID.toBase58()

/**
 * A fork that a node has followed since a slot: it has none of the chain's blocks after it, and blocks of its own with
 * the transactions that were sent to it. Their effects are simulated by the real node.
 */
export class Fork {
  readonly transactions: ForkedTransaction[] = []
  readonly accounts = new Map<string, Result>()
  /** Transactions that were sent to the node and did not fit its fork. */
  readonly held = new Set<string>()

  constructor(
    readonly base: Snapshot,
    private readonly ask: Ask,
  ) {}

  /**
   * Takes a transaction that was sent to the node.
   *
   * @returns its signature, as the node answers
   */
  async take(base64: string, slot: number): Promise<string> {
    const transaction = decodeTransaction(Buffer.from(base64, 'base64'))
    const signature = bs58.encode(transaction.signatures[0] as Uint8Array)
    if (this.find(signature)) return signature
    this.held.add(base64)
    const touched = writableKeys(transaction)
    if (!(await this.#isUnchanged(touched))) return signature
    const simulated = await this.#simulate(base64, touched)
    if (!simulated) return signature
    touched.forEach((key, index) => {
      const account = simulated.accounts[index]
      if (this.base.accounts.has(key) || account?.owner === PROGRAM) this.accounts.set(key, account)
    })
    const { logs, unitsConsumed } = simulated
    // Blocks of one slot have one time, on every fork.
    const time: number = await this.ask('getBlockTime', [slot])
    this.transactions.push({ signature, slot, bytes: base64, logs, unitsConsumed, time })
    return signature
  }

  find(signature: string): ForkedTransaction | undefined {
    return this.transactions.find((one) => one.signature === signature)
  }

  /** The bytes of everything that was sent to the fork. */
  get sent(): string[] {
    return [...this.held]
  }

  /** Whether the chain has the same state of these accounts as the fork: only then the simulation is of the fork. */
  async #isUnchanged(keys: readonly string[]): Promise<boolean> {
    if (keys.some((key) => this.accounts.has(key))) return false
    const { value } = await this.ask('getMultipleAccounts', [keys, { encoding: 'base64' }])
    return keys.every((key, index) => {
      const live = value[index]
      const known = this.base.accounts.get(key)
      if (!known && live?.owner !== PROGRAM) return true
      return known?.data[0] === live?.data[0] && known?.lamports === live?.lamports
    })
  }

  async #simulate(base64: string, addresses: readonly string[]): Promise<Result | undefined> {
    const options = {
      encoding: 'base64',
      commitment: 'processed',
      accounts: { encoding: 'base64', addresses },
    }
    const { value } = await this.ask('simulateTransaction', [base64, options])
    return value.err ? undefined : value
  }
}

function writableKeys({ message }: VersionedTransaction): string[] {
  return message.staticAccountKeys
    .filter((_, index) => message.isAccountWritable(index))
    .map((key) => key.toBase58())
}
