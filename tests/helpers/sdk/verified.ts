// Verifies made-up decisions, and reads their evidence again.

import { toMarketId } from '@prediction-market/sdk'
import type { Observation } from '@prediction-market/sdk/accounts'
import { PYTH_RECEIVER } from '@prediction-market/sdk/oracle/pyth'
import type { DecisionEvidence, DecisionProof, MarketDecision } from '@prediction-market/sdk/proof'
import { readAgain } from '../../../sdk/src/core/proof/observed.ts'
import { verifyDecision } from '../../../sdk/src/core/proof/verify.ts'
import { codecOf } from '../../../sdk/src/web3/codec.ts'
import { CREATION, MARKET, madeDecision, OBSERVED, PRICE, RESOLUTION } from './made-decision.ts'
import {
  type Accounts,
  deciding,
  encodeMadeAccount,
  type Made,
  made,
  nodeWith,
  priceAccount,
} from './made-node.ts'

/** The id of the market. */
export const ID = toMarketId(MARKET)

/** What is trusted of every decision, and of every price. */
export const NODE = [
  'the node that was asked',
  `the program ${codecOf().program}, and whoever can upgrade it`,
]
export const RECEIVER = `Pyth's receiver ${PYTH_RECEIVER} and the guardians whose signatures it verified`

/** The transactions that created and decided the market. */
export const CREATED_IN = made('created', 'MarketCreated', CREATION)
export const DECIDED_IN: Made = { ...made('decided', 'MarketResolved', RESOLUTION), ...deciding(PRICE) }

/** What a node has. */
export interface Given {
  /** The oldest first. */
  transactions?: Made[]
  /** Fields of the market's account; `null` if it is closed. */
  account?: object | null
  prices?: Record<string, ReturnType<typeof priceAccount>>
}

/** A node with the decision, or with something else in its place. */
export async function node({ transactions = [CREATED_IN, DECIDED_IN], account = {}, prices }: Given = {}) {
  return nodeWith(transactions, {
    [PRICE.toBase58()]: priceAccount(OBSERVED),
    ...prices,
    ...(account && { [MARKET.toBase58()]: { data: await encodeMadeAccount(account) } }),
  })
}

/** What is verified, with each check that did not pass. */
export async function verified(given: Given, proof: DecisionProof | string = ID) {
  const { ok, checks, missing } = await verifyDecision(await node(given), proof)
  const failed = checks.filter((check) => !check.ok).map(({ name, ok, detail }) => [name, ok, detail])
  return { ok, missing, failed, names: checks.map(({ name }) => name) }
}

/** The evidence of a decision, read again. */
export async function again(
  evidence: DecisionEvidence | null,
  observed: Partial<Observation> = {},
  accounts: Accounts = {},
  decision: Partial<MarketDecision> = {},
) {
  const observation = { ...OBSERVED, ...observed }
  return readAgain(nodeWith([], accounts), madeDecision({ evidence, observation, ...decision }), observation)
}
