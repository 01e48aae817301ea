// All types of conditions, and what follows from the type alone.

import { InvalidInputError } from '../../errors.ts'
import { type ChangeCondition, change } from './change.ts'
import { type EventCondition, event } from './event.ts'
import { type HoldersCondition, holders } from './holders.ts'
import type { ConditionKind, Reading, StateReading } from './kind.ts'
import { type MarketCapCondition, marketCap } from './market-cap.ts'
import { type MigrationCondition, migration } from './migration.ts'
import { type PriceCondition, price } from './price.ts'
import { type SupplyCondition, supply } from './supply.ts'

export type * from './kind.ts'
export type {
  ChangeCondition,
  EventCondition,
  HoldersCondition,
  MarketCapCondition,
  MigrationCondition,
  PriceCondition,
  SupplyCondition,
}

/** The condition that makes a market Yes, as data. */
export type Condition =
  | PriceCondition
  | MarketCapCondition
  | SupplyCondition
  | MigrationCondition
  | HoldersCondition
  | EventCondition
  | ChangeCondition

/** A condition of one type. */
export type ConditionOf<Type extends Condition['type']> = Extract<Condition, { type: Type }>

/** Every type of condition, in the program's order. */
export const CONDITION_KINDS: readonly ConditionKind<Condition>[] = [
  price,
  marketCap,
  supply,
  migration,
  holders,
  event,
  change,
]

/** The names of all types of conditions, in the program's order. */
export const METRICS: readonly Condition['type'][] = /* @__PURE__ */ CONDITION_KINDS.map(({ type }) => type)

const BY_TYPE = /* @__PURE__ */ new Map(CONDITION_KINDS.map((kind) => [kind.type, kind]))

/** The record of a condition's type. */
export function kindOf({ type }: Pick<Condition, 'type'>): ConditionKind<Condition> {
  const kind = BY_TYPE.get(type)
  if (!kind) throw new InvalidInputError('type', `unknown type: ${type}`)
  return kind
}

/** Whether observations of a condition have a date, as prices and attestations do. The state of an account has none. */
export function isDated(condition: Pick<Condition, 'type'>): boolean {
  return kindOf(condition).proof !== 'accounts'
}

/** Whether attestors decide a condition. */
export function isAttested(condition: Pick<Condition, 'type'>): boolean {
  return kindOf(condition).proof === 'attestors'
}

/** Whether a value is part of what a condition measures. */
export function measures(condition: Pick<Condition, 'type'>, reading: Reading): boolean {
  return kindOf(condition).reads.includes(reading)
}

/** The values that a condition reads from accounts; empty for most. */
export function stateReadings(condition: Pick<Condition, 'type'>): StateReading[] {
  return kindOf(condition).reads.filter((reading) => reading !== 'price' && reading !== 'attestation')
}

/** Whether the state of an account is part of what a condition measures. */
export function readsAccount(condition: Pick<Condition, 'type'>): boolean {
  return stateReadings(condition).length > 0
}

/** Whether No can be decided before the expiry: attestors also answer that an event can no longer happen. */
export function canBeEarlyNo(condition: Pick<Condition, 'type'>): boolean {
  return kindOf(condition).isInWords === true
}

/** Whether a condition can be decided before the expiry. */
export function canBeEarly(condition: Pick<Condition, 'type' | 'timing'>): boolean {
  return condition.timing === 'byExpiry' || canBeEarlyNo(condition)
}
