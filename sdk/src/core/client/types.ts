// The public types of the client, by name. The client of each library exports all of them: `Types['BetInput']`.

import type { MarketFilterOf, PositionFilterOf } from '../accounts/memcmp.ts'
import type { MarketsChangeOf } from '../follow/markets.ts'
import type { TransactionEventsOf } from '../follow/past-events.ts'
import type { SendOptions, TransactionOptions } from '../transaction/options.ts'
import type { PreparedTransactionOf } from '../transaction/prepare.ts'
import type { Library } from '../wire.ts'
import type { BankrollFundsOf, Bankrolls } from './bankroll.ts'
import type { Bets } from './bets.ts'
import type { Burns } from './burns.ts'
import type { HoldingOf } from './client.ts'
import type { Decisions } from './decisions.ts'
import type * as inputs from './inputs.ts'
import type { CreatedMarketOf, ListedMarketOf, Markets } from './markets.ts'
import type { FetchedMarket, MarketRefOf } from './reader.ts'
import type { SettledOf } from './settlements.ts'

/** The parts of a client, what its methods take and what they return. */
export interface ClientTypes<L extends Library> {
  BankrollBetInput: inputs.BankrollBetInput<L>
  BankrollFunds: BankrollFundsOf<L>
  Bankrolls: Bankrolls<L>
  BetInput: inputs.BetInput<L>
  Bets: Bets<L>
  Burns: Burns<L>
  CreatedMarket: CreatedMarketOf<L>
  Decisions: Decisions<L>
  FetchedMarket: FetchedMarket<L>
  Holding: HoldingOf<L>
  ListedMarket: ListedMarketOf<L>
  MarketFilter: MarketFilterOf<L>
  MarketRef: MarketRefOf<L>
  Markets: Markets<L>
  MarketsChange: MarketsChangeOf<L['Address']>
  OpenMarketInput: inputs.OpenMarketInput<L>
  PositionFilter: PositionFilterOf<L>
  PreparedTransaction: PreparedTransactionOf<L>
  Proof: inputs.Proof<L>
  ProofSources: inputs.ProofSources<L>
  ResolveInput: inputs.ResolveInput<L>
  SendOptions: SendOptions<L>
  Settled: SettledOf<L>
  TransactionEvents: TransactionEventsOf<L['Address']>
  TransactionOptions: TransactionOptions<L>
}
