// `client.bankroll`: reads bankrolls, moves money in and out of them, and names delegates.

import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { type AddressInput, requireAddress } from '../../web3/input.ts'
import { findBankroll } from '../../web3/pda.ts'
import type { SendOptions } from '../../web3/send/options.ts'
import type { TransactionSender } from '../../web3/send/sender.ts'
import { type Bankroll, decodeBankroll } from '../accounts/decode.ts'
import {
  deposit,
  placeBetFromBankroll,
  type SetDelegateInput,
  setDelegate,
  withdraw,
} from '../instructions/bankroll.ts'
import { tokenAccount } from '../instructions/currency.ts'
import { betEvidence } from '../oracle/evidence.ts'
import type { FeedCheck } from '../oracle/feed-check.ts'
import { readTokenAmount } from '../token-accounts.ts'
import type { Sent } from '../transaction/confirmation.ts'
import type { Amounts } from '../values.ts'
import type { Currencies } from './currencies.ts'
import type { BankrollBetInput, BankrollMoneyInput } from './inputs.ts'
import type { Fetched } from './market-ref.ts'
import type { ProgramReader } from './reader.ts'
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

/** `client.bankroll`: money that its owner has put aside for bets by delegates. */
export class Bankrolls {
  constructor(
    private readonly reader: ProgramReader,
    private readonly currencies: Currencies,
    private readonly sender: TransactionSender,
    private readonly feeds: FeedCheck,
  ) {}

  /** The bankroll of an owner; `null` if there is none. */
  get(owner: AddressInput): Promise<Fetched<Bankroll> | null> {
    return this.reader.optional(findBankroll(owner, this.reader.programId), decodeBankroll)
  }

  /**
   * The bankroll of an owner and its balances. Fetches both accounts in one call, the rent once, and the configuration
   * unless the mint of UTILITY is given.
   */
  async funds(owner: AddressInput, utilityMint?: PublicKey): Promise<BankrollFunds> {
    const { connection, programId, commitment } = this.reader
    const mint = utilityMint ?? (await this.reader.config()).utilityMint
    const currency = await this.currencies.of({ mint })
    const address = findBankroll(owner, programId)
    const tokens = tokenAccount(currency, address, 'bankrollToken') as PublicKey
    const read = await connection.getMultipleAccountsInfoAndContext([address, tokens], { commitment })
    const [account, held] = read.value
    const UTILITY = (held && readTokenAmount(held.owner.toBase58(), held.data)) ?? 0n
    const { slot } = read.context
    // Anyone can send lamports to the address before the first deposit opens it.
    if (!account?.owner.equals(programId)) {
      return { address, bankroll: null, balances: { SOL: 0n, UTILITY }, slot }
    }
    const bankroll = { ...decodeBankroll(account.data), address }
    const SOL = BigInt(Math.max(0, account.lamports - (await this.reader.rent('bankroll'))))
    return { address, bankroll, balances: { SOL, UTILITY }, slot }
  }

  /** Puts money into the signer's bankroll; the first deposit opens it. */
  async deposit(input: Omit<BankrollMoneyInput, 'owner'>, options: SendOptions = {}): Promise<Sent> {
    const owner = this.sender.signer(options).publicKey
    return this.sender.send(await this.buildDeposit({ ...input, owner }), options)
  }

  /** Builds {@link deposit}; creates the bankroll's token account, at the owner's cost, if it is missing. */
  async buildDeposit({ currency: name, ...input }: BankrollMoneyInput): Promise<TransactionInstruction[]> {
    const { programId } = this.reader
    const currency = await this.currencies.named(name)
    const owner = requireAddress('owner', input.owner)
    const create = ensureTokenAccount(currency, findBankroll(owner, programId), owner)
    return [...create, deposit({ ...input, ...currency }, programId)]
  }

  /** Takes money out of the signer's bankroll. */
  async withdraw(input: Omit<BankrollMoneyInput, 'owner'>, options: SendOptions = {}): Promise<Sent> {
    const owner = this.sender.signer(options).publicKey
    return this.sender.send(await this.buildWithdraw({ ...input, owner }), options)
  }

  /** Builds {@link withdraw}; creates the owner's token account if it is missing. */
  async buildWithdraw({ currency: name, ...input }: BankrollMoneyInput): Promise<TransactionInstruction[]> {
    const currency = await this.currencies.named(name)
    const owner = requireAddress('owner', input.owner)
    const create = ensureTokenAccount(currency, owner, owner)
    return [...create, withdraw({ ...input, ...currency }, this.reader.programId)]
  }

  /** Adds, changes or removes a delegate of the signer's bankroll. */
  async setDelegate(input: Omit<SetDelegateInput, 'owner'>, options: SendOptions = {}): Promise<Sent> {
    const owner = this.sender.signer(options).publicKey
    return this.sender.send(await this.buildSetDelegate({ ...input, owner }), options)
  }

  /** Builds {@link setDelegate}. Fetches nothing. */
  async buildSetDelegate(input: SetDelegateInput): Promise<TransactionInstruction[]> {
    return [setDelegate(input, this.reader.programId)]
  }

  /** Builds a bet from a bankroll, for its owner; both keys of a delegate sign it, or the owner does. */
  async buildBet({ market, ...bet }: BankrollBetInput): Promise<TransactionInstruction[]> {
    const { programId } = this.reader
    const loaded = await this.reader.market(market)
    await this.feeds.bet(loaded, () => this.reader.chainTime())
    const currency = await this.currencies.of(loaded)
    const evidence = betEvidence(loaded)
    return [placeBetFromBankroll({ ...bet, ...currency, market: loaded.address, evidence }, programId)]
  }
}
