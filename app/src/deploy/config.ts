import {
  type Config,
  findConfig,
  initializeConfig,
  type PredictionMarketClient,
  type Settings,
} from '@prediction-market/sdk'
import { TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { mintText, planMint } from './mint.ts'
import { joinText, type PlannedStep, type SetUpInput } from './types.ts'

/** The configuration as it is, or as it will be. */
export interface PlannedConfig {
  steps: PlannedStep[]
  utilityMint: PublicKey
  utilityDecimals: number
  tokenProgram: PublicKey
  settings: Settings
}

/** Plans the utility mint and the configuration, in one transaction so that no mint is created in vain. */
export async function planConfig(
  wanted: Pick<SetUpInput, 'deployer' | 'utilityMint' | 'settings'>,
  client: PredictionMarketClient,
  config: Config | null,
): Promise<PlannedConfig> {
  if (config) {
    const { tokenProgram } = await client.currencyOf({ mint: config.utilityMint })
    return { ...keepConfig(wanted, config), tokenProgram: tokenProgram ?? TOKEN_PROGRAM_ID }
  }
  const authority = wanted.deployer.publicKey
  const mint = await planMint(client, wanted.utilityMint, authority)
  const settings = wanted.settings(mint.decimals)
  const initialize = initializeConfig({ authority, utilityMint: mint.address, settings })
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
function keepConfig(
  wanted: Pick<SetUpInput, 'utilityMint' | 'settings'>,
  config: Config,
): Omit<PlannedConfig, 'tokenProgram'> {
  const { utilityMint, utilityDecimals, settings, admin } = config
  if (wanted.utilityMint instanceof PublicKey && !wanted.utilityMint.equals(utilityMint)) {
    throw new Error(
      `UTILITY_MINT: this deployment's utility mint is ${utilityMint.toBase58()} ` +
        `and cannot become ${wanted.utilityMint.toBase58()}`,
    )
  }
  const differences = compareSettings(settings, wanted.settings(utilityDecimals))
  const text = joinText(
    findConfig().toBase58(),
    `admin ${admin.toBase58()}`,
    differences.length > 0 ? `kept as the admin has set it: ${differences.join(', ')}` : undefined,
  )
  const mint = mintText(utilityMint, utilityDecimals)
  return {
    steps: [
      { step: { name: 'mint', changed: false, text: mint } },
      { step: { name: 'config', changed: false, text } },
    ],
    utilityMint,
    utilityDecimals,
    settings,
  }
}

/** One text per setting that differs: `burnBps is 500, not 300`. */
function compareSettings(current: Settings, wanted: Settings): string[] {
  const names = Object.keys(current) as (keyof Settings)[]
  return names
    .filter((name) => String(current[name]) !== String(wanted[name]))
    .map((name) => `${name} is ${current[name]}, not ${wanted[name]}`)
}
