import { AccountNotFoundError, type Config, PROGRAM_ID, PredictionMarketClient } from '@prediction-market/sdk'
import { findAttestorSet } from '@prediction-market/sdk/accounts'
import { createAttestorSet } from '@prediction-market/sdk/instructions'
import { quorumOf } from '@prediction-market/sdk/rules'
import {
  createAssociatedTokenAccountIdempotentInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import { type PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import { type PlannedConfig, planConfig } from './config.ts'
import { ensureProgram } from './program.ts'
import { joinBatches } from './transactions.ts'
import { type Deployment, joinText, type PlannedStep, type SetUpInput } from './types.ts'

/**
 * Sets up a chain for markets: the program, the utility mint, the configuration, an attestor set and the
 * treasury. Existing parts are kept, so a second run changes nothing and an interrupted one can be repeated.
 *
 * @throws Error if an existing part conflicts with the input
 */
export async function setUp(input: SetUpInput): Promise<Deployment> {
  const { connection, deployer, priorityFee, report = () => {} } = input
  const client = new PredictionMarketClient(connection, { signer: deployer, priorityFee })
  // Planned first: a deployment that is refused uploads nothing.
  const config = await readConfig(client)
  const planned = await planConfig(input, client, config)
  const program = await ensureProgram(input)
  report(program.step)

  if (!config && !program.upgradeAuthority?.equals(deployer.publicKey)) {
    throw new Error(
      `The program has no configuration, and only its upgrade authority can create it: ` +
        `${program.upgradeAuthority?.toBase58() ?? 'none, the program is final'}, not ${deployer.publicKey.toBase58()}`,
    )
  }
  const attestors = await planAttestors(input, client, config)
  const treasury = await planTreasury(input, planned)
  const steps = [...planned.steps, attestors, treasury]
  const batches = steps.flatMap(({ batch }) => batch ?? [])
  for (const batch of joinBatches(deployer.publicKey, batches)) {
    await client.send(batch.instructions, { signer: deployer, signers: batch.signers })
  }
  for (const { step } of steps) report(step)

  return {
    programId: PROGRAM_ID,
    utilityMint: planned.utilityMint,
    utilityDecimals: planned.utilityDecimals,
    treasury: planned.settings.treasury,
    changed: [program, ...steps].some(({ step }) => step.changed),
  }
}

async function readConfig(client: PredictionMarketClient): Promise<Config | null> {
  try {
    return await client.config()
  } catch (error) {
    if (error instanceof AccountNotFoundError) return null
    throw error
  }
}

/**
 * Plans a treasury that can receive fees. Fees in SOL need a wallet with the rent-exempt minimum, fees in
 * UTILITY its associated token account.
 */
async function planTreasury(
  { connection, deployer }: Pick<SetUpInput, 'connection' | 'deployer'>,
  { settings, utilityMint, tokenProgram }: PlannedConfig,
): Promise<PlannedStep> {
  const { treasury } = settings
  const payer = deployer.publicKey
  const tokens = getAssociatedTokenAddressSync(utilityMint, treasury, true, tokenProgram)
  const [wallet, tokenAccount] = await connection.getMultipleAccountsInfo([treasury, tokens], 'confirmed')
  const minimum = await connection.getMinimumBalanceForRentExemption(wallet?.data.length ?? 0)
  const missing = minimum - (wallet?.lamports ?? 0)

  const instructions: TransactionInstruction[] = []
  if (missing > 0) {
    instructions.push(SystemProgram.transfer({ fromPubkey: payer, toPubkey: treasury, lamports: missing }))
  }
  if (!tokenAccount) {
    instructions.push(
      createAssociatedTokenAccountIdempotentInstruction(payer, tokens, treasury, utilityMint, tokenProgram),
    )
  }
  const changed = instructions.length > 0
  const text = `${treasury.toBase58()}; token account ${tokens.toBase58()}`
  return { step: { name: 'treasury', changed, text }, ...(changed && { batch: { instructions } }) }
}

/** Plans the first attestor set. An existing set is kept: markets keep the set they were created with. */
async function planAttestors(
  { deployer, attestors }: Pick<SetUpInput, 'deployer' | 'attestors'>,
  client: PredictionMarketClient,
  config: Config | null,
): Promise<PlannedStep> {
  const sets = config?.attestorSets ?? 0
  if (sets > 0) {
    const latest = await client.attestorSet(sets - 1)
    const differs = attestors && String(latest.keys) !== String(attestors)
    const text = joinText(
      describe(latest.address, latest.keys),
      differs ? 'ATTESTORS differ; the admin adds a set with create_attestor_set' : undefined,
    )
    return { step: { name: 'attestors', changed: false, text } }
  }
  if (!attestors) {
    const text = 'none: markets about holders and events cannot be created yet'
    return { step: { name: 'attestors', changed: false, text } }
  }
  const admin = deployer.publicKey
  if (config && !config.admin.equals(admin)) {
    throw new Error(
      `Only the admin ${config.admin.toBase58()} can add an attestor set, not ${admin.toBase58()}`,
    )
  }
  const text = describe(findAttestorSet(0), attestors)
  const instructions = [createAttestorSet({ admin, index: 0, keys: attestors })]
  return { step: { name: 'attestors', changed: true, text }, batch: { instructions } }
}

function describe(address: PublicKey, keys: readonly PublicKey[]): string {
  return `${address.toBase58()}; ${quorumOf(keys.length)} of ${keys.length} must sign`
}
