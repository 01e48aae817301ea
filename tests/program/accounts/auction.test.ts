import { findFeeVault } from '@prediction-market/sdk/accounts'
import { expect } from 'chai'
import { givenBuyer, givenForSale, purchase } from '../../helpers/program/auction.ts'
import { lamportGains } from '../../helpers/program/balances.ts'
import { expectSlotsGuarded } from '../../helpers/program/expect-slots.ts'
import { givenSubstitutes } from '../../helpers/program/substitutes.ts'
import { SOL, startWorld, succeed } from '../../helpers/program/world.ts'

describe('every account of the burn auction', () => {
  it('is guarded in burn_auction_buy', async () => {
    const world = await startWorld({ auction: { firstPrice: 1_000n } })
    await givenForSale(world, 2n * SOL)
    const substitutes = await givenSubstitutes(world)
    const buyer = givenBuyer(world)
    const instruction = purchase(world, buyer.publicKey, SOL)
    await expectSlotsGuarded(world, { name: 'burnAuctionBuy', instruction, signers: [buyer] }, substitutes)
    const gains = await lamportGains(world.chain, { buyer: buyer.publicKey, vault: findFeeVault() }, () =>
      succeed(world, [instruction], [buyer]),
    )
    expect(gains).to.deep.equal({ buyer: SOL, vault: -SOL })
  })
})
