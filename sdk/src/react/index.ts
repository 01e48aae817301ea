// The SDK's entry `/react`: hooks that read with the client and stay current by subscription.

'use client'

export { type BetState, type UseBet, useBet } from './bet.ts'
export { type Loadable, PredictionMarketProvider, usePredictionMarket } from './context.ts'
export { useMarket, useMarkets, usePositions } from './markets.ts'
