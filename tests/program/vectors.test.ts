import { readFileSync } from 'node:fs'
import type { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { setMint, setTokenAccount, tokenBalance } from '../helpers/oracle/tokens.ts'
import { changeSettings } from '../helpers/program/config.ts'
import {
  collection,
  decide,
  heldBy,
  payoutAccount,
  payoutsBy,
  readMarket,
  settlement,
} from '../helpers/program/market.ts'
import { givenChange, PRICE_250, priceFor, referenceFor, resolution } from '../helpers/program/price.ts'
import {
  bet,
  type GivenMarket,
  givenMarket,
  givenWallet,
  startWorld,
  succeed,
  type World,
} from '../helpers/program/world.ts'

interface Vector {
  name: string
  pools: [string, string]
  winner: string
  burnBps: number
  developerBps: number
  maxRatio: number
  unmatched: string
  burn: string
  developer: string
  positions: { stakes: [string, string]; payout: string; refund: string }[]
  dust: string
  void: boolean
}

const file = new URL('../vectors/payouts.json', import.meta.url)
const vectors: Vector[] = JSON.parse(readFileSync(file, 'utf8')).cases

/** Positions per batch. */
const BATCH = 8

// Only the hand-picked vectors; the random ones are for the arithmetic tests.
describe('the payout vectors on a chain', () => {
  let world: World

  before(async () => {
    world = await startWorld({ settings: { minimumStakeUtility: 1n } })
  })

  /** A market about a price, or with a largest ratio about whether one goes up. */
  const open = (maxRatio: number): Promise<GivenMarket> =>
    maxRatio === 0
      ? givenMarket(world, { currency: world.utility })
      : givenChange(world, { currency: world.utility, maxRatio })

  async function decideFor(market: GivenMarket, isYes: boolean): Promise<void> {
    const { condition } = market
    if (condition.type !== 'change') return decide(world, market, isYes ? 'Yes' : 'No')
    const change = { ...market, condition, referenceAt: condition.referenceAt }
    await world.chain.warpTo(market.expireAt)
    const last = priceFor(world, market, { price: isYes ? PRICE_250 + 1n : PRICE_250 })
    await succeed(world, [resolution(market, referenceFor(world, change), last)])
  }

  for (const vector of vectors.filter(({ name }) => !name.startsWith('random'))) {
    it(vector.name, async () => {
      // Given a market with the vector's fees and positions, in a mint with enough supply.
      const { burnBps, developerBps } = vector
      await changeSettings(world, { burnBps, developerBps })
      setMint(world.chain, { address: world.utility.mint, supply: 2n ** 64n - 1n })
      setTokenAccount(world.chain, { ...world.utility, owner: world.treasury, amount: 0n })
      const market = await open(vector.maxRatio)
      const owners: PublicKey[] = []
      for (const { stakes } of vector.positions) owners.push(await stake(stakes.map(BigInt)))
      const [yes, no] = vector.pools
      expect((await readMarket(world, market)).pools).to.deep.equal({ Yes: BigInt(yes), No: BigInt(no) })

      // When it is decided.
      await decideFor(market, vector.winner.toLowerCase() === 'yes')

      // Then everyone is paid what the vector says, and the dust is left.
      const { status, fees, unmatched } = await readMarket(world, market)
      expect(unmatched).to.equal(BigInt(vector.unmatched))
      expect(status).to.equal(vector.void ? 'void' : 'resolved')
      expect(fees).to.deep.equal({ burn: BigInt(vector.burn), developer: BigInt(vector.developer) })
      const payouts: bigint[] = []
      for (let at = 0; at < owners.length; at += BATCH) {
        const some = owners.slice(at, at + BATCH)
        const pay = () => succeed(world, [settlement(market, some)])
        payouts.push(...(await payoutsBy(world, market, some, pay)))
      }
      expect(payouts).to.deep.equal(
        vector.positions.map(({ payout, refund }) => BigInt(payout) + BigInt(refund)),
      )
      if (fees.burn + fees.developer > 0n) await succeed(world, [collection(world, market)])
      expect(await tokenBalance(world.chain, payoutAccount(market, world.treasury))).to.equal(fees.developer)
      expect(await heldBy(world, market)).to.equal(BigInt(vector.dust))

      async function stake([yes = 0n, no = 0n]: bigint[]): Promise<PublicKey> {
        const wallet: Keypair = givenWallet(world)
        const owner = wallet.publicKey
        setTokenAccount(world.chain, { ...world.utility, owner, amount: yes + no })
        const bets = [
          ...(yes > 0n ? [bet(market, owner, 'Yes', yes)] : []),
          ...(no > 0n ? [bet(market, owner, 'No', no)] : []),
        ]
        await succeed(world, bets, [wallet])
        return owner
      }
    })
  }
})
