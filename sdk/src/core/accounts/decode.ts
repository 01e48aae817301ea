// The program's accounts with web3.js addresses: types and decoders.

import { PublicKey } from '@solana/web3.js'
import { accountDecoders } from './decoders.ts'
import type {
  AttestorSetOf,
  BankrollOf,
  ConfigOf,
  DelegateOf,
  FeeVault,
  MarketOf,
  PositionOf,
  QuestionOf,
} from './shapes.ts'

export { type FeeVault, type MarketStatus, STATUSES } from './shapes.ts'

/** The one configuration of the program. */
export type Config = ConfigOf<PublicKey>

/** Keys whose holders attest what no account on chain shows. */
export type AttestorSet = AttestorSetOf<PublicKey>

/** Two keys that may bet together from a bankroll. */
export type Delegate = DelegateOf<PublicKey>

/** The money that an owner has put aside for bets. */
export type Bankroll = BankrollOf<PublicKey>

/** A market. Times are unix seconds, amounts base units of its currency. */
export type Market = MarketOf<PublicKey>

/** The text of a market's question. */
export type Question = QuestionOf<PublicKey>

/** The stakes of one owner in one market. */
export type Position = PositionOf<PublicKey>

const decoders = /* @__PURE__ */ accountDecoders((bytes) => new PublicKey(bytes))

/** Decodes the configuration. */
export function decodeConfig(data: Uint8Array): Config {
  return decoders.config(data)
}

/** Decodes an attestor set. */
export function decodeAttestorSet(data: Uint8Array): AttestorSet {
  return decoders.attestorSet(data)
}

/** Decodes the fee vault. */
export function decodeFeeVault(data: Uint8Array): FeeVault {
  return decoders.feeVault(data)
}

/** Decodes a bankroll. */
export function decodeBankroll(data: Uint8Array): Bankroll {
  return decoders.bankroll(data)
}

/** Decodes a market. */
export function decodeMarket(data: Uint8Array): Market {
  return decoders.market(data)
}

/** Decodes a question. */
export function decodeQuestion(data: Uint8Array): Question {
  return decoders.question(data)
}

/** Decodes a position. */
export function decodePosition(data: Uint8Array): Position {
  return decoders.position(data)
}
