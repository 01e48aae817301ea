import type { PublicKey } from '@solana/web3.js'
import { encodePriceUpdate } from '../../prices/price-update.ts'
import { PYTH, proofAddress } from '../../prices/pyth.ts'
import type { PricePoster, PriceUpdate } from '../../prices/source.ts'
import type { Cheats } from '../cheats.ts'

/** Writes an update to an account of the localnet, as the Pyth receiver would. */
export async function writePriceUpdate(
  cheats: Pick<Cheats, 'setAccount'>,
  address: PublicKey,
  update: PriceUpdate,
  slot: number,
): Promise<void> {
  const account = {
    writeAuthority: address,
    verification: 'full',
    update,
    postedSlot: BigInt(slot),
  } as const
  await cheats.setAccount(address, { owner: PYTH.receiver, data: encodePriceUpdate(account) })
}

/**
 * Posts updates on a localnet, each to an account at a known address. Unlike Pyth's receiver program it checks no
 * signatures.
 */
export function localnetPoster(cheats: Pick<Cheats, 'setAccount'>, slot: () => number): PricePoster {
  return {
    async post(update) {
      const address = proofAddress(update.feedId, update.publishTime)
      await writePriceUpdate(cheats, address, update, slot())
      return address
    },
  }
}
