// A node with the transactions and accounts of a made-up decision, which is asked for them as any other.

import { BorshCoder, type Idl } from '@coral-xyz/anchor'
import { PROGRAM_ID } from '@prediction-market/sdk'
import type { Observation } from '@prediction-market/sdk/accounts'
import type { EventData, EventName } from '@prediction-market/sdk/events'
import { IDL } from '@prediction-market/sdk/idl'
import { resolveMarket } from '@prediction-market/sdk/instructions'
import { PYTH_RECEIVER } from '@prediction-market/sdk/oracle/pyth'
import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import type { ChainReader } from '../../../sdk/src/core/wire.ts'
import { codecOf } from '../../../sdk/src/web3/codec.ts'
import type { Web3 } from '../../../sdk/src/web3/library.ts'
import { encodeEvent, logsOf } from '../history/encode.ts'
import { encodePriceUpdate } from '../oracle/pyth.ts'
import { toAnchor } from './convert.ts'
import { CREATION, FEED, MARKET, OBSERVED, RESOLUTION, TERMS } from './made-decision.ts'
import { CREATED, EXPIRES } from './market.ts'

/** A transaction that such a node has. */
export interface Made {
  signature: string
  /** The program's events, in order. */
  events?: { [Name in EventName]?: EventData[Name] }[]
  instructions?: TransactionInstruction[]
  /** `failed`: with an error; `gone`: listed, but no longer there. */
  state?: 'failed' | 'gone'
}

/** A transaction with one event. */
export const made = <Name extends EventName>(signature: string, name: Name, data: EventData[Name]): Made => ({
  signature,
  events: [{ [name]: data }],
})

/** Accounts by their address in base58; of the program by default. */
export type Accounts = Record<string, { data: Uint8Array; owner?: PublicKey }>

/** A node, and the signatures of the transactions that it was asked for. */
export interface MadeNode extends ChainReader<Web3> {
  asked: string[]
}

/**
 * A node with these transactions of one market, and these accounts by their address.
 *
 * @param transactions - the oldest first
 */
export function nodeWith(transactions: readonly Made[], accounts: Accounts = {}): MadeNode {
  const newest = [...transactions].reverse()
  const asked: string[] = []
  return {
    ...codecOf(),
    asked,
    async signatures(address, { before, limit }) {
      if (!address.equals(MARKET)) return []
      const from = before === undefined ? 0 : newest.findIndex(({ signature }) => signature === before) + 1
      const listed = newest.slice(from, from + limit)
      return listed.map(({ signature, state }) => ({ signature, err: state === 'failed' ? 'failed' : null }))
    },
    async transaction(signature) {
      asked.push(signature)
      const index = transactions.findIndex((one) => one.signature === signature)
      const { events = [], instructions = [], state } = transactions[index] ?? { state: 'gone' }
      if (state === 'gone') return null
      return {
        slot: index + 1,
        err: state === 'failed' ? 'failed' : null,
        logs: logsOf(
          events.flatMap((one) =>
            Object.entries(one).map(([name, data]) => encodeEvent(name as EventName, data as never)),
          ),
        ),
        instructions: () => instructions.map(executed),
      }
    },
    async account(address, commitment) {
      if (commitment !== 'confirmed')
        throw new Error(`an account was read as ${commitment}, not as confirmed`)
      const { data, owner = PROGRAM_ID } = accounts[address.toBase58()] ?? {}
      return data ? { data, owner, lamports: 1n } : null
    },
  }
}

/** An instruction as it is read from the chain. */
export const executed = ({ programId, keys, data }: TransactionInstruction) => ({
  program: programId,
  accounts: keys.map(({ pubkey }) => pubkey),
  data: Uint8Array.from(data),
})

const coder = new BorshCoder(IDL as Idl)

/** An account without an observation. */
export const NO_OBSERVATION = {
  value: [0n, 0n],
  observedAt: 0n,
  exponent: 0,
  isMet: 0,
  isSome: 0,
  hasValue: 0,
  padding: 0,
}

/** The data of the market's account after its decision, with other fields in their form on chain. */
export async function encodeMadeAccount(changes: object = {}): Promise<Buffer> {
  const discriminator = IDL.accounts.find(({ name }) => name === 'market')?.discriminator ?? []
  const empty = Buffer.alloc(coder.accounts.size('market'))
  empty.set(discriminator)
  const { pools, fees, resolvedAt } = RESOLUTION
  const { value, exponent, observedAt } = OBSERVED
  const fields = {
    version: 1,
    status: 1,
    answer: 1,
    createdAt: CREATED,
    closeAt: CREATION.closeAt,
    expireAt: EXPIRES,
    resolvedAt,
    pools: [pools.Yes, pools.No],
    fees,
    observation: { value: [value, 0n], exponent, observedAt, isMet: 1, isSome: 1, hasValue: 1, padding: 0 },
    condition: {
      source: [...Buffer.from(FEED, 'hex')],
      minimumBalance: 0n,
      referenceAt: 0n,
      targetMantissa: 2n,
      targetExponent: 2,
      metric: 0,
      comparison: 0,
      timing: 0,
      padding: [0, 0, 0, 0],
    },
    terms: TERMS,
    ...changes,
  }
  return coder.accounts.encode('market', { ...coder.accounts.decode('market', empty), ...toAnchor(fields) })
}

/** The data of an attestor set. */
export function encodeAttestorSet(index: number, threshold: number, keys: PublicKey[]): Promise<Buffer> {
  return coder.accounts.encode('attestorSet', {
    version: 1,
    index,
    threshold,
    keys,
    reserved: Array(16).fill(0),
  })
}

/** The instruction that decides the market with this evidence, of a transaction. */
export const deciding = (...evidence: PublicKey[]) => ({
  instructions: [resolveMarket({ keeper: RESOLUTION.keeper, market: MARKET, evidence })],
})

/** An account with a price of the market's feed. */
export const priceAccount = ({ value, observedAt }: Pick<Observation, 'value' | 'observedAt'>) => ({
  owner: PYTH_RECEIVER,
  data: encodePriceUpdate({ feed: FEED, price: value, publishTime: observedAt }),
})
