import { divideUp, larger, smaller } from './integers.ts'
import type { Vault } from './types.ts'

// The burn auction by the text of the design, in exact arithmetic.

const SOL = 10n ** 9n
const ONE = 2n ** 32n

/** Halved every `halfLife` slots: by whole half-lives a shift, linear in between, rounded up. */
function halved(value: bigint, slots: number, halfLife: number): bigint {
  const start = divideUp(value, 2n ** BigInt(Math.floor(slots / halfLife)))
  const double = 2n * BigInt(halfLife)
  return divideUp(start * (double - BigInt(slots % halfLife)), double)
}

export function lotOf({ forSale, smallestLot }: Vault): bigint {
  return larger(smallestLot, forSale / 16n)
}

/** The price and its floor in a slot. The clock stands while less than a smallest lot is for sale. */
export function priceAt(vault: Vault, slot: number): { price: bigint; floor: bigint } {
  if (vault.forSale < vault.smallestLot) return { price: vault.price, floor: vault.floor }
  const slots = slot - vault.pricedAt
  const floor = halved(vault.floor, slots, 56 * vault.halfLife)
  const price = halved(vault.price, slots, vault.halfLife)
  return { price: larger(price, floor), floor }
}

/** Tokens for so many lamports. */
export function costAt(price: bigint, lamports: bigint): bigint {
  return larger(1n, divideUp(price * lamports, SOL * ONE))
}

/** Whether a purchase has an allowed size. */
export function isSaleSize(vault: Vault, lamports: bigint): boolean {
  return lamports >= SOL / 100n && lamports <= smaller(lotOf(vault), vault.forSale)
}

/** Records a sale; `left` is what the vault holds above its rent afterwards. */
export function sell(vault: Vault, lamports: bigint, slot: number, left: bigint): void {
  const { price, floor } = priceAt(vault, slot)
  const lot = lotOf(vault)
  const next = price + divideUp(price * lamports, lot)
  vault.burned += costAt(price, lamports)
  vault.sold += lamports
  vault.price = next
  vault.floor = larger(floor, floor + ((next / 8n - floor) * lamports) / lot)
  vault.pricedAt = slot
  vault.forSale = left
}

/** Puts lamports of a market up for sale. */
export function receive(vault: Vault, lamports: bigint, slot: number): void {
  const stood = vault.forSale < vault.smallestLot
  vault.forSale += lamports
  vault.received += lamports
  if (stood && vault.forSale >= vault.smallestLot) vault.pricedAt = slot
}
