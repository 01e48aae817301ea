// Codama's codecs of the program, in the form of the core: `null` for none, `{ yes: {} }` for a variant.

import { getBase64Encoder } from '@solana/kit'
import { type AccountName, capitalize, type InstructionName } from '../core/program.ts'
import type { Raw } from '../core/raw.ts'
import { remembered } from '../core/remember.ts'
import { IDL_EVENTS, type PredictionMarket } from '../idl/prediction_market.ts'
import {
  Comparison,
  getAcceptAdminInstructionDataEncoder,
  getAdminAcceptedDecoder,
  getAttestorSetCreatedDecoder,
  getAttestorSetDecoder,
  getBankrollBetDecoder,
  getBankrollClosedDecoder,
  getBankrollDecoder,
  getBankrollDepositedDecoder,
  getBankrollWithdrawnDecoder,
  getBetPlacedDecoder,
  getBurnAuctionBuyInstructionDataEncoder,
  getCancelMarketInstructionDataEncoder,
  getClaimPositionInstructionDataEncoder,
  getCloseBankrollInstructionDataEncoder,
  getCloseMarketInstructionDataEncoder,
  getCollectFeesInstructionDataEncoder,
  getConfigDecoder,
  getConfigInitializedDecoder,
  getConfigUpdatedDecoder,
  getCreateAttestorSetInstructionDataEncoder,
  getCreateMarketInstructionDataEncoder,
  getDelegateSetDecoder,
  getDepositInstructionDataEncoder,
  getFeesCollectedDecoder,
  getFeeVaultDecoder,
  getInitializeConfigInstructionDataEncoder,
  getMarketCancelledDecoder,
  getMarketClosedDecoder,
  getMarketCreatedDecoder,
  getMarketDecoder,
  getMarketResolvedDecoder,
  getMarketVoidedDecoder,
  getObservationRecordedDecoder,
  getPlaceBetFromBankrollInstructionDataEncoder,
  getPlaceBetInstructionDataEncoder,
  getPositionDecoder,
  getPositionSettledDecoder,
  getQuestionDecoder,
  getResolveMarketInstructionDataEncoder,
  getSetDelegateInstructionDataEncoder,
  getSettlePositionsInstructionDataEncoder,
  getTokensBurnedDecoder,
  getUpdateConfigInstructionDataEncoder,
  getVoidMarketInstructionDataEncoder,
  getWithdrawInstructionDataEncoder,
  Outcome,
  Recorded,
  Timing,
} from './generated/index.ts'
import type { Kit } from './library.ts'

interface Decoder {
  decode(data: Uint8Array, offset?: number): unknown
  fixedSize?: number
}
interface Encoder {
  encode(args: never): ArrayLike<number>
}
type EventIdlName = PredictionMarket['events'][number]['name']

const ACCOUNTS: Record<AccountName, () => Decoder> = {
  attestorSet: remembered(getAttestorSetDecoder),
  bankroll: remembered(getBankrollDecoder),
  config: remembered(getConfigDecoder),
  feeVault: remembered(getFeeVaultDecoder),
  market: remembered(getMarketDecoder),
  position: remembered(getPositionDecoder),
  question: remembered(getQuestionDecoder),
}

const EVENTS: Record<EventIdlName, () => Decoder> = {
  adminAccepted: remembered(getAdminAcceptedDecoder),
  attestorSetCreated: remembered(getAttestorSetCreatedDecoder),
  bankrollBet: remembered(getBankrollBetDecoder),
  bankrollClosed: remembered(getBankrollClosedDecoder),
  bankrollDeposited: remembered(getBankrollDepositedDecoder),
  bankrollWithdrawn: remembered(getBankrollWithdrawnDecoder),
  betPlaced: remembered(getBetPlacedDecoder),
  configInitialized: remembered(getConfigInitializedDecoder),
  configUpdated: remembered(getConfigUpdatedDecoder),
  delegateSet: remembered(getDelegateSetDecoder),
  feesCollected: remembered(getFeesCollectedDecoder),
  marketCancelled: remembered(getMarketCancelledDecoder),
  marketClosed: remembered(getMarketClosedDecoder),
  marketCreated: remembered(getMarketCreatedDecoder),
  marketResolved: remembered(getMarketResolvedDecoder),
  marketVoided: remembered(getMarketVoidedDecoder),
  observationRecorded: remembered(getObservationRecordedDecoder),
  positionSettled: remembered(getPositionSettledDecoder),
  tokensBurned: remembered(getTokensBurnedDecoder),
}

const INSTRUCTIONS: Record<InstructionName, () => Encoder> = {
  acceptAdmin: remembered(getAcceptAdminInstructionDataEncoder),
  burnAuctionBuy: remembered(getBurnAuctionBuyInstructionDataEncoder),
  cancelMarket: remembered(getCancelMarketInstructionDataEncoder),
  claimPosition: remembered(getClaimPositionInstructionDataEncoder),
  closeBankroll: remembered(getCloseBankrollInstructionDataEncoder),
  closeMarket: remembered(getCloseMarketInstructionDataEncoder),
  collectFees: remembered(getCollectFeesInstructionDataEncoder),
  createAttestorSet: remembered(getCreateAttestorSetInstructionDataEncoder),
  createMarket: remembered(getCreateMarketInstructionDataEncoder),
  deposit: remembered(getDepositInstructionDataEncoder),
  initializeConfig: remembered(getInitializeConfigInstructionDataEncoder),
  placeBet: remembered(getPlaceBetInstructionDataEncoder),
  placeBetFromBankroll: remembered(getPlaceBetFromBankrollInstructionDataEncoder),
  resolveMarket: remembered(getResolveMarketInstructionDataEncoder),
  setDelegate: remembered(getSetDelegateInstructionDataEncoder),
  settlePositions: remembered(getSettlePositionsInstructionDataEncoder),
  updateConfig: remembered(getUpdateConfigInstructionDataEncoder),
  voidMarket: remembered(getVoidMarketInstructionDataEncoder),
  withdraw: remembered(getWithdrawInstructionDataEncoder),
}

const DISCRIMINATOR_SIZE = 8

/** The enums without data, which Codama numbers. */
interface Enums {
  comparison: typeof Comparison
  outcome: typeof Outcome
  recorded: typeof Recorded
  timing: typeof Timing
}
type Types = PredictionMarket['types'][number]
type EnumName = Exclude<Extract<Types, { type: { kind: 'enum' } }>['name'], 'metric'>
/** The types of events and arguments: accounts store enums as bytes. */
type Sent = Exclude<Types, { name: AccountName | `stored${string}` }>
type Field = Extract<Sent['type'], { kind: 'struct' }>['fields'][number]
type Holding<Name> = { type: { defined: { name: Name } } | { option: { defined: { name: Name } } } }
type EnumOf<One> = { [Name in EnumName]: One extends Holding<Name> ? Enums[Name] : never }[EnumName]

/** Every field of the IDL that holds one of them; `never` if another field of the same name does not. */
type EnumFields = {
  [One in Extract<Field, Holding<EnumName>> as One['name']]: Extract<
    Field,
    { name: One['name'] }
  > extends Holding<EnumName>
    ? EnumOf<One>
    : never
}

/** These enums by the fields that hold them; a field too few or too many does not compile. */
const ENUM_FIELDS: EnumFields = {
  answer: Outcome,
  comparison: Comparison,
  kind: Recorded,
  outcome: Outcome,
  timing: Timing,
}

const ENUMS: Readonly<Record<string, Record<string, string | number>>> = ENUM_FIELDS

/** Decodes an account whose discriminator has been checked. */
export function decodeAccount<Name extends AccountName>(
  name: Name,
  data: Uint8Array,
): Raw<Name, Kit['Address']> {
  // Accounts have neither enums nor options: the program stores them as bytes.
  return ACCOUNTS[name]().decode(data) as Raw<Name, Kit['Address']>
}

/** Decodes an event from base64; `null` if it is not one of the program's. */
export function decodeEvent(text: string): { name: string; data: object } | null {
  const data = fromBase64(text)
  const event = IDL_EVENTS.find(({ discriminator }) =>
    discriminator.every((byte, index) => data[index] === byte),
  )
  if (!event) return null
  const raw = EVENTS[event.name]().decode(data, DISCRIMINATOR_SIZE)
  return { name: event.name, data: fromCodama(raw, '') as object }
}

/** Discriminator and arguments of an instruction. */
export function encodeInstruction(name: InstructionName, args: object): Uint8Array {
  const values = toCodama(args, '') as Record<string, unknown>
  return Uint8Array.from(INSTRUCTIONS[name]().encode(flat(values) as never))
}

/** The bytes of an account whose fields all have a fixed length. */
export function accountSize(name: AccountName): number {
  return ACCOUNTS[name]().fixedSize ?? 0
}

/** Decodes base64; empty if the text is not base64. */
export function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(getBase64Encoder().encode(text))
  } catch {
    return new Uint8Array()
  }
}

/** Codama takes the fields of a single argument `args` as arguments, and calls the question's text otherwise. */
function flat({ args, ...others }: Record<string, unknown>): object {
  const all = { ...others, ...(args as object | undefined) }
  return 'question' in all ? { ...all, questionText: all.question } : all
}

/** A value of Codama's: options, numbered variants and variants with a kind become those of the core. */
function fromCodama(value: unknown, field: string): unknown {
  const names = ENUMS[field]
  if (names && typeof value === 'number') return { [uncapitalize(String(names[value]))]: {} }
  if (!isRecord(value)) return value
  if ('__option' in value) return value.__option === 'Some' ? fromCodama(value.value, field) : null
  const { __kind: kind, ...fields } = value
  const converted = mapped(fields, fromCodama)
  return kind === undefined ? converted : { [uncapitalize(String(kind))]: converted }
}

/** The other way round, for arguments. */
function toCodama(value: unknown, field: string): unknown {
  if (!isRecord(value)) return value
  const [name = '', ...others] = Object.keys(value)
  const number = others.length === 0 ? ENUMS[field]?.[capitalize(name)] : undefined
  if (number !== undefined) return number
  if (field !== 'metric') return mapped(value, toCodama)
  const { feed, ...fields } = value[name] as { feed?: ArrayLike<number> }
  return { __kind: capitalize(name), ...fields, ...(feed && { feed: Uint8Array.from(feed) }) }
}

function mapped(fields: Record<string, unknown>, convert: (value: unknown, field: string) => unknown) {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, convert(value, name)]))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  const isObject = typeof value === 'object' && value !== null
  return isObject && !Array.isArray(value) && !(value instanceof Uint8Array)
}

function uncapitalize(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}
