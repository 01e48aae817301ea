// Builds `place_bet`: a bet from a wallet.

import { findConfig, findEscrow, findPosition, requireAddresses } from '../addresses.ts'
import { requireU64 } from '../numbers.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'
import { buildInstruction, readOnly } from './build.ts'
import { type CurrencyInput, requireCurrency, tokenAccount } from './currency.ts'
import { encodeStake, type StakeInput } from './stake.ts'

/** A bet. */
export interface PlaceBetInput<L extends Library> extends CurrencyInput<L>, StakeInput {
  /** Signs, pays, and owns the position. */
  bettor: AddressInput<L>
  market: AddressInput<L>
  /** Where a stake in UTILITY comes from; the bettor's associated account by default. */
  bettorToken?: AddressInput<L> | undefined
  /**
   * The minimum payout if this side wins with the pools right after the bet, in base units; 0 by default, for no
   * minimum. Later bets can still dilute it.
   */
  minPayout?: bigint | undefined
  /** Accounts with the condition's state, as `betEvidence` lists them. */
  evidence?: readonly AddressInput<L>[] | undefined
}

/** Stakes `amount` base units on `outcome`. */
export function placeBet<L extends Library>(codec: Codec<L>, input: PlaceBetInput<L>): L['Instruction'] {
  const bettor = codec.address('bettor', input.bettor)
  const market = codec.address('market', input.market)
  const currency = requireCurrency(codec, input)
  return buildInstruction(codec, 'placeBet', {
    accounts: {
      bettor,
      config: findConfig(codec),
      market,
      escrow: findEscrow(codec, market),
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
