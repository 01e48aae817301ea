// The SDK's entry `/react`: hooks that read with the client and stay current by subscription.

'use client'

export { type BetState, type UseBet, useBet } from './bet.ts'
export { PredictionMarketProvider, usePredictionMarket } from './context.ts'
export type { Loadable } from './loadable.ts'
export { useMarket, useMarkets } from './markets.ts'
export { usePositions } from './positions.ts'
