// Settles decided markets: collects fees, pays positions and closes markets.

import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { requireAddress } from '../../web3/input.ts'
import type { SendOptions } from '../../web3/send/options.ts'
import type { TransactionSender } from '../../web3/send/sender.ts'
import { anyPriorityFee } from '../../web3/transaction/priority-fee.ts'
import { planSettlement, type SettlementBatch } from '../../web3/transaction/settlement.ts'
import { decodePosition } from '../accounts/decode.ts'
import { positionFilters } from '../accounts/filters.ts'
import { closeMarket } from '../instructions/close-market.ts'
import { collectFees } from '../instructions/collect-fees.ts'
import type { Sent } from '../transaction/confirmation.ts'
import type { Currencies } from './currencies.ts'
import type { CollectFeesRequest, KeeperInput, SettleInput } from './inputs.ts'
import type { ProgramReader } from './reader.ts'
import { ensureTokenAccount } from './token-account.ts'

/** A confirmed transaction and the owners that it paid. */
export interface Settled extends Sent {
  owners: PublicKey[]
}

/** The most transactions that are signed before the first is sent: their blockhash must not expire meanwhile. */
const SIGNED_AT_ONCE = 10

/** Collects the fees of decided markets, pays their positions and closes them. */
export class Settlements {
  constructor(
    private readonly reader: ProgramReader,
    private readonly currencies: Currencies,
    private readonly sender: TransactionSender,
  ) {}

  /** Builds the collection of the fees that are due. */
  async buildCollectFees(input: CollectFeesRequest): Promise<TransactionInstruction[]> {
    const loaded = await this.reader.market(input.market)
    const { treasury } = (await this.reader.config()).settings
    const currency = await this.currencies.of(loaded)
    const collect = collectFees({ market: loaded.address, treasury, ...currency }, this.reader.programId)
    const payer = requireAddress('payer', input.payer)
    return [...ensureTokenAccount(currency, treasury, payer), collect]
  }

  /** Builds the payment of positions, in as few transactions as can carry them. */
  async buildSettle(input: SettleInput): Promise<SettlementBatch[]> {
    const { address: market, mint } = await this.reader.market(input.market)
    const currency = await this.currencies.of({ mint })
    const positions =
      input.owners?.map((owner) => ({ owner })) ??
      (await this.reader.all(positionFilters({ market }), decodePosition))
    const payer = requireAddress('payer', input.payer)
    return planSettlement({ ...input, ...currency, payer, market, positions }, this.reader.programId)
  }

  /** Pays positions, one transaction after the other, signed ten at a time. */
  async settle(input: Omit<SettleInput, 'payer'>, options: SendOptions): Promise<Settled[]> {
    const payer = this.sender.signer(options).publicKey
    const { priorityFee, lookupTables } = this.sender.chosen(options)
    const plan = { ...input, payer, priorityFee: anyPriorityFee(priorityFee), lookupTables }
    const batches = await this.buildSettle(plan)
    const settled: Settled[] = []
    for (let start = 0; start < batches.length; start += SIGNED_AT_ONCE) {
      const some = batches.slice(start, start + SIGNED_AT_ONCE)
      const instructions = some.map(({ instruction }) => [instruction])
      await this.sender.sendAll(instructions, options, (sent, index) => {
        settled.push({ ...sent, owners: some[index]?.owners ?? [] })
      })
    }
    return settled
  }

  /** Builds the closing of a market that owes nobody anything. */
  async buildClose({ market, keeper }: KeeperInput): Promise<TransactionInstruction[]> {
    const { address, creator, mint } = await this.reader.market(market)
    const currency = await this.currencies.of({ mint })
    return [closeMarket({ keeper, market: address, creator, ...currency }, this.reader.programId)]
  }
}
