// Builds the instructions of bankrolls: deposit, withdraw, delegates, bets and closing.

import { MAX_BET_FEE } from '../../idl/limits.ts'
import { findBankroll, findPosition, requireAddresses } from '../addresses.ts'
import { CURRENCY_IDS } from '../currency.ts'
import { requireLamports, requireSeconds, requireU64 } from '../numbers.ts'
import type { DelegateLimits } from '../shapes.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'
import { buildInstruction, readOnly } from './build.ts'
import { associatedOf, type CurrencyInput, requireCurrency, tokenAccount } from './currency.ts'
import { encodeStake, type StakeInput } from './place-bet.ts'

/** A deposit to a bankroll or a withdrawal from it. */
export interface BankrollTransferInput<L extends Library> extends CurrencyInput<L> {
  /** Whose bankroll it is; signs. */
  owner: AddressInput<L>
  /** Lamports, or base units of the mint. */
  amount: bigint
  /** The owner's token account; the associated one by default. */
  ownerToken?: AddressInput<L> | undefined
}

/** Puts money into the owner's bankroll; the first deposit opens it. Tokens need its associated account to exist. */
export function deposit<L extends Library>(codec: Codec<L>, input: BankrollTransferInput<L>) {
  const owner = codec.address('owner', input.owner)
  const currency = requireCurrency(codec, input)
  const bankroll = findBankroll(codec, owner)
  const [bankrollToken, tokenBump] = associatedOf(codec, currency, bankroll)
  return buildInstruction(codec, 'deposit', {
    accounts: {
      owner,
      bankroll,
      ownerToken: tokenAccount(codec, currency, owner, 'ownerToken', input.ownerToken),
      bankrollToken,
      ...currency,
    },
    args: { amount: requireU64('amount', input.amount, 1n), tokenBump },
  })
}

/** A withdrawal. */
export interface WithdrawInput<L extends Library> extends BankrollTransferInput<L> {
  /** Any token account of the bankroll; the associated one by default. */
  bankrollToken?: AddressInput<L> | undefined
}

/** Takes money out of the owner's bankroll. */
export function withdraw<L extends Library>(codec: Codec<L>, input: WithdrawInput<L>) {
  const owner = codec.address('owner', input.owner)
  const currency = requireCurrency(codec, input)
  const bankroll = findBankroll(codec, owner)
  return buildInstruction(codec, 'withdraw', {
    accounts: {
      owner,
      bankroll,
      bankrollToken: tokenAccount(codec, currency, bankroll, 'bankrollToken', input.bankrollToken),
      ownerToken: tokenAccount(codec, currency, owner, 'ownerToken', input.ownerToken),
      ...currency,
    },
    args: { amount: requireU64('amount', input.amount, 1n) },
  })
}

/** A delegate of a bankroll. */
export interface SetDelegateInput<L extends Library> {
  /** Whose bankroll it is; signs. */
  owner: AddressInput<L>
  /** The delegate's key, by which it is known. */
  key: AddressInput<L>
  /** The key that must sign as well. */
  cosigner: AddressInput<L>
  /** What it may do; `null` to end it. */
  limits: DelegateLimits | null
}

/** Adds, changes or removes a delegate of the owner's bankroll. */
export function setDelegate<L extends Library>(
  codec: Codec<L>,
  { key, cosigner, limits, ...input }: SetDelegateInput<L>,
) {
  const owner = codec.address('owner', input.owner)
  return buildInstruction(codec, 'setDelegate', {
    accounts: { owner, bankroll: findBankroll(codec, owner) },
    args: {
      key: codec.address('key', key),
      cosigner: codec.address('cosigner', cosigner),
      limits: limits && encodeLimits(limits),
    },
  })
}

function encodeLimits({ perBet, total, maxFee, expiresAt }: DelegateLimits): object {
  const pair = (name: string, amounts: DelegateLimits['total']) =>
    CURRENCY_IDS.map((currency) => requireU64(`limits.${name}.${currency}`, amounts[currency]))
  return {
    perBet: pair('perBet', perBet),
    total: pair('total', total),
    maxFee: requireLamports('limits.maxFee', maxFee, MAX_BET_FEE),
    expiresAt: requireSeconds('limits.expiresAt', expiresAt),
  }
}

/** A bet from a bankroll. */
export interface PlaceBetFromBankrollInput<L extends Library> extends CurrencyInput<L>, StakeInput {
  /** Whose bankroll and position it is. */
  owner: AddressInput<L>
  market: AddressInput<L>
  /** Both keys of a delegate, which sign; by default the owner does. */
  delegate?: { key: AddressInput<L>; cosigner: AddressInput<L> } | undefined
  /** The minimum payout, as in `placeBet`; none by default. */
  minPayout?: bigint | undefined
  /** Lamports for the cosigner, who pays the network fee; none by default. */
  fee?: bigint | undefined
  /** Any number; the event repeats it. 0 by default. */
  requestId?: bigint | undefined
  /** Where a stake in UTILITY comes from; the bankroll's associated account by default. */
  bankrollToken?: AddressInput<L> | undefined
  /** Accounts with the condition's state, as `betEvidence` lists them. */
  evidence?: readonly AddressInput<L>[] | undefined
}

/** Stakes `amount` base units of a bankroll on `outcome`, for its owner. */
export function placeBetFromBankroll<L extends Library>(
  codec: Codec<L>,
  input: PlaceBetFromBankrollInput<L>,
) {
  const owner = codec.address('owner', input.owner)
  const market = codec.address('market', input.market)
  const { delegate } = input
  const currency = requireCurrency(codec, input)
  const bankroll = findBankroll(codec, owner)
  return buildInstruction(codec, 'placeBetFromBankroll', {
    accounts: {
      signer: delegate ? codec.address('delegate.key', delegate.key) : owner,
      cosigner: delegate ? codec.address('delegate.cosigner', delegate.cosigner) : null,
      bankroll,
      market,
      position: findPosition(codec, market, owner),
      bankrollToken: tokenAccount(codec, currency, bankroll, 'bankrollToken', input.bankrollToken),
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
    remaining: requireAddresses(codec, 'evidence', input.evidence ?? []).map(readOnly),
  })
}

/** Closes the owner's bankroll: its lamports go to the owner, and every delegate ends. Withdraw tokens first. */
export function closeBankroll<L extends Library>(codec: Codec<L>, input: { owner: AddressInput<L> }) {
  const owner = codec.address('owner', input.owner)
  const accounts = { owner, bankroll: findBankroll(codec, owner) }
  return buildInstruction(codec, 'closeBankroll', { accounts })
}
