import {
  type Config,
  findConfig,
  initializeConfig,
  type PredictionMarketClient,
  type Settings,
} from '@prediction-market/sdk'
import {
  createInitializeMint2Instruction,
  getMinimumBalanceForRentExemptMint,
  MINT_SIZE,
  TOKEN_PROGRAM_ID,
  unpackMint,
} from '@solana/spl-token'
import { type Keypair, PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import { sentence } from './program.ts'
import type { Step } from './set-up.ts'
import type { Batch } from './transactions.ts'

/** A mint to be made, without anybody who could freeze its accounts; the deployer mints. */
export interface NewMint {
  key: Keypair
  decimals: number
}

/** The configuration that is wanted. It is made once; afterwards the admin changes it. */
export interface WantedConfig {
  /** The mint of UTILITY, for good: one that there is, or a new one. */
  utilityMint: PublicKey | NewMint
  /** The settings, whose amounts of UTILITY depend on its decimals. */
  settings: (utilityDecimals: number) => Settings
}

/** A step and what carries it out, if anything is to be done. */
export interface PlannedStep {
  step: Step
  batch?: Batch
}

/** The configuration as it is, or as it will be. */
export interface PlannedConfig {
  steps: PlannedStep[]
  utilityMint: PublicKey
  utilityDecimals: number
  tokenProgram: PublicKey
  settings: Settings
}

/** Plans the utility mint and the configuration: both in one transaction, so that no mint is left without one. */
export async function planConfig(
  wanted: WantedConfig & { deployer: Keypair },
  client: PredictionMarketClient,
  config: Config | null,
): Promise<PlannedConfig> {
  if (config) {
    const { tokenProgram } = await client.currencyOf({ mint: config.utilityMint })
    return { ...keepConfig(wanted, config), tokenProgram: tokenProgram ?? TOKEN_PROGRAM_ID }
  }
  const { deployer, utilityMint } = wanted
  const authority = deployer.publicKey
  const mint = await planMint(client, utilityMint, authority)
  const settings = wanted.settings(mint.decimals)
  const initialize = initializeConfig({ authority, utilityMint: mint.address, settings })
  const text = `${findConfig().toBase58()}; admin ${authority.toBase58()}`
  const batch = {
    instructions: [...mint.instructions, initialize],
    signers: utilityMint instanceof PublicKey || !mint.step.changed ? [] : [utilityMint.key],
  }
  return {
    steps: [{ step: mint.step }, { step: { name: 'config', changed: true, text }, batch }],
    utilityMint: mint.address,
    utilityDecimals: mint.decimals,
    tokenProgram: mint.tokenProgram,
    settings,
  }
}

/** What there is stays; what was asked for and is otherwise is said. */
function keepConfig(wanted: WantedConfig, config: Config): Omit<PlannedConfig, 'tokenProgram'> {
  const { utilityMint, utilityDecimals, settings, admin } = config
  if (wanted.utilityMint instanceof PublicKey && !wanted.utilityMint.equals(utilityMint)) {
    throw new Error(
      `The utility mint of this deployment is ${utilityMint.toBase58()} for good, ` +
        `and cannot become ${wanted.utilityMint.toBase58()}`,
    )
  }
  const differences = compareSettings(settings, wanted.settings(utilityDecimals))
  const text = sentence([
    findConfig().toBase58(),
    `admin ${admin.toBase58()}`,
    differences.length > 0 ? `left as the admin has set it: ${differences.join(', ')}` : undefined,
  ])
  const mint: Step = { name: 'mint', changed: false, text: mintText(utilityMint, utilityDecimals) }
  return {
    steps: [{ step: mint }, { step: { name: 'config', changed: false, text } }],
    utilityMint,
    utilityDecimals,
    settings,
  }
}

/** The settings that are other than wanted: `burnBps is 500, not 300`. */
function compareSettings(there: Settings, wanted: Settings): string[] {
  const names = Object.keys(there) as (keyof Settings)[]
  return names
    .filter((name) => String(there[name]) !== String(wanted[name]))
    .map((name) => `${name} is ${there[name]}, not ${wanted[name]}`)
}

interface PlannedMint {
  step: Step
  address: PublicKey
  decimals: number
  tokenProgram: PublicKey
  instructions: TransactionInstruction[]
}

async function planMint(
  { connection, commitment }: PredictionMarketClient,
  wanted: WantedConfig['utilityMint'],
  authority: PublicKey,
): Promise<PlannedMint> {
  const address = wanted instanceof PublicKey ? wanted : wanted.key.publicKey
  const account = await connection.getAccountInfo(address, commitment)
  if (account) {
    const { decimals, freezeAuthority } = unpackMint(address, account, account.owner)
    if (freezeAuthority) {
      throw new Error(
        `${address.toBase58()} cannot be the utility mint: ${freezeAuthority.toBase58()} can freeze its accounts`,
      )
    }
    const step: Step = { name: 'mint', changed: false, text: mintText(address, decimals) }
    return { step, address, decimals, tokenProgram: account.owner, instructions: [] }
  }
  if (wanted instanceof PublicKey) throw new Error(`There is no mint at ${address.toBase58()}`)
  const { decimals } = wanted
  const create = SystemProgram.createAccount({
    fromPubkey: authority,
    newAccountPubkey: address,
    lamports: await getMinimumBalanceForRentExemptMint(connection),
    space: MINT_SIZE,
    programId: TOKEN_PROGRAM_ID,
  })
  const initialize = createInitializeMint2Instruction(address, decimals, authority, null)
  const text = `${mintText(address, decimals)}; ${authority.toBase58()} mints`
  return {
    step: { name: 'mint', changed: true, text },
    ...{ address, decimals, tokenProgram: TOKEN_PROGRAM_ID, instructions: [create, initialize] },
  }
}

function mintText(address: PublicKey, decimals: number): string {
  return `${address.toBase58()}; ${decimals} decimals`
}
