// Computes the payouts of a test case with exact fractions.

/** An exact rational number. */
export class Fraction {
  readonly numerator: bigint
  readonly denominator: bigint

  /** `numerator / denominator` in lowest terms; the denominator is positive. */
  constructor(numerator: bigint, denominator = 1n) {
    if (denominator === 0n) throw new RangeError('denominator must not be zero')
    const sign = denominator < 0n ? -1n : 1n
    const divisor = greatestCommonDivisor(numerator, denominator)
    this.numerator = (sign * numerator) / divisor
    this.denominator = (sign * denominator) / divisor
  }

  plus(other: Fraction): Fraction {
    return new Fraction(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    )
  }

  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.numerator, other.denominator))
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.numerator * other.numerator, this.denominator * other.denominator)
  }

  dividedBy(other: Fraction): Fraction {
    return new Fraction(this.numerator * other.denominator, this.denominator * other.numerator)
  }

  /** The largest integer not above this number. */
  floor(): bigint {
    const quotient = this.numerator / this.denominator
    return quotient * this.denominator > this.numerator ? quotient - 1n : quotient
  }
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let x = a < 0n ? -a : a
  let y = b < 0n ? -b : b
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

/** Base units on yes and on no. */
export type Pair = readonly [yes: bigint, no: bigint]

/** A market at its decision: the stakes of each position, the winner, the fees and the largest ratio. */
export interface Situation {
  name: string
  positions: readonly Pair[]
  winner: 'yes' | 'no'
  burnBps: number
  developerBps: number
  /** Hundredths; absent for no limit. */
  maxRatio?: number
}

/** A situation and its expected payouts; amounts are decimal strings of base units. */
export interface PayoutCase {
  name: string
  pools: [string, string]
  winner: 'yes' | 'no'
  burnBps: number
  developerBps: number
  maxRatio: number
  unmatched: string
  burn: string
  developer: string
  distributable: string
  positions: { stakes: [string, string]; payout: string; refund: string }[]
  dust: string
  void: boolean
}

const MAX_U64 = 2n ** 64n - 1n

/**
 * Computes the payouts of a situation with exact fractions: a winner's share of what is lost is their share of the
 * winning side, a loser's share of what finds no opponent is theirs of the losing side. Only amounts are rounded,
 * always down.
 */
export function payoutCase(situation: Situation): PayoutCase {
  const { name, positions, winner, burnBps, developerBps, maxRatio = 0 } = situation
  const side = winner === 'yes' ? 0 : 1
  const pools: Pair = [sum(positions.map(([yes]) => yes)), sum(positions.map(([, no]) => no))]
  const total = pools[0] + pools[1]
  if (total > MAX_U64) throw new RangeError(`${name}: ${total} does not fit a u64`)

  const winning = pools[side]
  const losing = total - winning
  const isVoid = winning === 0n
  const most = new Fraction(winning * BigInt(maxRatio), 100n).floor()
  const unmatched = isVoid || maxRatio === 0 || losing <= most ? 0n : losing - most
  const lost = isVoid ? 0n : losing - unmatched
  const burn = share(lost, burnBps)
  const developer = share(lost, developerBps)
  const distributable = lost - burn - developer
  const dues = positions.map((stakes) => {
    if (isVoid) return { payout: 0n, refund: stakes[0] + stakes[1] }
    const stake = stakes[side]
    return {
      payout: stake + part(distributable, stake, winning),
      refund: part(unmatched, stakes[0] + stakes[1] - stake, losing),
    }
  })

  return {
    name,
    pools: text(pools),
    winner,
    burnBps,
    developerBps,
    maxRatio,
    unmatched: `${unmatched}`,
    burn: `${burn}`,
    developer: `${developer}`,
    distributable: `${distributable}`,
    positions: positions.map((stakes, index) => ({
      stakes: text(stakes),
      payout: `${dues[index]?.payout}`,
      refund: `${dues[index]?.refund}`,
    })),
    dust: `${total - burn - developer - sum(dues.map(({ payout, refund }) => payout + refund))}`,
    void: isVoid,
  }
}

/** The part of an amount that a stake has by its share of a pool. */
function part(amount: bigint, stake: bigint, pool: bigint): bigint {
  if (stake === 0n) return 0n
  return new Fraction(stake, pool).times(new Fraction(amount)).floor()
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
