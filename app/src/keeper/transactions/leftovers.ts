// Closes accounts of signed price messages that a killed keeper left open, to get their rent back.

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
 * Closes accounts of signed price messages that a killed keeper left open, to get their rent back. An account is closed
 * once two sweeps have seen it: a newer one may be in use. Few receivers need messages on the chain, so one without any
 * is read once, and again when this keeper has written a message for it.
 */
export class Leftovers {
  #seen = new Set<string>()
  readonly #receivers = new Set<PublicKey>(PYTH_RECEIVERS)
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly options: LeftoverOptions) {}

  start(): void {
    this.#timer = setInterval(() => void this.sweep(), SWEEP_MS).unref()
    void this.sweep()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Reads a receiver again in the next sweep: a message has been written for it. */
  expect(receiver: PublicKey): void {
    this.#receivers.add(PYTH_RECEIVERS.find((one) => one.equals(receiver)) ?? receiver)
  }

  async sweep(): Promise<void> {
    const seen = new Set<string>()
    for (const receiver of [...this.#receivers]) {
      this.#receivers.delete(receiver)
      for (const payer of this.options.payers) {
        const isDone = await this.#sweep(payer, receiver, seen).catch((error: Error) => {
          this.options.onError(error)
          return false
        })
        if (!isDone) this.#receivers.add(receiver)
      }
    }
    this.#seen = seen
  }

  /** @returns whether the payer had no messages */
  async #sweep(payer: Keypair, receiver: PublicKey, seen: Set<string>): Promise<boolean> {
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
    return accounts.length === 0
  }
}
