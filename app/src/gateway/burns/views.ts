// The answers about the burn auction.

import { type FeeVault, formatAmount, SOL_DECIMALS } from '@prediction-market/sdk'
import { burnPrice, largestPurchase, MIN_PURCHASE, PRICE_BITS } from '@prediction-market/sdk/rules'
import type { EventOf } from '../../history/log/events.ts'
import { amount, type Decimal } from '../../json/json.ts'
import type { Answered } from '../http/fields/answered.ts'
import { isoTime } from '../http/fields/views.ts'
import type { Burns, Purchase, PurchaseConfirmation } from './schemas.ts'

export interface ViewedPurchase {
  /** In base58. */
  buyer: string
  lamports: bigint
  /** Base units of the utility token. */
  tokens: bigint
  /** Token base units for one SOL, with 32 fractional bits. */
  price: bigint
}

type BoughtFields = Pick<Answered<typeof Purchase>, 'wallet' | 'sol' | 'tokens' | 'price'>

/** A purchase, with the id of its transaction or `null`. */
type PurchaseFields<Id> = Omit<Answered<typeof PurchaseConfirmation>, 'transactionId'> & { transactionId: Id }

/** The fields of every purchase, from what was bought. */
export function boughtView(
  { buyer, lamports, tokens, price }: ViewedPurchase,
  decimals: number,
): BoughtFields {
  return {
    wallet: buyer,
    sol: amount(lamports, SOL_DECIMALS),
    tokens: amount(tokens, decimals),
    price: priceView(price, decimals),
  }
}

export function purchaseOf({ wallet, details }: Pick<EventOf<'burn'>, 'wallet' | 'details'>): ViewedPurchase {
  return { buyer: wallet ?? '', ...details }
}

export function purchaseView(event: EventOf<'burn'>, decimals: number): Answered<typeof Purchase> {
  return {
    id: event.id,
    ...boughtView(purchaseOf(event), decimals),
    boughtAt: isoTime(event.time),
    transactionId: event.signature,
  }
}

/**
 * The confirmation of a purchase.
 *
 * @param transactionId - `null` for a projected one
 */
export function confirmationView<Id extends string | null>(
  purchase: ViewedPurchase,
  decimals: number,
  transactionId: Id,
): PurchaseFields<Id> {
  const sol = `${formatAmount(purchase.lamports, SOL_DECIMALS)} SOL`
  const tokens = `${formatAmount(purchase.tokens, decimals)} UTILITY`
  return {
    ...boughtView(purchase, decimals),
    transactionId,
    message: transactionId
      ? `Bought ${sol}: ${tokens} burned`
      : `Purchase prepared: ${sol} for ${tokens}, which are burned. Sign the transaction and send it to POST /v1/transactions`,
  }
}

/** The state of the auction in a slot, and what was burned so far. */
export function burnsView(
  vault: FeeVault,
  { slot, slotMs }: { slot: number; slotMs: number | null },
  { decimals, byMarkets }: { decimals: number; byMarkets: bigint },
): Omit<Answered<typeof Burns>, 'mintAuthority' | 'purchases'> {
  const burned = vault.burned + byMarkets
  return {
    burned: {
      amount: amount(burned, decimals),
      label: `${formatAmount(burned, decimals)} UTILITY`,
      byAuction: amount(vault.burned, decimals),
      byMarkets: amount(byMarkets, decimals),
    },
    reserved: {
      amount: amount(vault.forSale, SOL_DECIMALS),
      label: `${formatAmount(vault.forSale, SOL_DECIMALS)} SOL`,
    },
    price: priceView(burnPrice(vault, BigInt(slot)).value, decimals),
    auction: {
      smallestPurchase: amount(BigInt(MIN_PURCHASE), SOL_DECIMALS),
      largestPurchase: amount(largestPurchase(vault), SOL_DECIMALS),
      smallestLot: amount(vault.auction.smallestLot, SOL_DECIMALS),
      halfLifeSlots: vault.auction.halfLife,
      slotMilliseconds: slotMs === null ? null : Math.round(slotMs),
      slot,
      start: {
        slot: Number(vault.pricedAt),
        price: priceView(vault.price.value, decimals),
        floor: priceView(vault.price.floor, decimals),
      },
    },
  }
}

/** A price in UTILITY for one SOL, rounded up to a base unit. */
function priceView(price: bigint, decimals: number): Decimal {
  const units = (price + (1n << PRICE_BITS) - 1n) >> PRICE_BITS
  return amount(units, decimals)
}
