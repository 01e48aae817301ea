import {
  closeMessage,
  messageFilters,
  PYTH_RECEIVERS,
  pythDeployment,
} from '@prediction-market/sdk/oracle/pyth'
import { type Keypair, PublicKey } from '@solana/web3.js'
import type { NodeConnection } from '../../chain/node-connection.ts'
import { programAccounts } from '../../chain/program-accounts.ts'
import type { Sender } from './sender.ts'

/** The parts that a sweep uses. */
export interface LeftoverOptions {
  connection: NodeConnection
  payers: readonly Keypair[]
  sender: Pick<Sender, 'send'>
  /** Called when accounts could not be read or closed; the next sweep tries again. */
  onError: (error: Error) => void
}

/** Milliseconds between two sweeps: much longer than posting a price takes. */
const SWEEP_MS = 600_000

/**
 * Closes accounts of signed price messages that a killed keeper left over, and so gets their rent back. An account is
 * closed once two sweeps have seen it: a newer one may be in use.
 */
export class Leftovers {
  #seen = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly options: LeftoverOptions) {}

  start(): void {
    this.#timer = setInterval(() => void this.sweep(), SWEEP_MS).unref()
    void this.sweep()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async sweep(): Promise<void> {
    const seen = new Set<string>()
    for (const payer of this.options.payers) {
      for (const receiver of PYTH_RECEIVERS) {
        await this.#sweep(payer, receiver, seen).catch(this.options.onError)
      }
    }
    this.#seen = seen
  }

  async #sweep(payer: Keypair, receiver: PublicKey, seen: Set<string>): Promise<void> {
    const { connection, sender } = this.options
    const filters = messageFilters(payer.publicKey)
    const dataSlice = { offset: 0, length: 0 }
    const { wormhole } = pythDeployment(receiver)
    const { accounts } = await programAccounts(connection, wormhole, { filters, dataSlice })
    for (const { address } of accounts) {
      seen.add(address)
      if (!this.#seen.has(address)) continue
      const close = closeMessage({ receiver, payer: payer.publicKey, account: new PublicKey(address) })
      await sender.send({ instructions: [close] }, payer)
    }
  }
}
