import { AccountNotFoundError, type Config, PROGRAM_ID, PredictionMarketClient } from '@prediction-market/sdk'
import type { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { planAttestors, type WantedAttestors } from './attestors.ts'
import { planConfig, type WantedConfig } from './config.ts'
import { ensureProgram, type ProgramSource } from './program.ts'
import { joinBatches } from './transactions.ts'
import { planTreasury } from './treasury.ts'

/** One part of a set-up. */
export interface Step {
  name: 'program' | 'mint' | 'config' | 'attestors' | 'treasury'
  /** Whether it had to be done; otherwise it was there. */
  changed: boolean
  /** What is there now, for people. */
  text: string
}

/** A deployment as it should be. */
export interface SetUpInput extends WantedConfig {
  connection: Connection
  /** Pays for everything; becomes the program's upgrade authority and the admin where these are new. */
  deployer: Keypair
  /** How the program gets to the chain. */
  program: ProgramSource
  /** The first attestor set; `null` for none yet. */
  attestors: WantedAttestors | null
  /** Micro-lamports offered for each compute unit; none by default. */
  priorityFee?: bigint | undefined
  /** Told of each step once it is done. */
  report?: (step: Step) => void
}

/** A deployment that is ready to be used. */
export interface Deployment {
  programId: PublicKey
  utilityMint: PublicKey
  utilityDecimals: number
  treasury: PublicKey
  /** Whether anything had to be done. */
  changed: boolean
}

/**
 * Brings a chain to the state that markets need: the program deployed, the utility mint, the configuration, an
 * attestor set and a treasury that can be paid. What is there is left as it is, so that a second run changes
 * nothing; one that was interrupted is taken up where it stopped.
 *
 * @throws Error if what is there rules out what is wanted; it says what to do
 */
export async function setUp(input: SetUpInput): Promise<Deployment> {
  const { connection, deployer, priorityFee, report = () => {} } = input
  const client = new PredictionMarketClient(connection, { signer: deployer, priorityFee })
  const program = await ensureProgram(input)
  report(program.step)

  const config = await readConfig(client)
  if (!config && !program.upgradeAuthority?.equals(deployer.publicKey)) {
    throw new Error(
      `The program is not configured yet, and only its upgrade authority can do that: ` +
        `${program.upgradeAuthority?.toBase58() ?? 'nobody, it is final'}, not ${deployer.publicKey.toBase58()}`,
    )
  }
  const planned = await planConfig(input, client, config)
  const attestors = await planAttestors(input, client, config)
  const treasury = await planTreasury(input, planned)
  const steps = [...planned.steps, attestors, treasury]
  for (const batch of joinBatches(
    deployer.publicKey,
    steps.flatMap(({ batch }) => batch ?? []),
  )) {
    await client.send(batch.instructions, { signer: deployer, signers: batch.signers })
  }
  for (const { step } of steps) report(step)

  const { utilityMint, utilityDecimals, settings } = planned
  const changed = [program, ...steps].some(({ step }) => step.changed)
  return { programId: PROGRAM_ID, utilityMint, utilityDecimals, treasury: settings.treasury, changed }
}

async function readConfig(client: PredictionMarketClient): Promise<Config | null> {
  try {
    return await client.config()
  } catch (error) {
    if (error instanceof AccountNotFoundError) return null
    throw error
  }
}
