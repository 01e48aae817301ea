// Plans the utility mint and the configuration of a deployment.

import type { Config, PredictionMarketClient } from '@prediction-market/sdk'
import { type AuctionSettings, findConfig, type Settings } from '@prediction-market/sdk/accounts'
import { initializeConfig } from '@prediction-market/sdk/instructions'
import { getMint, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { mintText, planMint } from './mint.ts'
import { joinText, type PlannedStep, type SetUpInput } from './types.ts'

export interface PlannedConfig {
  steps: PlannedStep[]
  utilityMint: PublicKey
  utilityDecimals: number
  tokenProgram: PublicKey
  settings: Settings
}

type ConfigInput = Pick<
  SetUpInput,
  'deployer' | 'utilityMint' | 'settings' | 'auction' | 'allowMintAuthority'
>

/**
 * Plans the utility mint and the configuration, in one transaction, so that no unused mint is created.
 *
 * @throws Error if the mint cannot be the utility mint, or gives the burn auction no first price
 */
export async function planConfig(
  wanted: ConfigInput,
  client: PredictionMarketClient,
  config: Config | null,
): Promise<PlannedConfig> {
  if (config) return keepConfig(wanted, client, config)
  const authority = wanted.deployer.publicKey
  const mint = await planMint(client, wanted)
  const settings = wanted.settings(mint.decimals)
  const auction = wanted.auction(mint.decimals)
  if (auction.firstPrice === 0n && mint.supply === 0n) {
    throw new Error(
      'AUCTION_FIRST_PRICE: must be above zero, in UTILITY for one SOL, because the mint has no supply yet',
    )
  }
  const initialize = initializeConfig({ authority, utilityMint: mint.address, settings, auction })
  const text = `${findConfig().toBase58()}; admin ${authority.toBase58()}`
  const batch = { instructions: [...mint.instructions, initialize], signers: mint.signers }
  return {
    steps: [{ step: mint.step }, { step: { name: 'config', changed: true, text }, batch }],
    utilityMint: mint.address,
    utilityDecimals: mint.decimals,
    tokenProgram: mint.tokenProgram,
    settings,
  }
}

/** Keeps an existing configuration and reports how it differs from the wanted one. */
async function keepConfig(
  wanted: ConfigInput,
  client: PredictionMarketClient,
  config: Config,
): Promise<PlannedConfig> {
  const { utilityMint, utilityDecimals, settings, admin } = config
  if (wanted.utilityMint instanceof PublicKey && !wanted.utilityMint.equals(utilityMint)) {
    throw new Error(
      `UTILITY_MINT: this deployment's utility mint is ${utilityMint.toBase58()} ` +
        `and cannot become ${wanted.utilityMint.toBase58()}`,
    )
  }
  const { tokenProgram } = await client.currencyOf({ mint: utilityMint })
  const { connection, commitment } = client
  const { mintAuthority } = await getMint(connection, utilityMint, commitment, tokenProgram ?? undefined)
  const { auction } = await client.burns.vault()
  const auctionDifferences = compare<AuctionSettings>(auction, wanted.auction(utilityDecimals))
  const differences = compare<Settings>(settings, wanted.settings(utilityDecimals))
  const text = joinText(
    findConfig().toBase58(),
    `admin ${admin.toBase58()}`,
    differences.length > 0 ? `kept as the admin has set it: ${differences.join(', ')}` : undefined,
    auctionDifferences.length > 0
      ? `the burn auction never changes: ${auctionDifferences.join(', ')}`
      : undefined,
  )
  const mint = mintText(utilityMint, utilityDecimals, mintAuthority)
  return {
    steps: [
      { step: { name: 'mint', changed: false, text: mint } },
      { step: { name: 'config', changed: false, text } },
    ],
    utilityMint,
    utilityDecimals,
    tokenProgram: tokenProgram ?? TOKEN_PROGRAM_ID,
    settings,
  }
}

/** One text per setting that differs: `burnBps is 500, not 300`. Only settings that `current` has are compared. */
export function compare<Values extends object>(current: Values, wanted: Values): string[] {
  const names = Object.keys(current) as (keyof Values & string)[]
  return names
    .filter((name) => String(current[name]) !== String(wanted[name]))
    .map((name) => `${name} is ${current[name]}, not ${wanted[name]}`)
}
