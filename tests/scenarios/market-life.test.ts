import {
  findFeed,
  findQuestion,
  PredictionMarketClient,
  type ProgramError,
  signAttestation,
} from '@prediction-market/sdk'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { startLocalnet } from '../../app/src/localnet/localnet.ts'
import { migrateToken, setCurve } from '../../app/src/localnet/pump.ts'
import {
  chainTime,
  closeConnection,
  failure,
  lamportsOf,
  liveMarket,
  openConnection,
  type TestLocalnet,
  until,
  waitForTime,
} from '../helpers/localnet/index.ts'

const SOL_FEED = findFeed('SOL')?.id ?? expect.fail()

/** So many wallets that hold 100 SOL and 100,000 UTILITY. */
async function givenWallets<Count extends number>({ node, faucet }: TestLocalnet, count: Count) {
  const wallets = Array.from({ length: count }, () => Keypair.generate())
  await Promise.all(
    wallets.map(async ({ publicKey: wallet }) => {
      await node.cheats.setLamports(wallet, 100_000_000_000n)
      await faucet.pay({ wallet, currency: 'UTILITY', amount: 100_000_000_000n })
    }),
  )
  return wallets
}

describe('a market on the localnet', () => {
  let localnet: TestLocalnet

  before(async () => {
    const started = await startLocalnet({ rpcPort: 0, demo: false, seed: 'life' })
    localnet = { ...started, connection: openConnection(started.node) }
  })

  after(async () => {
    await closeConnection(localnet.connection)
    await localnet.stop()
  })

  const travelTo = async (second: number) => {
    await localnet.node.cheats.timeTravel(second)
    await waitForTime(localnet.connection, second)
  }

  const [keeper = expect.fail()] = LOCALNET_KEYS.keepers

  for (const [currency, price, outcome] of [
    ['SOL', '151', 'Yes'],
    ['UTILITY', '149', 'No'],
  ] as const) {
    it(`in ${currency} goes from its opening to the last payout and is cleared away`, async () => {
      const { connection, prices } = localnet
      const bettors = (await givenWallets(localnet, 3)) as [Keypair, Keypair, Keypair]
      await prices.set('SOL', price)
      const expireAt = (await chainTime(connection)) + 100
      const settled = await liveMarket({
        connection,
        keeper,
        bettors,
        currency,
        expireAt,
        outcome,
        expire: () => travelTo(expireAt),
        question: 'Will SOL be above $150?',
        condition: { type: 'price', feed: SOL_FEED, comparison: 'above', target: '150', timing: 'atExpiry' },
        async proof() {
          const update = await until('the price at expiry', () => prices.updateAt(SOL_FEED, expireAt))
          return { price: await prices.post(update) }
        },
      })
      expect(settled.observation).to.deep.equal({
        value: BigInt(price) * 10n ** 8n,
        exponent: -8,
        observedAt: BigInt(expireAt),
      })

      // It can be closed once its nonce cannot be used again, and its creator gets the rent.
      const client = new PredictionMarketClient(connection, { signer: keeper })
      const { address, escrow, creator } = settled
      const early = await failure(client.close({ market: address }))
      expect((early as ProgramError).name).to.equal('MarketTooYoung')
      await travelTo(expireAt + 400)

      const accounts = [address, findQuestion(address), escrow]
      const held = await Promise.all([creator, ...accounts].map((each) => lamportsOf(connection, each)))
      await client.close({ market: address })
      const left = await Promise.all(accounts.map((each) => lamportsOf(connection, each)))
      expect(left).to.deep.equal([0n, 0n, 0n])
      const dust = settled.mint ? 0n : settled.pools[0] + settled.pools[1] - settled.paid - feesOf(settled)
      const all = held.reduce((total, lamports) => total + lamports, 0n)
      expect(await lamportsOf(connection, creator)).to.equal(all - dust)
    })
  }

  const feesOf = ({ fees }: { fees: { burn: bigint; developer: bigint } }) => fees.burn + fees.developer

  it('about a supply, a migration or what attestors say is decided early', async () => {
    // Given one of each, with stakes on both sides.
    const { connection, node, faucet, program } = localnet
    const [creator, other] = (await givenWallets(localnet, 2)) as [Keypair, Keypair]
    const client = new PredictionMarketClient(connection, { signer: creator })
    const frog = Keypair.generate().publicKey
    await setCurve(node.cheats, frog, { sold: 50 })
    const supply = program.utilityMint
    const conditions = [
      [{ type: 'supply', comparison: 'atLeast', target: '5000000', timing: 'byExpiry' }, supply],
      [{ type: 'migration', timing: 'byExpiry' }, frog],
      [
        { type: 'holders', comparison: 'atLeast', target: '1000', minimumBalance: 1n, timing: 'byExpiry' },
        frog,
      ],
      [{ type: 'event', timing: 'byExpiry' }, null],
    ] as const
    const expireAt = BigInt((await chainTime(connection)) + 600)
    const markets = await Promise.all(
      conditions.map(async ([condition, token], index) => {
        const nonce = (await client.chainTime()) * 1000n + BigInt(index)
        const initialStake = { outcome: 'Yes', amount: 50_000_000n } as const
        const open = { condition, token, nonce, expireAt, initialStake, currency: 'SOL' } as const
        const { market } = await client.createMarket({ ...open, question: `${condition.type}?` })
        await client.placeBet({ market, outcome: 'No', amount: 30_000_000n }, { signer: other })
        return market
      }),
    )
    type Four = [PublicKey, PublicKey, PublicKey, PublicKey]
    const [ofSupply, ofMigration, ofHolders, ofEvent] = markets as Four
    const undecided = await failure(client.resolve({ market: ofMigration }))
    expect((undecided as ProgramError).name).to.equal('NotDecidableYet')

    // When it comes true.
    const amount = 6_000_000_000_000n
    await faucet.pay({ wallet: creator.publicKey, currency: 'UTILITY', amount })
    await migrateToken(node.cheats, frog)
    const observedAt = BigInt(await chainTime(connection))
    const attest = (market: PublicKey, value: bigint) => {
      const signers = LOCALNET_KEYS.attestors.slice(1)
      const signatures = signers.map((key) => signAttestation({ market, value, observedAt }, key))
      return { value, observedAt, signatures }
    }

    // Then nobody can bet on the news, and each is decided by its proof.
    for (const market of [ofSupply, ofMigration]) {
      const bet = client.placeBet({ market, outcome: 'Yes', amount: 50_000_000n })
      expect(((await failure(bet)) as ProgramError).name).to.equal('ConditionAlreadyMet')
    }
    await Promise.all([
      client.resolve({ market: ofSupply }),
      client.resolve({ market: ofMigration }),
      client.resolve({ market: ofHolders, attestation: attest(ofHolders, 1_234n) }),
      client.resolve({ market: ofEvent, attestation: attest(ofEvent, 1n) }),
    ])
    for (const market of markets) {
      expect(await client.market(market)).to.include({ status: 'resolved', outcome: 'Yes' })
    }
  })
})
