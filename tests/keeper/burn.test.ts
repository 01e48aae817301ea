import { type FeeVault, PredictionMarketClient } from '@prediction-market/sdk'
import { PRICE_BITS } from '@prediction-market/sdk/rules'
import { getMint } from '@solana/spl-token'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { closeLocalnet, openKeeper, openLocalnet, travelTo } from '../helpers/keeper/harness.ts'
import { chainTime, fillFeeVault, type TestLocalnet, tokensOf, until } from '../helpers/localnet/index.ts'

const SOL = 1_000_000_000n

/** A price of so many UTILITY for one SOL. */
const priceOf = (utility: bigint) => (utility * 1_000_000n) << PRICE_BITS

describe('the keeper in the burn auction', () => {
  let localnet: TestLocalnet
  let client: PredictionMarketClient

  // Each test begins with the first price, 1,000 UTILITY for one SOL.
  beforeEach(async () => {
    localnet = await openLocalnet({ attestors: false })
    client = new PredictionMarketClient(localnet.connection)
  })

  afterEach(() => closeLocalnet(localnet))

  const tokens = ({ publicKey }: Keypair) => {
    return tokensOf(localnet.connection, localnet.program.utilityMint, publicKey)
  }
  const supply = async () => (await getMint(localnet.connection, localnet.program.utilityMint)).supply
  const untilVault = (what: string, isSo: (vault: FeeVault) => boolean) => {
    return until(what, async () => {
      const vault = await client.burns.vault()
      return isSo(vault) && vault
    })
  }
  /** A wallet with SOL for fees and this many base units of UTILITY. */
  const given = async (amount: bigint) => {
    const wallet = Keypair.generate()
    await localnet.node.cheats.setLamports(wallet.publicKey, SOL)
    await localnet.faucet.pay({ wallet: wallet.publicKey, currency: 'UTILITY', amount })
    return wallet
  }

  it("buys what is for sale with the localnet's wallet, and burns the tokens", async () => {
    const wallet = LOCALNET_KEYS.burner
    expect(localnet.burn).to.deep.equal({ wallet, maxPrice: '2000' })
    const [held, before] = [await tokens(wallet), await supply()]
    expect(held).to.equal(10_000_000_000n)

    // Given half a lot, whose price stands at 1,000.
    const keeper = await openKeeper(localnet, { burn: localnet.burn })
    await fillFeeVault(localnet, SOL / 2n)
    const vault = await untilVault('the purchase', ({ sold }) => sold > 0n)
    expect(vault).to.deep.include({ sold: SOL / 2n, forSale: 0n, burned: 500_000_000n })
    expect(held - (await tokens(wallet))).to.equal(500_000_000n)
    expect(before - (await supply())).to.equal(500_000_000n)
    const text = await until('the metrics', async () => {
      const metrics = await keeper.metrics.registry.metrics()
      return metrics.includes('keeper_burned_tokens_total 500\n') && metrics
    })
    expect(text).to.contain('keeper_bought_lamports_total 500000000\n')
  })

  it('waits until the price has fallen to its limit', async () => {
    // Given two lots at 1,000 UTILITY, and a keeper that pays 400.
    const wallet = await given(10n ** 10n)
    await fillFeeVault(localnet, 2n * SOL)
    await openKeeper(localnet, { burn: { wallet, maxPrice: '400' } })

    // When a minute and a half has passed.
    await travelTo(localnet, (await chainTime(localnet.connection)) + 90)
    const vault = await untilVault('the first purchase', ({ sold }) => sold > 0n)
    expect(vault.last?.price).to.not.equal(undefined)
    expect((vault.last?.price ?? 0n) <= priceOf(400n)).to.equal(true)
    expect(vault.burned <= 400_000_000n * 2n).to.equal(true)
  })

  it('buys as much as its wallet can pay, and reports that it holds too little', async () => {
    const wallet = await given(30_000_000n)
    const keeper = await openKeeper(localnet, { burn: { wallet, maxPrice: '1000' } })
    await fillFeeVault(localnet, SOL / 2n)
    const vault = await untilVault('the purchase', ({ sold }) => sold > 0n)
    expect(vault).to.deep.include({ sold: 30_000_000n, burned: 30_000_000n })
    expect(await tokens(wallet)).to.equal(0n)
    // The price is above its limit now; a keeper with a higher one has nothing left to pay with.
    await keeper.stop()
    const other = await openKeeper(localnet, { burn: { wallet, maxPrice: '2000' } })
    await until('the error', async () => {
      return (await other.metrics.registry.metrics()).includes('keeper_errors_total{where="burn"} 1')
    })
    expect((await client.burns.vault()).sold).to.equal(30_000_000n)
  })

  it('shares the sale with other keepers, and none pays more than its limit', async () => {
    const wallets = [await given(10n ** 10n), await given(10n ** 10n)]
    for (const wallet of wallets) await openKeeper(localnet, { burn: { wallet, maxPrice: '4000' } })
    await fillFeeVault(localnet, SOL + SOL / 2n)
    const vault = await untilVault('the sale', ({ forSale }) => forSale < SOL / 100n)
    const left = await Promise.all(wallets.map(tokens))
    expect(2n * 10n ** 10n - left.reduce((sum, held) => sum + held, 0n)).to.equal(vault.burned)
    expect((vault.last?.price ?? 0n) <= priceOf(4_000n)).to.equal(true)
  })

  it('buys nothing at a limit of 0', async () => {
    const wallet = await given(10n ** 10n)
    const keeper = await openKeeper(localnet, { burn: { wallet, maxPrice: '0' } })
    await fillFeeVault(localnet, SOL / 2n)
    // Another keeper that comes later buys it all.
    await until('the vault to be seen', () => keeper.chain.state.feeVault.forSale === SOL / 2n)
    await openKeeper(localnet, { burn: localnet.burn })
    await untilVault('the purchase of the other', ({ forSale }) => forSale === 0n)
    expect(await tokens(wallet)).to.equal(10n ** 10n)
  })
})
