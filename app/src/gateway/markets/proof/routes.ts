// The route for the proof of a decision.

import { setTimeout as sleep } from 'node:timers/promises'
import { createRoute } from '@hono/zod-openapi'
import { ProofMissingError, readDecision } from '@prediction-market/sdk/proof'
import { PublicKey } from '@solana/web3.js'
import { LRUCache } from 'lru-cache'
import { decisionOf } from '../../../history/queries/archive.ts'
import type { MarketRow } from '../../../store/schema/history.ts'
import type { GatewayApp } from '../../http/context.ts'
import { refusal } from '../../http/errors/api-error.ts'
import type { Answered } from '../../http/fields/answered.ts'
import { answer } from '../../http/respond.ts'
import { errors, jsonAnswer, MarketParams } from '../../http/responses.ts'
import type { Services } from '../../services.ts'
import { findMarket, requirePastMarket } from '../find-market.ts'
import { DecisionProof } from './schemas.ts'
import { proofView } from './views.ts'

const route = createRoute({
  method: 'get',
  path: '/v1/markets/{id}/proof',
  operationId: 'getProof',
  tags: ['Markets'],
  summary: 'Get the proof of a decision',
  description:
    'The rule of a decided market, the observation that decided it, its evidence, and the transactions on chain. ' +
    '`verifyDecision` of the SDK checks it against the chain.',
  request: { params: MarketParams },
  responses: { 200: jsonAnswer('The proof', DecisionProof), ...errors(404, 409) },
})

/** Milliseconds that a request waits for the history, which has a decision shortly after the book. */
const PATIENCE_MS = 5_000

const POLL_MS = 100

const RETRY = { 'retry-after': '2' }

export function proofRoute(app: GatewayApp, services: Services): void {
  const { client, history } = services
  const proofs = new LRUCache<string, Answered<typeof DecisionProof>>({ max: 1_000 })

  app.openapi(route, async (c) => {
    const { id, address, market } = await findMarket(services, c.req.valid('param').id)
    if (market.resolvedAt === null) {
      throw refusal('MarketUndecided', 'The market has not been decided yet')
    }
    const row = await decidedRow(id)
    if (row.cancelled)
      throw refusal('MarketCancelled', 'The market was cancelled by its creator: nothing decided it')
    const signatures = await decisionOf(history.db, row)
    if (!signatures)
      throw refusal('HistoryBehind', 'The history does not have the decision yet; try again', RETRY)
    const key = `${address} ${signatures.decided}`
    const known = proofs.get(key)
    if (known) return answer(c, known, 200)
    const { connection, programId } = client
    const reading = readDecision(connection, new PublicKey(address), signatures, programId)
    const decision = await reading.catch((error) => {
      throw error instanceof ProofMissingError ? refusal('ProofMissing', error.message, RETRY) : error
    })
    const proof = proofView(decision, programId, row.decimals)
    proofs.set(key, proof)
    return answer(c, proof, 200)
  })

  /** The row of a market that the book has as decided, once the history has the decision too. */
  async function decidedRow(id: string): Promise<MarketRow> {
    const giveUpAt = performance.now() + PATIENCE_MS
    for (;;) {
      const row = await requirePastMarket(history.db, id)
      if (row.resolvedSignature !== null || row.cancelled || performance.now() > giveUpAt) return row
      await sleep(POLL_MS)
    }
  }
}
