import { derive, PROGRAM, SYSTEM } from '../chain/address.ts'
import { Bytes } from '../chain/bytes.ts'
import { call, reads } from '../chain/instruction.ts'
import { rent } from '../chain/runtime.ts'
import type { Meta } from '../chain/transaction.ts'
import type { Market } from '../model/types.ts'
import { SPACE, type World } from '../model/world.ts'
import { addBet, currencyAccounts, payStake, watchedAccounts } from './bet.ts'
import { someCreation } from './create-random.ts'
import { latestClose, reasonsOf, termsOf } from './create-rules.ts'
import { type CreateStep, encode } from './create-step.ts'
import type { Plan, StepKind } from './step.ts'

function newMarket(world: World, step: CreateStep): Market {
  const { creator, nonce, condition, expireAt } = step
  const at = (index: number, seed: string, ...seeds: Uint8Array[]) =>
    derive(`${seed} ${step.id}`, [Buffer.from(seed), ...seeds], PROGRAM, step.otherBump === index ? 1 : 0)
  const address = at(0, 'market', creator.bytes, new Bytes().u64(nonce).done())
  const terms = termsOf(world, step)
  const closeAt = step.closeAt === 0 ? latestClose(condition, terms, expireAt) : step.closeAt
  const subject = step.token === null ? undefined : world.subjects[step.token]
  const readsSupply = condition.metric === 'supply' || condition.metric === 'marketCap'
  return {
    id: step.id,
    creator,
    nonce,
    address,
    question: at(1, 'question', address.bytes),
    questionBytes: step.questionBytes,
    escrow: at(2, 'escrow', address.bytes),
    isSol: step.isSol,
    token: step.token,
    condition,
    createdAt: world.now,
    closeAt,
    expireAt,
    terms,
    bets: [],
    open: new Set(),
    status: 'open',
    answer: null,
    firstSupply: readsSupply && subject && !subject.hasAuthority ? subject.supply : null,
    curveAt: null,
    reference: null,
    recorded: null,
    observation: null,
    asOf: null,
    resolvedAt: 0,
    unmatched: 0n,
    fees: { burn: 0n, developer: 0n },
    due: { burn: 0n, developer: 0n },
    paid: 0n,
    payouts: new Map(),
    rewards: new Map(),
    sequence: 1,
  }
}

/** Adds the mint for a market cap and for holders, which bets on them do not need. */
function evidence(world: World, step: CreateStep): Meta[] {
  if (step.condition.metric !== 'marketCap' && step.condition.metric !== 'holders')
    return watchedAccounts(world, step.condition, step.token, step.shown)
  if (step.shown === 'none' || step.token === null) return []
  const subject = world.subjects[step.shown === 'right' ? step.token : (step.token + 1) % 3]
  return subject ? [reads(subject.mint)] : []
}

export const create: StepKind<CreateStep> = {
  make: someCreation,

  plan(world, step): Plan | null {
    if (world.markets.has(step.id)) return null
    const market = newMarket(world, step)
    const { creator, stake, isSol } = step
    const hasTokens = stake !== null && !isSol
    const accounts = {
      creator,
      config: world.config,
      market: market.address,
      question: market.question,
      escrow: market.escrow,
      position: stake ? world.position(market, creator) : null,
      creatorToken: hasTokens ? world.tokensOf(creator) : null,
      ...currencyAccounts(world, isSol),
      systemProgram: SYSTEM,
    }
    return {
      name: 'createMarket',
      instructions: [call('createMarket', accounts, encode(world, step), evidence(world, step))],
      reasons: reasonsOf(step, world, market),
      commit() {
        world.markets.set(market.id, market)
        world.marketAt.set(market.address, market)
        world.move(creator, market.address, rent(SPACE.market))
        world.move(creator, market.address, step.decideReward + 2n * market.terms.settleReward)
        world.move(creator, market.question, rent(61 + step.questionBytes))
        world.move(creator, market.escrow, rent(isSol ? 0 : SPACE.tokens))
        if (!isSol) world.tokens.set(market.escrow, { owner: market.escrow, amount: 0n, state: 'open' })
        if (!stake) return
        payStake(world, market, creator, stake.amount)
        addBet(world, market, creator, stake.side, stake.amount)
      },
    }
  },
}
