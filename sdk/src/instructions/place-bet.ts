import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { requireAddress, requireAddresses } from '../input.ts'
import { findConfig, findEscrow, findPosition } from '../pda.ts'
import { PROGRAM_ID } from '../program.ts'
import { buildInstruction, readOnly } from './build.ts'
import { type CurrencyInput, requireCurrency, tokenAccount } from './currency.ts'
import { encodeStake, type StakeInput } from './stake.ts'

/** A bet. */
export interface PlaceBetInput extends CurrencyInput, StakeInput {
  /** Signs, pays, and owns the position. */
  bettor: PublicKey
  market: PublicKey
  /** Where a stake in UTILITY comes from; the bettor's associated account by default. */
  bettorToken?: PublicKey | undefined
  /** The accounts of `betEvidence`, which show the condition's state; none for most conditions. */
  evidence?: readonly PublicKey[] | undefined
}

/** Stakes `amount` base units on `outcome`. */
export function placeBet(input: PlaceBetInput, programId: PublicKey = PROGRAM_ID): TransactionInstruction {
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
      args: { stake: encodeStake(input) },
      remaining: requireAddresses('evidence', input.evidence ?? []).map(readOnly),
    },
    programId,
  )
}
