// Builds bets from wallets and the claims of their owners.

import { findPosition, requireAddresses } from '../addresses.ts'
import { InvalidInputError } from '../errors.ts'
import { requireU64 } from '../numbers.ts'
import type { Outcome } from '../shapes.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'
import { buildInstruction, readOnly } from './build.ts'
import { type CurrencyInput, requireCurrency, tokenAccount } from './currency.ts'

/** A bet. */
export interface PlaceBetInput<L extends Library> extends CurrencyInput<L>, StakeInput {
  /** Signs, pays, and owns the position. */
  bettor: AddressInput<L>
  market: AddressInput<L>
  /** Where a stake in UTILITY comes from; the bettor's associated account by default. */
  bettorToken?: AddressInput<L> | undefined
  /** The least payout if this side wins with the pools after the bet, in base units; 0, the default, for none. */
  minPayout?: bigint | undefined
  /** Accounts with the condition's state, as `betEvidence` lists them. */
  evidence?: readonly AddressInput<L>[] | undefined
}

/** Stakes `amount` base units on `outcome`. */
export function placeBet<L extends Library>(codec: Codec<L>, input: PlaceBetInput<L>) {
  const bettor = codec.address('bettor', input.bettor)
  const market = codec.address('market', input.market)
  const currency = requireCurrency(codec, input)
  return buildInstruction(codec, 'placeBet', {
    accounts: {
      bettor,
      market,
      position: findPosition(codec, market, bettor),
      bettorToken: tokenAccount(codec, currency, bettor, 'bettorToken', input.bettorToken),
      ...currency,
    },
    args: {
      stake: encodeStake(input),
      minPayout: requireU64('minPayout', input.minPayout ?? 0n),
    },
    remaining: requireAddresses(codec, 'evidence', input.evidence ?? []).map(readOnly),
  })
}

/** The position to claim. */
export interface ClaimPositionInput<L extends Library> extends CurrencyInput<L> {
  /** Signs and is paid. */
  owner: AddressInput<L>
  market: AddressInput<L>
  /** Any token account of the owner, for a payout in UTILITY; the associated one by default. */
  ownerToken?: AddressInput<L> | undefined
}

/** The owner settles their own position. */
export function claimPosition<L extends Library>(codec: Codec<L>, input: ClaimPositionInput<L>) {
  const owner = codec.address('owner', input.owner)
  const market = codec.address('market', input.market)
  const currency = requireCurrency(codec, input)
  return buildInstruction(codec, 'claimPosition', {
    accounts: {
      owner,
      market,
      position: findPosition(codec, market, owner),
      ownerToken: tokenAccount(codec, currency, owner, 'ownerToken', input.ownerToken),
      ...currency,
    },
  })
}

/** A side and an amount. */
export interface StakeInput {
  outcome: Outcome
  /** Base units. */
  amount: bigint
}

/** Checks a stake and encodes it. */
export function encodeStake({ outcome, amount }: StakeInput, field = '') {
  const isKnown = outcome === 'Yes' || outcome === 'No'
  if (!isKnown) throw new InvalidInputError(`${field}outcome`, 'must be Yes or No')
  return {
    outcome: { [outcome.toLowerCase()]: {} },
    amount: requireU64(`${field}amount`, amount, 1n),
  }
}
