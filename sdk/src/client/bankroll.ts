import { unpackAccount } from '@solana/spl-token'
import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { type Bankroll, decodeBankroll } from '../accounts/decode.ts'
import { accountSize } from '../coder.ts'
import { CURRENCIES, type CurrencyId, parseCurrency } from '../currency.ts'
import { type AddressInput, requireAddress } from '../input.ts'
import {
  deposit,
  placeBetFromBankroll,
  type SetDelegateInput,
  setDelegate,
  withdraw,
} from '../instructions/bankroll.ts'
import { type Currency, tokenAccount } from '../instructions/currency.ts'
import { betEvidence } from '../oracle/evidence.ts'
import { findBankroll } from '../pda.ts'
import type { AccountName } from '../program.ts'
import type { Amounts } from '../values.ts'
import { DecisionPlanner } from './decision.ts'
import type { BankrollBetInput, BankrollMoneyInput } from './inputs.ts'
import type { Fetched, MarketRef } from './reader.ts'
import { remember } from './remember.ts'
import { ensureTokenAccount } from './token-account.ts'

/** A bankroll and what can be taken out of it. */
export interface BankrollFunds {
  address: PublicKey
  /** `null` before the first deposit. */
  bankroll: Fetched<Bankroll> | null
  /** Lamports above the rent of its account, and base units in its associated token account. */
  balances: Amounts
  /** The slot at which the node read it. */
  slot: number
}

/** Reads bankrolls and builds their instructions. */
export class BankrollPlanner extends DecisionPlanner {
  private readonly rents = new Map<AccountName, Promise<number>>()

  /**
   * The bankroll of an owner and its balances. Fetches both accounts in one call, the rent once, and the configuration
   * unless the mint of UTILITY is given.
   */
  async bankrollFunds(owner: AddressInput, utilityMint?: PublicKey): Promise<BankrollFunds> {
    const mint = utilityMint ?? (await this.config()).utilityMint
    const currency = await this.currencyOf({ mint })
    const address = findBankroll(owner, this.programId)
    const tokens = tokenAccount(currency, address, 'bankrollToken') as PublicKey
    const { context, value } = await this.connection.getMultipleAccountsInfoAndContext([address, tokens], {
      commitment: this.commitment,
    })
    const [account, held] = value
    const UTILITY = held ? unpackAccount(tokens, held, held.owner).amount : 0n
    const { slot } = context
    // Anyone can send lamports to the address before the first deposit opens it.
    if (!account?.owner.equals(this.programId)) {
      return { address, bankroll: null, balances: { SOL: 0n, UTILITY }, slot }
    }
    const bankroll = { ...decodeBankroll(account.data), address }
    const SOL = BigInt(Math.max(0, account.lamports - (await this.rentOf('bankroll'))))
    return { address, bankroll, balances: { SOL, UTILITY }, slot }
  }

  /** Lamports that a bet pays for the rent of the owner's position; 0 if they have one in this market already. */
  async positionRent(market: MarketRef, owner: AddressInput): Promise<bigint> {
    return (await this.position(market, owner)) ? 0n : BigInt(await this.rentOf('position'))
  }

  /** Puts money into the owner's bankroll; creates its token account, at the owner's cost, if it is missing. */
  async buildDeposit({
    owner,
    currency: name,
    amount,
  }: BankrollMoneyInput): Promise<TransactionInstruction[]> {
    const currency = await this.currencyCalled(name)
    const payer = requireAddress('owner', owner)
    const create = ensureTokenAccount(currency, findBankroll(owner, this.programId), payer)
    return [...create, deposit({ owner, amount, ...currency }, this.programId)]
  }

  /** Takes money out of the owner's bankroll; creates the owner's token account if it is missing. */
  async buildWithdraw({
    owner,
    currency: name,
    amount,
  }: BankrollMoneyInput): Promise<TransactionInstruction[]> {
    const currency = await this.currencyCalled(name)
    const payer = requireAddress('owner', owner)
    const create = ensureTokenAccount(currency, payer, payer)
    return [...create, withdraw({ owner, amount, ...currency }, this.programId)]
  }

  /** Names who may bet from the owner's bankroll, changes that, or ends it. Fetches nothing. */
  async buildSetDelegate(input: SetDelegateInput): Promise<TransactionInstruction[]> {
    return [setDelegate(input, this.programId)]
  }

  /** Stakes from a bankroll on a side, for its owner. */
  async buildBankrollBet({ market, ...bet }: BankrollBetInput): Promise<TransactionInstruction[]> {
    const loaded = await this.load(market)
    const currency = await this.currencyOf(loaded)
    const evidence = betEvidence(loaded)
    return [placeBetFromBankroll({ ...bet, ...currency, market: loaded.address, evidence }, this.programId)]
  }

  private async currencyCalled(id: CurrencyId): Promise<Currency> {
    const { isNative } = CURRENCIES[parseCurrency(id)]
    const named = isNative ? null : await this.currencyNamed(id, await this.config())
    return named ?? { mint: null, tokenProgram: null }
  }

  private rentOf(name: AccountName): Promise<number> {
    return remember(this.rents, name, () =>
      this.connection.getMinimumBalanceForRentExemption(accountSize(name)),
    )
  }
}
