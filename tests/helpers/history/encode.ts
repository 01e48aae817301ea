// Encodes events and logs as the program writes them.

import { createHash } from 'node:crypto'
import { BorshCoder, type Idl } from '@coral-xyz/anchor'
import { type Condition, PROGRAM_ID, type Stakes } from '@prediction-market/sdk'
import type { EventData, EventName } from '@prediction-market/sdk/events'
import { IDL } from '@prediction-market/sdk/idl'
import { PublicKey } from '@solana/web3.js'
import BN from 'bn.js'
import bs58 from 'bs58'
import { encodeCondition } from '../../../sdk/src/core/condition/encode.ts'
import { toAnchor } from '../sdk/convert.ts'

const coder = new BorshCoder(IDL as Idl)

/** Encodes an event as the program logs it, in base64. */
export function encodeEvent<Name extends EventName>(name: Name, data: EventData[Name]): string {
  const camel = name.charAt(0).toLowerCase() + name.slice(1)
  const event = IDL.events.find((candidate) => candidate.name === camel)
  if (!event) throw new Error(`No event ${name}`)
  const fields = coder.types.encode(camel, toRaw(data) as object)
  return Buffer.concat([Buffer.from(event.discriminator), fields]).toString('base64')
}

/** The logs of a transaction with these events, of the program by default. */
export function logsOf(events: readonly string[], logger = PROGRAM_ID): string[] {
  const program = logger.toBase58()
  return [
    `Program ${program} invoke [1]`,
    'Program log: Instruction: PlaceBet',
    ...events.map((event) => `Program data: ${event}`),
    `Program ${program} consumed 7912 of 200000 compute units`,
    `Program ${program} success`,
  ]
}

/** An address derived from a name. */
export function addressOf(name: string): PublicKey {
  return new PublicKey(createHash('sha256').update(name).digest())
}

/** A signature derived from a name. */
export function signatureOf(name: string): string {
  return bs58.encode(createHash('sha512').update(name).digest())
}

/** Fields that are options in the program; missing addresses are the default pubkey instead. */
const OPTIONAL = new Set(['observation', 'answer'])

function isStakes(value: unknown): value is Stakes {
  return typeof value === 'object' && value !== null && 'Yes' in value && 'No' in value
}

/** Converts the SDK's values to those of Anchor's coder. */
function toRaw(value: unknown, key = ''): unknown {
  if (typeof value === 'bigint') return new BN(value.toString())
  if (key === 'condition') return toAnchor(encodeCondition(value as Condition))
  if (value === null) return OPTIONAL.has(key) ? null : PublicKey.default
  if (key === 'outcome' || key === 'answer') return value === 'Yes' ? { yes: {} } : { no: {} }
  if (isStakes(value)) return [value.Yes, value.No].map((one) => toRaw(one))
  if (key === 'kind') return { [String(value)]: {} }
  if (value instanceof PublicKey || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((one) => toRaw(one))
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toRaw(one, name)]))
}
