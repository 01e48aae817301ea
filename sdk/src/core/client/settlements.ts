// Settles decided markets: collects fees, pays positions and closes markets.

import { positionBytes } from '../accounts/memcmp.ts'
import { closeMarket } from '../instructions/close-market.ts'
import { collectFees } from '../instructions/collect-fees.ts'
import { ensureTokenAccount } from '../instructions/currency.ts'
import type { Sent } from '../transaction/confirmation.ts'
import type { SendOptions } from '../transaction/options.ts'
import { anyPriorityFee } from '../transaction/priority-fee.ts'
import type { TransactionSender } from '../transaction/sender.ts'
import type { SettlementBatchOf } from '../transaction/settlement.ts'
import type { Library } from '../wire.ts'
import type { Currencies } from './currencies.ts'
import type { CollectFeesRequest, KeeperInput, SettleInput } from './inputs.ts'
import type { ProgramReader } from './reader.ts'

/** A confirmed transaction and the owners that it paid. */
export interface SettledOf<L extends Library> extends Sent {
  owners: L['Address'][]
}

/** The most transactions that are signed before the first is sent: their blockhash must not expire meanwhile. */
const SIGNED_AT_ONCE = 10

/** Collects the fees of decided markets, pays their positions and closes them. */
export class Settlements<L extends Library> {
  constructor(
    private readonly reader: ProgramReader<L>,
    private readonly currencies: Currencies<L>,
    private readonly sender: TransactionSender<L>,
  ) {}

  /** Builds the collection of the fees that are due. */
  async buildCollectFees(input: CollectFeesRequest<L>): Promise<L['Instruction'][]> {
    const loaded = await this.reader.market(input.market)
    const { treasury } = (await this.reader.config()).settings
    const currency = await this.currencies.of(loaded)
    const { wire } = this.reader
    const collect = collectFees(wire, { market: loaded.address, treasury, ...currency })
    const payer = wire.address('payer', input.payer)
    return [...ensureTokenAccount(wire, currency, treasury, payer), collect]
  }

  /** Builds the payment of positions, in as few transactions as can carry them. */
  async buildSettle(input: SettleInput<L>): Promise<SettlementBatchOf<L>[]> {
    const { wire } = this.reader
    const { address: market, mint } = await this.reader.market(input.market)
    const currency = await this.currencies.of({ mint })
    const positions =
      input.owners?.map((owner) => ({ owner })) ??
      (await this.reader.all(positionBytes({ market: wire.text(market) }), this.reader.decode.position))
    const payer = wire.address('payer', input.payer)
    // Most pages pay nobody: bundlers load the plan when it is needed.
    const { planSettlement } = await import('../transaction/settlement.ts')
    return planSettlement(wire, { ...input, ...currency, payer, market, positions })
  }

  /** Pays positions, one transaction after the other, signed ten at a time. */
  async settle(input: Omit<SettleInput<L>, 'payer'>, options: SendOptions<L>): Promise<SettledOf<L>[]> {
    const payer = this.sender.signer(options)
    const { priorityFee, lookupTables, version } = this.sender.chosen(options)
    const plan = { ...input, payer, priorityFee: anyPriorityFee(priorityFee), lookupTables, version }
    const batches = await this.buildSettle(plan)
    const settled: SettledOf<L>[] = []
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
  async buildClose({ market, keeper }: KeeperInput<L>): Promise<L['Instruction'][]> {
    const { address, creator, mint } = await this.reader.market(market)
    const currency = await this.currencies.of({ mint })
    return [closeMarket(this.reader.wire, { keeper, market: address, creator, ...currency })]
  }
}
