import { AccountNotFoundError, type Config, PROGRAM_ID, PredictionMarketClient } from '@prediction-market/sdk'
import { planAttestors } from './attestors.ts'
import { planConfig } from './config.ts'
import { ensureProgram } from './program.ts'
import { joinBatches } from './transactions.ts'
import { planTreasury } from './treasury.ts'
import type { Deployment, SetUpInput } from './types.ts'

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
