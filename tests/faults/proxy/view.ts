import { PROGRAM_ID } from '@prediction-market/sdk'
import bs58 from 'bs58'
import type { Call, Result } from './faults.ts'
import type { Fork, ForkedTransaction } from './fork.ts'
import type { Snapshot } from './recorder.ts'

/** A node's view of the chain that is not the current one. */
export interface View {
  /** The last state of the chain that it has seen. */
  snapshot: Snapshot
  /** Slots that it is behind the chain: those of the lag, none on a fork. */
  behind: number
  fork?: Fork | undefined
}

type Ask = (call: Call) => Promise<Result>

/** Slots until a block is final on the localnet's node. */
const UNTIL_FINAL = 31

const MOST = 1_000

/** Slots that may pass between two snapshots. */
const MARGIN = 12

/** Answers a call as a node with this view would. Calls about nothing that the view changes are passed on. */
export async function answerFrom(view: View, call: Call, ask: Ask): Promise<Result> {
  const { method, params } = call
  const { snapshot, fork } = view
  switch (method) {
    case 'getSlot':
    case 'getBlockHeight':
      return (await ask(call)) - marginOf(view)
    case 'getEpochInfo': {
      const info = await ask(call)
      const { absoluteSlot, slotIndex, blockHeight } = info
      const margin = marginOf(view)
      return {
        ...info,
        absoluteSlot: absoluteSlot - margin,
        slotIndex: slotIndex - margin,
        blockHeight: blockHeight - margin,
      }
    }
    case 'getLatestBlockhash':
      return fork ? ask(call) : snapshot.blockhash
    case 'getAccountInfo': {
      const { context, value } = await ask(call)
      return { context: back(context, view), value: accountOf(view, params[0], value) }
    }
    case 'getMultipleAccounts': {
      const { context, value } = await ask(call)
      const accounts = value.map((one: Result, index: number) => accountOf(view, params[0][index], one))
      return { context: back(context, view), value: accounts }
    }
    case 'getProgramAccounts':
      return programAccounts(view, call, ask)
    case 'getSignatureStatuses':
      return statuses(view, call, ask)
    case 'getTransaction': {
      const forked = fork?.find(params[0])
      if (forked) return transactionOf(forked)
      const found = await ask(call)
      return found && found.slot > snapshot.slot ? null : found
    }
    case 'getSignaturesForAddress':
      return signatures(view, call, ask)
    default: {
      const answer = await ask(call)
      return answer?.context ? { ...answer, context: back(answer.context, view) } : answer
    }
  }
}

/** Slots that a node which lags says it is behind: a little more than it is, for the chain goes on meanwhile. */
function marginOf({ behind }: View): number {
  return behind === 0 ? 0 : behind + MARGIN
}

/** A node that lags never names a slot after the last one that it has seen. */
function back(context: Result, { snapshot, fork }: View): Result {
  return fork ? context : { ...context, slot: Math.min(context.slot, snapshot.slot) }
}

/** Accounts of the program and the clock are as the view has them, all others as they are. */
function accountOf({ snapshot, fork }: View, address: string, live: Result): Result {
  if (fork?.accounts.has(address)) return fork.accounts.get(address)
  const known = snapshot.accounts.get(address)
  if (known) return known
  return live?.owner === PROGRAM_ID.toBase58() ? null : live
}

async function programAccounts(view: View, call: Call, ask: Ask): Promise<Result> {
  const [program, options = {}] = call.params
  const live = await ask(call)
  if (program !== PROGRAM_ID.toBase58()) return live
  const { snapshot, fork } = view
  const all = new Map([...snapshot.accounts, ...(fork?.accounts ?? [])])
  const found = [...all].flatMap(([pubkey, account]) => {
    if (account?.owner !== program) return []
    const data = Buffer.from(account.data[0], 'base64')
    if (!(options.filters ?? []).every((filter: Result) => passes(filter, data))) return []
    const { offset = 0, length = data.length } = options.dataSlice ?? {}
    const part = data.subarray(offset, offset + length).toString('base64')
    return [{ pubkey, account: { ...account, data: [part, 'base64'] } }]
  })
  return live.context ? { context: back(live.context, view), value: found } : found
}

function passes({ dataSize, memcmp }: Result, data: Buffer): boolean {
  if (dataSize !== undefined) return data.length === dataSize
  const { offset, bytes, encoding = 'base58' } = memcmp
  const wanted = encoding === 'base64' ? Buffer.from(bytes, 'base64') : Buffer.from(bs58.decode(bytes))
  return data.subarray(offset, offset + wanted.length).equals(wanted)
}

async function statuses(view: View, call: Call, ask: Ask): Promise<Result> {
  const { snapshot, fork } = view
  const { context, value } = await ask(call)
  const seen = value.map((status: Result, index: number) => {
    const forked = fork?.find(call.params[0][index])
    if (forked) return statusOf(forked)
    if (!status || status.slot > snapshot.slot) return null
    const isFinal = status.slot <= snapshot.slot - UNTIL_FINAL
    const confirmationStatus = isFinal ? status.confirmationStatus : 'confirmed'
    return { ...status, confirmationStatus }
  })
  return { context: back(context, view), value: seen }
}

function statusOf({ slot }: ForkedTransaction): Result {
  return { slot, confirmations: 1, err: null, status: { Ok: null }, confirmationStatus: 'confirmed' }
}

function transactionOf({ slot, bytes, logs, unitsConsumed, time }: ForkedTransaction): Result {
  const meta = {
    err: null,
    status: { Ok: null },
    fee: 5_000,
    logMessages: logs,
    computeUnitsConsumed: unitsConsumed,
  }
  const balances = { preBalances: [], postBalances: [], preTokenBalances: [], postTokenBalances: [] }
  const none = { innerInstructions: [], loadedAddresses: { writable: [], readonly: [] } }
  return {
    slot,
    blockTime: time,
    transaction: [bytes, 'base64'],
    meta: { ...meta, ...balances, ...none },
    version: 0,
  }
}

async function signatures(view: View, call: Call, ask: Ask): Promise<Result> {
  const { snapshot, fork } = view
  const [address, { before, until, limit = MOST, ...options } = {} as Result] = call.params
  // Newest first, as nodes list them.
  const forked = (fork?.transactions ?? []).map(entryOf).reverse()
  const at = (signature: string | undefined) => forked.findIndex((one) => one.signature === signature)
  const own = before === undefined ? forked : at(before) < 0 ? [] : forked.slice(at(before) + 1)
  if (at(until) >= 0)
    return own.slice(0, Math.max(0, at(until) - (forked.length - own.length))).slice(0, limit)
  const beforeLive = at(before) < 0 ? before : undefined
  const params = [address, { ...options, before: beforeLive, until, limit: MOST }]
  const live = (await ask({ ...call, params })).filter(({ slot }: Result) => slot <= snapshot.slot)
  return [...own, ...live.map((one: Result) => dated(one, snapshot.slot))].slice(0, limit)
}

function entryOf({ signature, slot, time }: ForkedTransaction): Result {
  return { signature, slot, err: null, memo: null, blockTime: time, confirmationStatus: 'confirmed' }
}

function dated(entry: Result, slot: number): Result {
  return entry.slot <= slot - UNTIL_FINAL ? entry : { ...entry, confirmationStatus: 'confirmed' }
}
