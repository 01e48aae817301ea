import {
  type AttestorSet,
  type Config,
  createAttestorSet,
  findAttestorSet,
  type PredictionMarketClient,
} from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import { joinText, type PlannedStep, type SetUpInput, type WantedAttestors } from './types.ts'

/** Plans the first attestor set. An existing set is kept: markets keep the set they were created with. */
export async function planAttestors(
  { deployer, attestors }: Pick<SetUpInput, 'deployer' | 'attestors'>,
  client: PredictionMarketClient,
  config: Config | null,
): Promise<PlannedStep> {
  const sets = config?.attestorSets ?? 0
  if (sets > 0) {
    const latest = await client.attestorSet(sets - 1)
    const differs = attestors && !isSame(latest, attestors)
    const text = joinText(
      describe(latest.address, latest),
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
  const instructions = [createAttestorSet({ admin, index: 0, ...attestors })]
  return { step: { name: 'attestors', changed: true, text }, batch: { instructions } }
}

function isSame(set: AttestorSet, wanted: WantedAttestors): boolean {
  return set.threshold === wanted.threshold && String(set.keys) === String(wanted.keys)
}

function describe(address: PublicKey, { keys, threshold }: WantedAttestors): string {
  return `${address.toBase58()}; ${threshold} of ${keys.length} must sign`
}
