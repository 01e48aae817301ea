// Computes the payouts of a test case with exact fractions.

import { Fraction } from './fraction.ts'

/** Base units on yes and on no. */
export type Pair = readonly [yes: bigint, no: bigint]

/** A market at its decision: the stakes of each position, the winner and the fees. */
export interface Situation {
  name: string
  positions: readonly Pair[]
  winner: 'yes' | 'no'
  burnBps: number
  developerBps: number
}

/** A situation and its expected payouts; amounts are decimal strings of base units. */
export interface PayoutCase {
  name: string
  pools: [string, string]
  winner: 'yes' | 'no'
  burnBps: number
  developerBps: number
  burn: string
  developer: string
  distributable: string
  positions: { stakes: [string, string]; payout: string }[]
  dust: string
  void: boolean
}

const MAX_U64 = 2n ** 64n - 1n

/**
 * Computes the payouts of a situation with exact fractions: a winner's share of the losing pool is their share of the
 * winning side. Only transferred amounts are rounded, always down.
 */
export function payoutCase(situation: Situation): PayoutCase {
  const { name, positions, winner, burnBps, developerBps } = situation
  const side = winner === 'yes' ? 0 : 1
  const pools: Pair = [sum(positions.map(([yes]) => yes)), sum(positions.map(([, no]) => no))]
  const total = pools[0] + pools[1]
  if (total > MAX_U64) throw new RangeError(`${name}: ${total} does not fit a u64`)

  const winning = pools[side]
  const losing = total - winning
  const isVoid = winning === 0n
  const burn = isVoid ? 0n : share(losing, burnBps)
  const developer = isVoid ? 0n : share(losing, developerBps)
  const distributable = isVoid ? 0n : losing - burn - developer
  const payouts = positions.map((stakes) => {
    if (isVoid) return stakes[0] + stakes[1]
    const part = new Fraction(stakes[side]).dividedBy(new Fraction(winning))
    return part.times(new Fraction(distributable)).plus(new Fraction(stakes[side])).floor()
  })

  return {
    name,
    pools: text(pools),
    winner,
    burnBps,
    developerBps,
    burn: `${burn}`,
    developer: `${developer}`,
    distributable: `${distributable}`,
    positions: positions.map((stakes, index) => ({ stakes: text(stakes), payout: `${payouts[index]}` })),
    dust: `${total - burn - developer - sum(payouts)}`,
    void: isVoid,
  }
}

function share(pool: bigint, bps: number): bigint {
  return new Fraction(pool).times(new Fraction(BigInt(bps), 10_000n)).floor()
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}

function text([yes, no]: Pair): [string, string] {
  return [`${yes}`, `${no}`]
}
