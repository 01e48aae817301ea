// Writes price accounts on the localnet.

import { PYTH_RECEIVER } from '@prediction-market/sdk/oracle/pyth'
import type { PublicKey } from '@solana/web3.js'
import { encodePriceUpdate, proofAddress } from '../../prices/pyth.ts'
import type { PricePoster, PriceUpdate } from '../../prices/source.ts'
import type { Cheats } from '../cheats.ts'

/** Writes an update to an account of the localnet, as the Pyth receiver would. */
export async function writePriceUpdate(
  cheats: Pick<Cheats, 'setAccount'>,
  address: PublicKey,
  update: PriceUpdate,
  slot: number,
  receiver: PublicKey = PYTH_RECEIVER,
): Promise<void> {
  const account = {
    writeAuthority: address,
    verification: 'full',
    update,
    postedSlot: BigInt(slot),
  } as const
  await cheats.setAccount(address, { owner: receiver, data: encodePriceUpdate(account) })
}

/**
 * Posts updates on a localnet, each to an account at a known address. Unlike Pyth's receiver program it checks no
 * signatures.
 */
export function localnetPoster(cheats: Pick<Cheats, 'setAccount'>, slot: () => number): PricePoster {
  return {
    async post(update, receiver) {
      const address = proofAddress(update.feedId, update.publishTime, receiver)
      await writePriceUpdate(cheats, address, update, slot(), receiver)
      return address
    },
  }
}
