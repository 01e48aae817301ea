import {
  burnPrice,
  type FeeVault,
  formatAmount,
  largestPurchase,
  PRICE_BITS,
  SOL_DECIMALS,
  smallestPurchase,
} from '@prediction-market/sdk'
import { amount, type Json } from '../../json/write.ts'
import type { BurnRow } from '../../store/schema/history.ts'
import { isoTime } from '../markets/views.ts'

/** What was bought in the burn auction. */
export interface ViewedPurchase {
  /** In base58. */
  buyer: string
  lamports: bigint
  /** Base units of the utility token. */
  tokens: bigint
  /** Token base units for one SOL, with 32 fractional bits. */
  price: bigint
}

/** The fields of every purchase. */
export function boughtView(
  { buyer, lamports, tokens, price }: ViewedPurchase,
  decimals: number,
): Record<string, Json> {
  return {
    wallet: buyer,
    sol: amount(lamports, SOL_DECIMALS),
    tokens: amount(tokens, decimals),
    price: priceView(price, decimals),
  }
}

/** A purchase in a list. */
export function purchaseView(row: BurnRow, decimals: number): Json {
  return {
    id: row.id,
    ...boughtView(row, decimals),
    boughtAt: isoTime(row.boughtAt),
    transactionId: row.signature,
  }
}

/**
 * The confirmation of a purchase.
 *
 * @param transactionId - `null` for a projected one
 */
export function confirmationView(
  purchase: ViewedPurchase,
  decimals: number,
  transactionId: string | null,
): Record<string, Json> {
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
  slot: bigint,
  { decimals, byMarkets }: { decimals: number; byMarkets: bigint },
): Record<string, Json> {
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
    price: priceView(burnPrice(vault, slot).value, decimals),
    auction: {
      smallestPurchase: amount(smallestPurchase(vault), SOL_DECIMALS),
      largestPurchase: amount(largestPurchase(vault), SOL_DECIMALS),
      smallestLot: amount(vault.auction.smallestLot, SOL_DECIMALS),
      halfLifeSlots: vault.auction.halfLife,
      slot: Number(slot),
      start: {
        slot: Number(vault.pricedAt),
        price: priceView(vault.price.value, decimals),
        floor: priceView(vault.price.floor, decimals),
      },
    },
  }
}

/** A price in UTILITY for one SOL, rounded up to a base unit. */
function priceView(price: bigint, decimals: number): Json {
  const units = (price + (1n << PRICE_BITS) - 1n) >> PRICE_BITS
  return amount(units, decimals)
}
