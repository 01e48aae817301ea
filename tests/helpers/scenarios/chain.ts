// The interface of the chains that scenarios run on.

import type { Connection, Keypair, PublicKey } from '@solana/web3.js'

/** A chain that scenarios run on, with the program deployed and configured. */
export interface ScenarioChain {
  readonly node: { rpcUrl: string; wsUrl: string }
  readonly connection: Connection
  /** Whether `reach` moves the clock. Otherwise it waits, and scenarios skip steps that would take minutes. */
  readonly hasMovableClock: boolean
  /** New wallets that hold 100 SOL and 100,000 UTILITY. */
  wallets(count: number): Promise<Keypair[]>
  /** A unix second with a known price, far enough from now to open a market and bet on it. */
  nextExpiry(): Promise<number>
  /** Moves the chain's clock to a unix second, or waits for it. */
  reach(second: number): Promise<void>
  /** The address of the Pyth update for that second: {@link SOL_PRICE} dollars for one SOL. */
  postedPrice(second: number): Promise<PublicKey>
  stop(): Promise<void>
}

/** The price of SOL in scenarios, in whole dollars. */
export const SOL_PRICE = 151n
