// Markets, gateways and stores of the history tests on a localnet.

import { rm } from 'node:fs/promises'
import { PredictionMarketClient } from '@prediction-market/sdk'
import { findFeed } from '@prediction-market/sdk/feeds'
import type { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import pino from 'pino'
import { mountChannels } from '../../../app/src/channels/channels.ts'
import { type Gateway, startGateway } from '../../../app/src/gateway/gateway.ts'
import type { GatewayOptions } from '../../../app/src/gateway/options.ts'
import { mountLocalnet } from '../../../app/src/localnet/routes.ts'
import type { StoreOptions } from '../../../app/src/store/store.ts'
import { newPlace, newStoreFolder } from '../gateway/store.ts'
import { givenMarket } from '../keeper/harness.ts'
import type { TestLocalnet } from '../localnet/index.ts'

const UNLIMITED = { reads: Number.POSITIVE_INFINITY, writes: Number.POSITIVE_INFINITY }

/** A persistent store: on Postgres where `DATABASE_URL` is set, in a folder otherwise. */
export async function lastingStore(): Promise<{ store: StoreOptions; remove(): Promise<void> }> {
  if (process.env.DATABASE_URL) {
    const { databaseUrl, remove } = await newPlace()
    return { store: { databaseUrl }, remove }
  }
  const path = await newStoreFolder()
  return { store: { path }, remove: () => rm(path, { recursive: true }) }
}

/** Starts a gateway that reconciles its book often: the localnet does not report closed accounts. */
export function openGatewayOn(
  localnet: TestLocalnet,
  store: StoreOptions,
  options: Partial<GatewayOptions> = {},
): Promise<Gateway> {
  return startGateway({
    nodes: [localnet.node],
    prices: localnet.prices,
    localnet,
    mounts: [mountChannels({ allowPrivate: true }), mountLocalnet(localnet)],
    port: 0,
    log: pino({ level: 'silent' }),
    reconcileMs: 500,
    limits: { rates: { address: UNLIMITED, wallet: UNLIMITED, key: UNLIMITED } },
    store,
    ...options,
  })
}

/** A market about a price, which will be Yes: alice has staked 15 on Yes in two bets, bob 6 on No. */
export async function livelyMarket(
  localnet: TestLocalnet,
  { alice, bob }: { alice: Keypair; bob: Keypair },
  currency: 'SOL' | 'UTILITY',
) {
  const unit = currency === 'SOL' ? 1_000_000_000n : 10n ** BigInt((await configOf(localnet)).utilityDecimals)
  const feed = findFeed('SOL')?.id ?? expect.fail()
  return givenMarket(localnet, {
    condition: { type: 'price', feed, comparison: 'above', target: '0.01', timing: 'atExpiry' },
    currency,
    stakes: [
      { bettor: alice, outcome: 'Yes', amount: 10n * unit },
      { bettor: bob, outcome: 'No', amount: 6n * unit },
      { bettor: alice, outcome: 'Yes', amount: 5n * unit },
    ],
  })
}

async function configOf({ connection }: TestLocalnet) {
  return new PredictionMarketClient(connection).config()
}
