// Addresses of the program's accounts, for web3.js.

import type { PublicKey } from '@solana/web3.js'
import * as core from '../core/addresses.ts'
import { codecOf } from './codec.ts'
import type { AddressInput } from './input.ts'

/** The one configuration of the program. */
export function findConfig(programId?: AddressInput): PublicKey {
  return core.findConfig(codecOf(programId))
}

/** The vault that receives the burn shares of SOL markets. */
export function findFeeVault(programId?: AddressInput): PublicKey {
  return core.findFeeVault(codecOf(programId))
}

/** The attestor set of that number; they are counted from 0. */
export function findAttestorSet(index: number, programId?: AddressInput): PublicKey {
  return core.findAttestorSet(codecOf(programId), index)
}

/** The market that `creator` opened, or can open, with that nonce. */
export function findMarket(creator: AddressInput, nonce: bigint, programId?: AddressInput): PublicKey {
  return core.findMarket(codecOf(programId), creator, nonce)
}

/** The account that holds the text of a market's question. */
export function findQuestion(market: AddressInput, programId?: AddressInput): PublicKey {
  return core.findQuestion(codecOf(programId), market)
}

/** The account that holds a market's stakes. */
export function findEscrow(market: AddressInput, programId?: AddressInput): PublicKey {
  return core.findEscrow(codecOf(programId), market)
}

/** The stakes of `owner` in a market. */
export function findPosition(market: AddressInput, owner: AddressInput, programId?: AddressInput): PublicKey {
  return core.findPosition(codecOf(programId), market, owner)
}

/** The bankroll of an owner. */
export function findBankroll(owner: AddressInput, programId?: AddressInput): PublicKey {
  return core.findBankroll(codecOf(programId), owner)
}
