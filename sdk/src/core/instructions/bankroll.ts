// Builds the instructions of bankrolls: deposit, withdraw, delegates, bets and closing.

import type { TransactionInstruction } from '@solana/web3.js'
import {
  type AddressInput,
  requireAddress,
  requireAddresses,
  requireSeconds,
  requireU64,
} from '../../web3/input.ts'
import { findBankroll, findConfig, findEscrow, findPosition } from '../../web3/pda.ts'
import { PROGRAM_ID } from '../../web3/program-id.ts'
import { CURRENCY_IDS } from '../currency.ts'
import { InvalidInputError } from '../errors.ts'
import { MAX_BET_FEE } from '../limits.ts'
import type { DelegateLimits } from '../values.ts'
import { buildInstruction, readOnly } from './build.ts'
import { associatedOf, type CurrencyInput, requireCurrency, tokenAccount } from './currency.ts'
import { encodeStake, type StakeInput } from './stake.ts'

/** A deposit to a bankroll or a withdrawal from it. */
export interface BankrollTransferInput extends CurrencyInput {
  /** Whose bankroll it is; signs. */
  owner: AddressInput
  /** Lamports, or base units of the mint. */
  amount: bigint
  /** The owner's token account; the associated one by default. */
  ownerToken?: AddressInput | undefined
}

/** Puts money into the owner's bankroll; the first deposit opens it. Tokens need its associated account to exist. */
export function deposit(
  input: BankrollTransferInput,
  programId: AddressInput = PROGRAM_ID,
): TransactionInstruction {
  const owner = requireAddress('owner', input.owner)
  const currency = requireCurrency(input)
  const bankroll = findBankroll(owner, programId)
  const [bankrollToken, tokenBump] = associatedOf(currency, bankroll)
  return buildInstruction(
    'deposit',
    {
      accounts: {
        owner,
        bankroll,
        ownerToken: tokenAccount(currency, owner, 'ownerToken', input.ownerToken),
        bankrollToken,
        ...currency,
      },
      args: { amount: requireU64('amount', input.amount, 1n), tokenBump },
    },
    programId,
  )
}

/** A withdrawal. */
export interface WithdrawInput extends BankrollTransferInput {
  /** Any token account of the bankroll; the associated one by default. */
  bankrollToken?: AddressInput | undefined
}

/** Takes money out of the owner's bankroll. */
export function withdraw(input: WithdrawInput, programId: AddressInput = PROGRAM_ID): TransactionInstruction {
  const owner = requireAddress('owner', input.owner)
  const currency = requireCurrency(input)
  const bankroll = findBankroll(owner, programId)
  return buildInstruction(
    'withdraw',
    {
      accounts: {
        owner,
        bankroll,
        bankrollToken: tokenAccount(currency, bankroll, 'bankrollToken', input.bankrollToken),
        ownerToken: tokenAccount(currency, owner, 'ownerToken', input.ownerToken),
        ...currency,
      },
      args: { amount: requireU64('amount', input.amount, 1n) },
    },
    programId,
  )
}

/** A delegate of a bankroll. */
export interface SetDelegateInput {
  /** Whose bankroll it is; signs. */
  owner: AddressInput
  /** The delegate's key, by which it is known. */
  key: AddressInput
  /** The key that must sign as well. */
  cosigner: AddressInput
  /** What it may do; `null` to end it. */
  limits: DelegateLimits | null
}

/** Adds, changes or removes a delegate of the owner's bankroll. */
export function setDelegate(
  { key, cosigner, limits, ...input }: SetDelegateInput,
  programId: AddressInput = PROGRAM_ID,
): TransactionInstruction {
  const owner = requireAddress('owner', input.owner)
  return buildInstruction(
    'setDelegate',
    {
      accounts: { owner, bankroll: findBankroll(owner, programId) },
      args: {
        key: requireAddress('key', key),
        cosigner: requireAddress('cosigner', cosigner),
        limits: limits && encodeLimits(limits),
      },
    },
    programId,
  )
}

function encodeLimits({ perBet, total, maxFee, expiresAt }: DelegateLimits): object {
  const pair = (name: string, amounts: DelegateLimits['total']) =>
    CURRENCY_IDS.map((currency) => requireU64(`limits.${name}.${currency}`, amounts[currency]))
  const fee = requireU64('limits.maxFee', maxFee)
  if (fee > BigInt(MAX_BET_FEE)) {
    throw new InvalidInputError('limits.maxFee', `must be at most ${MAX_BET_FEE} lamports`)
  }
  return {
    perBet: pair('perBet', perBet),
    total: pair('total', total),
    maxFee: fee,
    expiresAt: requireSeconds('limits.expiresAt', expiresAt),
  }
}

/** A bet from a bankroll. */
export interface PlaceBetFromBankrollInput extends CurrencyInput, StakeInput {
  /** Whose bankroll and position it is. */
  owner: AddressInput
  market: AddressInput
  /** Both keys of a delegate, which sign; by default the owner does. */
  delegate?: { key: AddressInput; cosigner: AddressInput } | undefined
  /** The minimum payout, as in `placeBet`; none by default. */
  minPayout?: bigint | undefined
  /** Lamports for the cosigner, who pays the network fee; none by default. */
  fee?: bigint | undefined
  /** Any number; the event repeats it. 0 by default. */
  requestId?: bigint | undefined
  /** Where a stake in UTILITY comes from; the bankroll's associated account by default. */
  bankrollToken?: AddressInput | undefined
  /** Accounts with the condition's state, as `betEvidence` lists them. */
  evidence?: readonly AddressInput[] | undefined
}

/** Stakes `amount` base units of a bankroll on `outcome`, for its owner. */
export function placeBetFromBankroll(
  input: PlaceBetFromBankrollInput,
  programId: AddressInput = PROGRAM_ID,
): TransactionInstruction {
  const owner = requireAddress('owner', input.owner)
  const market = requireAddress('market', input.market)
  const { delegate } = input
  const currency = requireCurrency(input)
  const bankroll = findBankroll(owner, programId)
  return buildInstruction(
    'placeBetFromBankroll',
    {
      accounts: {
        signer: delegate ? requireAddress('delegate.key', delegate.key) : owner,
        cosigner: delegate ? requireAddress('delegate.cosigner', delegate.cosigner) : null,
        bankroll,
        config: findConfig(programId),
        market,
        escrow: findEscrow(market, programId),
        position: findPosition(market, owner, programId),
        bankrollToken: tokenAccount(currency, bankroll, 'bankrollToken', input.bankrollToken),
        ...currency,
      },
      args: {
        args: {
          stake: encodeStake(input),
          minPayout: requireU64('minPayout', input.minPayout ?? 0n),
          fee: requireU64('fee', input.fee ?? 0n),
          requestId: requireU64('requestId', input.requestId ?? 0n),
        },
      },
      remaining: requireAddresses('evidence', input.evidence ?? []).map(readOnly),
    },
    programId,
  )
}

/** Closes the owner's bankroll: its lamports go to the owner, and every delegate ends. Withdraw tokens first. */
export function closeBankroll(
  input: { owner: AddressInput },
  programId: AddressInput = PROGRAM_ID,
): TransactionInstruction {
  const owner = requireAddress('owner', input.owner)
  const accounts = { owner, bankroll: findBankroll(owner, programId) }
  return buildInstruction('closeBankroll', { accounts }, programId)
}
