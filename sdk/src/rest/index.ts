// The SDK's entry `/rest`: a typed client for the gateway's REST interface, with signed requests or an API key. Types
// are generated from the gateway's OpenAPI document. Imports neither web3.js nor Anchor.

export { formatAmount, parseAmount } from '../core/amounts.ts'
export { SOL_DECIMALS } from '../core/currency.ts'
export { InvalidInputError, PredictionMarketError } from '../core/errors.ts'
export {
  createRestClient,
  type RestClient,
  type RestCredentials,
  type RestOptions,
  sendApiKey,
  signRequests,
} from './client.ts'
export { RestError, unwrap } from './error.ts'
export { type EventsQuery, followEvents, type RestEvent } from './events.ts'
export type { SignedRequest } from './request-message.ts'
export type { components, operations, paths, RestErrorName } from './schema.ts'
export { type RequestSigner, signRequest, type WalletHeaders } from './sign-request.ts'
export { type Built, type Confirmed, signAndSubmit, type TransactionSigner } from './submit.ts'
export { type KeypairSigner, signTransaction, signTransactionBytes } from './transaction.ts'
