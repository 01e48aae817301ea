// A chain in this process whose transactions can be read again, with anything in them falsified.

import { BorshCoder, type Idl } from '@coral-xyz/anchor'
import { type EventName, parseEvents } from '@prediction-market/sdk/events'
import { IDL } from '@prediction-market/sdk/idl'
import { PublicKey, type TransactionInstruction } from '@solana/web3.js'
import BN from 'bn.js'
import type { ExecutedInstruction } from '../../../sdk/src/core/proof/evidence.ts'
import type { ChainReader } from '../../../sdk/src/core/wire.ts'
import { codecOf } from '../../../sdk/src/web3/codec.ts'
import type { Web3 } from '../../../sdk/src/web3/library.ts'
import type { TransactionResult } from '../chain/index.ts'
import { encodeEvent, logsOf } from '../history/encode.ts'
import type { World } from '../program/world.ts'

const coder = new BorshCoder(IDL as Idl)

/** What a chain says instead of what happened. */
export interface Lie {
  /** Fields of events, by the event's name. */
  events?: { [Name in EventName]?: object }
  /** Fields of the market's account, in their form on chain; `null` if it is closed. */
  account?: object | null
  /** The owner of that account. */
  owner?: PublicKey
  /** Changes what it returns for an instruction. */
  instruction?: (executed: ExecutedInstruction<PublicKey>) => Partial<ExecutedInstruction<PublicKey>>
  /** Who logs the events. */
  logger?: PublicKey
  /** Whether every transaction has failed. */
  failed?: boolean
}

interface Executed extends TransactionResult {
  instructions: TransactionInstruction[]
}

/** Keeps the transactions of a chain from now on, and returns what reads them with a lie. */
export function keepTransactions({ chain }: World): (market: PublicKey, lie?: Lie) => ChainReader<Web3> {
  const kept: Executed[] = []
  const execute = chain.execute.bind(chain)
  chain.execute = async (instructions, ...others) => {
    const result = await execute(instructions, ...others)
    kept.push({ ...result, instructions })
    return result
  }
  const isAbout = (market: PublicKey) => (one: Executed) =>
    one.instructions.some(({ keys }) => keys.some(({ pubkey }) => pubkey.equals(market)))

  return (market, lie = {}) => ({
    ...codecOf(),
    async signatures() {
      return [...kept.entries()]
        .filter(([, one]) => isAbout(market)(one))
        .map(([index, { error }]) => ({ signature: `${index}`, err: error }))
        .reverse()
    },
    async transaction(signature) {
      const { instructions, error, logs } = kept[Number(signature)] ?? {}
      if (!instructions || !logs) return null
      return {
        slot: Number(signature),
        err: lie.failed ? 'failed' : error,
        logs: falsifiedLogs(logs, lie),
        instructions: () =>
          instructions.map(({ programId, keys, data }) => {
            const executed = { program: programId, accounts: keys.map(({ pubkey }) => pubkey), data }
            return { ...executed, ...lie.instruction?.(executed) }
          }),
      }
    },
    async account(address) {
      const found = await chain.account(address)
      if (!found || !address.equals(market)) return found
      if (lie.account === null) return null
      const raw = coder.accounts.decode('market', Buffer.from(found.data))
      const data = await coder.accounts.encode('market', changed(raw, lie.account ?? {}))
      return { ...found, data, owner: lie.owner ?? found.owner }
    },
  })
}

function falsifiedLogs(logs: readonly string[], { events: lies = {}, logger }: Lie): string[] {
  const { events } = parseEvents(logs)
  const told = events.map(({ name, data }) => encodeEvent(name, changed(data, lies[name] ?? {})))
  return logsOf(told, logger)
}

/** Fields with others in their place, as deep as those go. */
function changed<T>(fields: T, changes: object): T {
  const entries = Object.entries(changes).map(([name, value]) => {
    const before = (fields as Record<string, unknown>)[name]
    const isPart = isFields(value) && isFields(before)
    return [name, isPart ? changed(before, value) : value]
  })
  return { ...fields, ...Object.fromEntries(entries) }
}

function isFields(value: unknown): value is object {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && !(value instanceof PublicKey) && !BN.isBN(value)
}
