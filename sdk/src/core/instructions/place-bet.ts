// Builds `place_bet`: a bet from a wallet.

import type { TransactionInstruction } from '@solana/web3.js'
import { type AddressInput, requireAddress, requireAddresses, requireU64 } from '../../web3/input.ts'
import { findConfig, findEscrow, findPosition } from '../../web3/pda.ts'
import { PROGRAM_ID } from '../../web3/program-id.ts'
import { buildInstruction, readOnly } from './build.ts'
import { type CurrencyInput, requireCurrency, tokenAccount } from './currency.ts'
import { encodeStake, type StakeInput } from './stake.ts'

/** A bet. */
export interface PlaceBetInput extends CurrencyInput, StakeInput {
  /** Signs, pays, and owns the position. */
  bettor: AddressInput
  market: AddressInput
  /** Where a stake in UTILITY comes from; the bettor's associated account by default. */
  bettorToken?: AddressInput | undefined
  /**
   * The minimum payout if this side wins with the pools right after the bet, in base units; 0 by default, for no
   * minimum. Later bets can still dilute it.
   */
  minPayout?: bigint | undefined
  /** Accounts with the condition's state, as `betEvidence` lists them. */
  evidence?: readonly AddressInput[] | undefined
}

/** Stakes `amount` base units on `outcome`. */
export function placeBet(input: PlaceBetInput, programId: AddressInput = PROGRAM_ID): TransactionInstruction {
  const bettor = requireAddress('bettor', input.bettor)
  const market = requireAddress('market', input.market)
  const currency = requireCurrency(input)
  return buildInstruction(
    'placeBet',
    {
      accounts: {
        bettor,
        config: findConfig(programId),
        market,
        escrow: findEscrow(market, programId),
        position: findPosition(market, bettor, programId),
        bettorToken: tokenAccount(currency, bettor, 'bettorToken', input.bettorToken),
        ...currency,
      },
      args: {
        stake: encodeStake(input),
        minPayout: requireU64('minPayout', input.minPayout ?? 0n),
      },
      remaining: requireAddresses('evidence', input.evidence ?? []).map(readOnly),
    },
    programId,
  )
}
