import type { Condition } from './types.ts'

/** Whether observations of a condition have a date, as prices and attestations do. The state of an account has none. */
export function isDated({ type }: Pick<Condition, 'type'>): boolean {
  return type !== 'supply' && type !== 'migration'
}

/** Whether attestors decide a condition. */
export function isAttested({ type }: Pick<Condition, 'type'>): boolean {
  return type === 'holders' || type === 'event'
}

/**
 * Whether a condition can be decided before the expiry. Attestors also answer early that an event can no longer
 * happen.
 */
export function canBeEarly({ type, timing }: Pick<Condition, 'type' | 'timing'>): boolean {
  return timing === 'byExpiry' || type === 'event'
}
