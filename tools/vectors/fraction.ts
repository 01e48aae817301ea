// Exact fractions, so that test vectors are computed without rounding.

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
