// Codama's codecs of the program, in the form of the core: `null` for none, `{ yes: {} }` for a variant.

import { getBase64Encoder } from '@solana/kit'
import { type Convert, type Variant, valueConverter } from '../core/idl-values.ts'
import { type AccountName, capitalize, type InstructionName } from '../core/program.ts'
import type { IdlField, Raw } from '../core/raw.ts'
import { remembered } from '../core/remember.ts'
import { IDL_EVENTS, IDL_INSTRUCTIONS, type PredictionMarket } from '../idl/prediction_market.ts'
import {
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

const decoded = /* @__PURE__ */ remembered(() =>
  valueConverter({ bytes: toBytes, option: fromOption, variant: fromVariant }),
)
const encoded = /* @__PURE__ */ remembered(() => valueConverter({ bytes: toBytes, variant: toVariant }))

/** Decodes an account whose discriminator has been checked. */
export function decodeAccount<Name extends AccountName>(
  name: Name,
  data: Uint8Array,
): Raw<Name, Kit['Address']> {
  return convert(decoded().type(name), ACCOUNTS[name]().decode(data))
}

/** Decodes an event from base64; `null` if it is not one of the program's. */
export function decodeEvent(text: string): { name: string; data: object } | null {
  const data = fromBase64(text)
  const event = IDL_EVENTS.find(({ discriminator }) =>
    discriminator.every((byte, index) => data[index] === byte),
  )
  if (!event) return null
  const raw = EVENTS[event.name]().decode(data, DISCRIMINATOR_SIZE)
  return { name: event.name, data: convert(decoded().type(event.name), raw) }
}

/** Discriminator and arguments of an instruction. */
export function encodeInstruction(name: InstructionName, args: object): Uint8Array {
  const instructions: readonly { name: string; args: readonly IdlField[] }[] = IDL_INSTRUCTIONS
  const fields = instructions.find((instruction) => instruction.name === name)?.args ?? []
  const values = convert<Record<string, unknown>>(encoded().fields(fields), args)
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

function convert<T>(to: Convert, value: unknown): T {
  return (to ? to(value as never) : value) as T
}

/** Codama takes the fields of a single argument `args` as arguments, and calls the question's text otherwise. */
function flat({ args, ...others }: Record<string, unknown>): object {
  const all = { ...others, ...(args as object | undefined) }
  return 'question' in all ? { ...all, questionText: all.question } : all
}

function toBytes(value: ArrayLike<number>): Uint8Array {
  return value instanceof Uint8Array ? value : Uint8Array.from(value)
}

function fromOption(
  option: { __option: 'None' } | { __option: 'Some'; value: never },
  to: (value: never) => unknown,
): unknown {
  return option.__option === 'Some' ? to(option.value) : null
}

/** Codama numbers the variants of an enum without data, and names those of the others as Rust does. */
function fromVariant(value: number | { __kind: string }, variants: readonly Variant[]): object {
  if (typeof value === 'number') return { [variants[value]?.name ?? '']: {} }
  const { __kind, ...fields } = value
  const chosen = variants.find(({ name }) => capitalize(name) === __kind)
  return { [chosen?.name ?? '']: convert(chosen?.convert ?? null, fields) }
}

function toVariant(value: Record<string, object>, variants: readonly Variant[]): unknown {
  const index = variants.findIndex(({ name }) => name in value)
  const chosen = variants[index]
  if (!chosen) throw new Error(`unknown variant ${Object.keys(value)}`)
  if (!variants.some(({ hasFields }) => hasFields)) return index
  const fields = convert<object>(chosen.convert, value[chosen.name])
  return { __kind: capitalize(chosen.name), ...fields }
}
