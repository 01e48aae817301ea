// The SDK's entry `/accounts`: addresses, decoders and filters of the program's accounts.

export {
  fromMarketId,
  MARKET_ID_PREFIX,
  marketAddressOf,
  marketIdOf,
  toMarketId,
} from '../../web3/market-id.ts'
export {
  findAttestorSet,
  findBankroll,
  findConfig,
  findEscrow,
  findFeeVault,
  findMarket,
  findPosition,
  findQuestion,
} from '../../web3/pda.ts'
export { PROGRAM_ID } from '../../web3/program-id.ts'
export type { AccountName } from '../program.ts'
export type {
  AuctionPrice,
  AuctionSettings,
  ExpectedTerms,
  FeeAmounts,
  Observation,
  RecentStakes,
  Settings,
  Terms,
} from '../values.ts'
export { AccountDataError, AccountNotFoundError, identifyAccount, UnknownVersionError } from './data.ts'
export {
  type AttestorSet,
  type Bankroll,
  type Config,
  type Delegate,
  decodeAttestorSet,
  decodeBankroll,
  decodeConfig,
  decodeFeeVault,
  decodeMarket,
  decodePosition,
  decodeQuestion,
  type FeeVault,
  type Market,
  type MarketStatus,
  type Position,
  type Question,
  STATUSES,
} from './decode.ts'
export {
  type MarketFilter,
  marketFilters,
  type PositionFilter,
  positionFilters,
  questionFilters,
} from './filters.ts'
