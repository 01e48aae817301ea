// Settles decided markets: collects fees, pays positions and closes markets.

import { positionBytes } from '../accounts/memcmp.ts'
import { ensureTokenAccount } from '../instructions/currency.ts'
import { closeMarket, collectFees } from '../instructions/market-steps.ts'
import { anyPriorityFee } from '../transaction/budget.ts'
import type { Sent } from '../transaction/confirmation.ts'
import type { SendOptions } from '../transaction/options.ts'
import type { SettlementBatchOf } from '../transaction/settlement.ts'
import type { AddressInput, Library } from '../wire.ts'
import type { CollectFeesRequest, KeeperInput, SettleInput } from './inputs.ts'
import { ClientPart } from './part.ts'
import type { MarketRefOf } from './reader.ts'

/** A confirmed transaction and the owners that it paid. */
export interface SettledOf<L extends Library> extends Sent {
  owners: L['Address'][]
}

/** The most transactions that are signed before the first is sent: their blockhash must not expire meanwhile. */
const SIGNED_AT_ONCE = 10

/** Collects the fees of decided markets, pays their positions and closes them. */
export class Settlements<L extends Library> extends ClientPart<L> {
  /** Collects the fees of a decided market. */
  collectFees(input: { market: MarketRefOf<L> }, options: SendOptions<L> = {}): Promise<Sent> {
    return this.sendBuilt((payer) => this.buildCollectFees({ ...input, payer }), options)
  }

  /** Builds {@link collectFees}, and the treasury's token account if it is missing. Fetches the configuration. */
  async buildCollectFees(input: CollectFeesRequest<L>): Promise<L['Instruction'][]> {
    const loaded = await this.reader.market(input.market)
    const { treasury } = (await this.reader.config()).settings
    const currency = await this.currencies.of(loaded)
    const { wire } = this.reader
    const collect = collectFees(wire, { market: loaded.address, treasury, ...currency })
    const payer = wire.address('payer', input.payer)
    return [...ensureTokenAccount(wire, currency, treasury, payer), collect]
  }

  /** Builds {@link settle}, in as few transactions as can carry it. Fetches the positions unless they are given. */
  async buildSettle(input: SettleInput<L>): Promise<SettlementBatchOf<L>[]> {
    const { wire } = this.reader
    const { address: market, mint } = await this.reader.market(input.market)
    const currency = await this.currencies.of({ mint })
    const positions =
      input.owners?.map((owner) => ({ owner })) ??
      (await this.reader.all(positionBytes(wire, { market }), this.reader.decode.position))
    const payer = wire.address('payer', input.payer)
    // Most pages pay nobody: bundlers load the plan when it is needed.
    const { planSettlement } = await import('../transaction/settlement.ts')
    return planSettlement(wire, { ...input, ...currency, payer, market, positions })
  }

  /**
   * Pays the positions of a decided market, everybody's by default, one transaction after the other. An owner who
   * cannot be paid now is skipped and keeps their position. If a transaction fails, the positions before it are
   * paid; call again to pay the rest.
   */
  async settle(
    input: { market: MarketRefOf<L>; owners?: readonly AddressInput<L>[] | undefined },
    options: SendOptions<L> = {},
  ): Promise<SettledOf<L>[]> {
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

  /** Closes a market that owes nobody anything; its creator gets the rent, the signer the reward. */
  close(input: { market: MarketRefOf<L> }, options: SendOptions<L> = {}): Promise<Sent> {
    return this.sendBuilt((keeper) => this.buildClose({ ...input, keeper }), options)
  }

  /** Builds {@link close}. */
  async buildClose({ market, keeper }: KeeperInput<L>): Promise<L['Instruction'][]> {
    const { address, creator, mint } = await this.reader.market(market)
    const currency = await this.currencies.of({ mint })
    return [closeMarket(this.reader.wire, { keeper, market: address, creator, ...currency })]
  }
}
