import { givenBuyer, givenForSale, purchase } from '../../tests/helpers/program/auction.ts'
import { SOL, succeed, type World } from '../../tests/helpers/program/world.ts'
import type { Row } from '../table.ts'

/** Compute units of a purchase in the burn auction. */
export async function measureAuction(world: World): Promise<Row[]> {
  await givenForSale(world, 32n * SOL)
  const buyer = givenBuyer(world)
  // The price falls for a while, so that the purchase pays for all of its arithmetic.
  await world.chain.warpToSlot((await world.chain.slot()) + 1_234_567n)
  const { computeUnits } = await succeed(world, [purchase(world, buyer.publicKey, SOL)], [buyer])
  return [{ instruction: 'burn_auction_buy', units: computeUnits }]
}
