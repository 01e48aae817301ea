import type { Condition, Fetched, Market, SignedAttestation } from '@prediction-market/sdk'
import type { Keypair, PublicKey, TransactionInstruction } from '@solana/web3.js'

/** What decides a market. */
export interface Proof {
  /** The account that holds a Pyth update. */
  price?: PublicKey | undefined
  /** What attestors have signed. */
  attestation?: SignedAttestation | undefined
  /** What the transaction of the decision does first, and last. */
  before?: readonly TransactionInstruction[]
  after?: readonly TransactionInstruction[]
  /** Who signs that transaction, besides whoever pays for it. */
  signers?: readonly Keypair[]
  /** Pays for that transaction, where it must be a certain one. */
  payer?: Keypair
  /** Gives back what the proof took, where the decision was not made. */
  abandon?: () => Promise<void>
}

/** Where the proofs of some conditions come from. */
export interface ProofSource {
  /**
   * Whether a condition by expiry may hold before that, by what was read last. Asked all the time, so it asks
   * nobody.
   */
  holds(market: Fetched<Market>): boolean
  /** The proof; `null` as long as there is none. However it is found, that takes no longer than a minute or two. */
  prove(market: Fetched<Market>): Promise<Proof | null>
}

/** Where the proofs of each kind of condition come from. */
export type ProofSources = Readonly<Partial<Record<Condition['type'], ProofSource>>>
