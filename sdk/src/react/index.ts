'use client'

// Hooks for React on the client: read once, followed by subscription.
export { type BetState, type UseBet, useBet } from './bet.ts'
export { PredictionMarketProvider, usePredictionMarket } from './context.ts'
export type { Loadable } from './loadable.ts'
export { useMarket, useMarkets } from './markets.ts'
export { usePositions } from './positions.ts'
