// `client.bankroll`: reads bankrolls, moves money in and out of them, and names delegates.

import type { BankrollOf } from '../accounts/shapes.ts'
import { findBankroll } from '../addresses.ts'
import type { SetDelegateInput } from '../instructions/bankroll.ts'
import { ensureTokenAccount, tokenAccount } from '../instructions/currency.ts'
import { betEvidence } from '../oracle/evidence.ts'
import type { Amounts } from '../shapes.ts'
import { readTokenAmount } from '../token-accounts.ts'
import type { Sent } from '../transaction/confirmation.ts'
import type { SendOptions } from '../transaction/options.ts'
import type { AddressInput, Fetched, Library } from '../wire.ts'
import type { BankrollBetInput, BankrollMoneyInput } from './inputs.ts'
import { ClientPart } from './part.ts'

/** Most pages have no bankrolls: bundlers load the builders when they are needed. */
const builders = () => import('../instructions/bankroll.ts')

/** A bankroll and what can be taken out of it. */
export interface BankrollFundsOf<L extends Library> {
  address: L['Address']
  /** `null` before the first deposit. */
  bankroll: Fetched<BankrollOf<L['Address']>, L['Address']> | null
  /** Lamports above the rent of its account, and base units in its associated token account. */
  balances: Amounts
  /** The slot at which the node read it. */
  slot: number
}

/** `client.bankroll`: money that its owner has put aside for bets by delegates. */
export class Bankrolls<L extends Library> extends ClientPart<L> {
  /** The bankroll of an owner; `null` if there is none. */
  get(owner: AddressInput<L>): Promise<Fetched<BankrollOf<L['Address']>, L['Address']> | null> {
    return this.reader.optional(findBankroll(this.reader.wire, owner), this.reader.decode.bankroll)
  }

  /** The bankroll of an owner and its balances; fetches the configuration unless `utilityMint` is given. */
  async funds(owner: AddressInput<L>, utilityMint?: L['Address']): Promise<BankrollFundsOf<L>> {
    const { wire } = this.reader
    const mint = utilityMint ?? (await this.reader.config()).utilityMint
    const currency = await this.currencies.of({ mint })
    const address = findBankroll(wire, owner)
    const tokens = tokenAccount(wire, currency, address, 'bankrollToken') as L['Address']
    const { accounts, slot } = await wire.accounts([address, tokens])
    const [account = null, held] = accounts
    const UTILITY = (held && readTokenAmount(wire.text(held.owner), held.data)) ?? 0n
    // Anyone can send lamports to the address before the first deposit opens it.
    if (!this.reader.isOwn(account)) {
      return { address, bankroll: null, balances: { SOL: 0n, UTILITY }, slot }
    }
    const bankroll = { ...this.reader.decode.bankroll(account.data), address }
    const above = account.lamports - (await this.reader.rent('bankroll'))
    const SOL = above > 0n ? above : 0n
    return { address, bankroll, balances: { SOL, UTILITY }, slot }
  }

  /** Puts money into the signer's bankroll; the first deposit opens it. */
  deposit(input: Omit<BankrollMoneyInput<L>, 'owner'>, options: SendOptions<L> = {}): Promise<Sent> {
    return this.sendBuilt((owner) => this.buildDeposit({ ...input, owner }), options)
  }

  /** Builds {@link deposit}; creates the bankroll's token account, at the owner's cost, if it is missing. */
  async buildDeposit({ currency: name, ...input }: BankrollMoneyInput<L>): Promise<L['Instruction'][]> {
    const { wire } = this.reader
    const currency = await this.currencies.named(name)
    const owner = wire.address('owner', input.owner)
    const create = ensureTokenAccount(wire, currency, findBankroll(wire, owner), owner)
    return [...create, (await builders()).deposit(wire, { ...input, ...currency })]
  }

  /** Takes money out of the signer's bankroll. */
  withdraw(input: Omit<BankrollMoneyInput<L>, 'owner'>, options: SendOptions<L> = {}): Promise<Sent> {
    return this.sendBuilt((owner) => this.buildWithdraw({ ...input, owner }), options)
  }

  /** Builds {@link withdraw}; creates the owner's token account if it is missing. */
  async buildWithdraw({ currency: name, ...input }: BankrollMoneyInput<L>): Promise<L['Instruction'][]> {
    const { wire } = this.reader
    const currency = await this.currencies.named(name)
    const owner = wire.address('owner', input.owner)
    const create = ensureTokenAccount(wire, currency, owner, owner)
    return [...create, (await builders()).withdraw(wire, { ...input, ...currency })]
  }

  /** Adds, changes or removes a delegate of the signer's bankroll. */
  setDelegate(input: Omit<SetDelegateInput<L>, 'owner'>, options: SendOptions<L> = {}): Promise<Sent> {
    return this.sendBuilt((owner) => this.buildSetDelegate({ ...input, owner }), options)
  }

  /** Builds {@link setDelegate}. Fetches nothing. */
  async buildSetDelegate(input: SetDelegateInput<L>): Promise<L['Instruction'][]> {
    return [(await builders()).setDelegate(this.reader.wire, input)]
  }

  /** Builds a bet from a bankroll, for its owner; both keys of a delegate sign it, or the owner does. */
  async buildBet({ market, ...bet }: BankrollBetInput<L>): Promise<L['Instruction'][]> {
    const { wire } = this.reader
    const loaded = await this.reader.market(market)
    await this.feeds.bet(loaded, () => this.reader.chainTime())
    const currency = await this.currencies.of(loaded)
    const evidence = betEvidence(wire, loaded)
    const { placeBetFromBankroll } = await builders()
    return [placeBetFromBankroll(wire, { ...bet, ...currency, market: loaded.address, evidence })]
  }
}
