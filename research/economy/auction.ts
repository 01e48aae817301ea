import { type Auction, largestPurchase, PRICE_BITS, quoteBurn } from '@prediction-market/sdk/rules'
import { generator } from '../../bench/random.ts'

/**
 * What a bidder saves by splitting one purchase into 2, 4 or 16 in the same slot, over random states of the fee vault:
 * at most, in base units of the token, and on average, as a share of the price.
 */
export function splitSaving(states: number, seed: number): { most: bigint; mean: number } {
  const random = generator(seed)
  let most = -(2n ** 63n)
  let sum = 0
  for (let index = 0; index < states; index++) {
    const vault: Auction = {
      auction: { halfLife: 54_000, smallestLot: 1_000_000_000n },
      forSale: BigInt(Math.floor(1e9 + random() * 200e9)),
      price: { value: BigInt(Math.floor(1e9 + random() * 1e12)) << PRICE_BITS, floor: 0n },
      pricedAt: 0n,
    }
    const slot = BigInt(Math.floor(random() * 100_000))
    const lamports = largestPurchase(vault)
    const whole = quoteBurn(vault, lamports, slot).tokens
    for (const parts of [2n, 4n, 16n]) {
      const saved = whole - inParts(vault, lamports, parts, slot)
      if (saved > most) most = saved
      sum += Number(saved) / Number(whole)
    }
  }
  return { most, mean: sum / (3 * states) }
}

/** The tokens that a purchase in parts costs. */
function inParts(vault: Auction, lamports: bigint, parts: bigint, slot: bigint): bigint {
  let state = vault
  let tokens = 0n
  for (let part = 1n; part <= parts; part++) {
    const share = part < parts ? lamports / parts : lamports - (lamports / parts) * (parts - 1n)
    const quote = quoteBurn(state, share, slot)
    tokens += quote.tokens
    state = { ...state, price: quote.after, pricedAt: slot, forSale: state.forSale - share }
  }
  return tokens
}
