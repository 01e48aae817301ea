import type { Address } from '../chain/address.ts'
import { Bytes } from '../chain/bytes.ts'
import { call } from '../chain/instruction.ts'
import { rent } from '../chain/runtime.ts'
import { costAt, isSaleSize, lotOf, priceAt, sell } from '../model/auction.ts'
import { smaller, toU64, U64 } from '../model/integers.ts'
import { canPay, type Plan, type StepKind, tokenReasons } from './step.ts'

/** Bytes of the fee vault. */
export const VAULT_BYTES = 169

export interface BuyStep {
  kind: 'buy'
  buyer: Address
  lamports: bigint
  maxTokens: bigint
}

const MOST = 2n ** 128n - 1n

export const buy: StepKind<BuyStep> = {
  make(random, world) {
    const { vault } = world
    if (vault.forSale === 0n && !random.oneIn(10)) return null
    const lot = lotOf(vault)
    const most = smaller(lot, vault.forSale)
    const lamports = random.weighted<() => bigint>([
      [8, () => most],
      [6, () => (most > 10_000_000n ? random.big(10_000_000n, most) : most)],
      [2, () => most + BigInt(random.int(0, 1))],
      [3, () => 10_000_000n + BigInt(random.int(-1, 0))],
      [1, () => random.pick([0n, 1n, U64])],
    ])()
    const cost = costAt(priceAt(vault, world.slot).price, lamports)
    const maxTokens = random.oneIn(5) ? cost + BigInt(random.int(-1, 0)) : U64
    return {
      kind: 'buy',
      buyer: random.pick(world.actors),
      lamports,
      maxTokens: toU64(maxTokens),
    }
  },

  plan(world, { buyer, lamports, maxTokens }): Plan {
    const { vault, slot } = world
    const tokens = world.tokensOf(buyer)
    const { price } = priceAt(vault, slot)
    const cost = costAt(price, lamports)
    const reasons = tokenReasons(world, tokens, buyer, cost)
    if (!canPay(world, buyer, -lamports)) reasons.push('funds')
    if (!isSaleSize(vault, lamports)) reasons.push('PurchaseOutOfRange')
    if (cost > maxTokens || price * lamports > MOST || 2n * price > MOST) reasons.push('PurchaseTooExpensive')
    const accounts = {
      buyer,
      config: world.config,
      feeVault: world.vaultAddress,
      mint: world.mint,
      buyerToken: tokens,
      tokenProgram: world.tokenProgram,
    }
    return {
      name: 'burnAuctionBuy',
      instructions: [call('burnAuctionBuy', accounts, new Bytes().u64(lamports).u64(maxTokens))],
      reasons,
      commit() {
        vault.sequence += 1
        world.burn(tokens, cost)
        world.move(world.vaultAddress, buyer, lamports)
        sell(vault, lamports, slot, world.balance(world.vaultAddress) - rent(VAULT_BYTES))
      },
    }
  },
}
