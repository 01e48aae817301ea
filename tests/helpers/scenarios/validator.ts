// A `solana-test-validator` as a chain for scenarios, with price accounts in its genesis.

import { findFeed } from '@prediction-market/sdk/feeds'
import { PYTH_RECEIVER } from '@prediction-market/sdk/oracle/pyth'
import {
  Keypair,
  type PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
} from '@solana/web3.js'
import { expect } from 'chai'
import { programFor, readProgram } from '../../../app/src/deploy/program.ts'
import { setUp } from '../../../app/src/deploy/set-up.ts'
import { programSettings } from '../../../app/src/deploy/settings.ts'
import type { Deployment, Step } from '../../../app/src/deploy/types.ts'
import { uploadProgram } from '../../../app/src/deploy/upload.ts'
import { LOCALNET_KEYS } from '../../../app/src/localnet/keys.ts'
import { LOCALNET_AUCTION } from '../../../app/src/localnet/market-program.ts'
import { encodePriceUpdate } from '../../../app/src/prices/pyth.ts'
import { chainTime, closeConnection, mintTokens, openConnection, waitForTime } from '../localnet/index.ts'
import { type Genesis, startValidator } from '../validator/validator.ts'
import { type ScenarioChain, SOL_PRICE } from './chain.ts'

const SOL_FEED = findFeed('SOL')?.id ?? expect.fail()

/** Seconds between the prices that are prepared, and for how long there are prices. */
const PRICE_INTERVAL = 15
const PRICES_LAST = 1_200

/** Seconds that it may take to open a market with twenty bets. */
const EXPIRES_IN = 40

/** The most seconds to wait for the chain's clock: on a busy machine a validator and its clock are slow. */
const PATIENCE = 240

/** Transfers that fit into one transaction. */
const TRANSFERS = 12

/** The attestor set of the deployment. */
export const ATTESTORS = { keys: LOCALNET_KEYS.attestors.map(({ publicKey }) => publicKey), threshold: 3 }

/** A validator for scenarios. */
export interface ValidatorChain extends ScenarioChain {
  readonly deployer: Keypair
  /** The steps of the set-up that the chain was started with. */
  readonly steps: readonly Step[]
  /** Runs the set-up again. */
  setUpAgain(): Promise<{ deployment: Deployment; steps: Step[] }>
}

/** Starts a `solana-test-validator`, and deploys and configures the program on it. */
export async function startValidatorChain(): Promise<ValidatorChain> {
  const deployer = Keypair.generate()
  const { prices, accounts } = preparePrices({
    feed: SOL_FEED,
    dollars: SOL_PRICE,
    from: Math.ceil(Date.now() / 1_000),
    every: PRICE_INTERVAL,
    count: PRICES_LAST / PRICE_INTERVAL,
  })
  const validator = await startValidator({ rich: deployer.publicKey, accounts })
  const connection = openConnection(validator)
  const stop = async () => {
    await closeConnection(connection)
    await validator.stop()
  }

  const setUpHere = async () => {
    const steps: Step[] = []
    const code = await readProgram(await programFor(connection))
    const upload = { connection, deployer, program: LOCALNET_KEYS.program, code }
    const deployment = await setUp({
      connection,
      deployer,
      attestors: ATTESTORS.keys,
      program: { code, deploy: () => uploadProgram(upload) },
      utilityMint: { key: LOCALNET_KEYS.mint, decimals: 6 },
      settings: programSettings({}, LOCALNET_KEYS.treasury.publicKey),
      auction: () => LOCALNET_AUCTION,
      allowMintAuthority: true,
      report: (step) => steps.push(step),
    })
    return { deployment, steps }
  }
  const fund = async (wallets: readonly Keypair[]) => {
    const transfers = wallets.map(({ publicKey: toPubkey }) => {
      return SystemProgram.transfer({ fromPubkey: deployer.publicKey, toPubkey, lamports: 100_000_000_000 })
    })
    for (let start = 0; start < transfers.length; start += TRANSFERS) {
      const transaction = new Transaction().add(...transfers.slice(start, start + TRANSFERS))
      await sendAndConfirmTransaction(connection, transaction, [deployer])
    }
  }

  try {
    const { steps } = await setUpHere()
    // A treasury without an account could not receive a fee below the rent-exempt minimum.
    await fund([LOCALNET_KEYS.treasury])
    return {
      node: validator,
      connection,
      deployer,
      steps,
      setUpAgain: setUpHere,
      hasMovableClock: false,
      async wallets(count) {
        const wallets = Array.from({ length: count }, () => Keypair.generate())
        await fund(wallets)
        const mint = LOCALNET_KEYS.mint.publicKey
        await Promise.all(
          wallets.map(({ publicKey }) => mintTokens(connection, deployer, mint, publicKey, 100_000_000_000n)),
        )
        return wallets
      },
      async nextExpiry() {
        const earliest = (await chainTime(connection)) + EXPIRES_IN
        const price = prices.find(({ second }) => second >= earliest)
        return price?.second ?? expect.fail(`No price was prepared for a second from ${earliest} on`)
      },
      reach: (second) => waitForTime(connection, second, PATIENCE * 1_000),
      async postedPrice(second) {
        const price = prices.find((prepared) => prepared.second === second)
        return price?.address ?? expect.fail(`No price was prepared for ${second}`)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A price update in the validator's genesis. */
export interface PreparedPrice {
  address: PublicKey
  /** The unix second whose price it proves. */
  second: number
}

/**
 * Price updates of a feed for future seconds, one every `every` seconds. A validator has no way to add accounts
 * later, so markets expire at one of these seconds.
 */
function preparePrices(input: {
  feed: string
  /** Whole dollars. */
  dollars: bigint
  from: number
  every: number
  count: number
}): { prices: PreparedPrice[]; accounts: Genesis['accounts'][number][] } {
  const { feed, dollars, from, every, count } = input
  const price = dollars * 10n ** 8n
  const prices = Array.from({ length: count }, (_, index) => ({
    address: Keypair.generate().publicKey,
    second: from + index * every,
  }))
  const accounts = prices.map(({ address, second }) => {
    const data = encodePriceUpdate({
      writeAuthority: address,
      verification: 'full',
      postedSlot: 1n,
      update: {
        feedId: feed,
        price,
        conf: price / 2_000n,
        exponent: -8,
        emaPrice: price,
        emaConf: price / 2_000n,
        publishTime: second,
        prevPublishTime: second - 1,
      },
    })
    return { address, lamports: BigInt(128 + data.length) * 6960n, owner: PYTH_RECEIVER, data }
  })
  return { prices, accounts }
}
