import type { Config, PredictionMarketClient } from '@prediction-market/sdk'
import { findAttestorSet } from '@prediction-market/sdk/accounts'
import { createAttestorSet } from '@prediction-market/sdk/instructions'
import { quorumOf } from '@prediction-market/sdk/rules'
import type { PublicKey } from '@solana/web3.js'
import { joinText, type PlannedStep, type SetUpInput } from './types.ts'

/** Plans the first attestor set. An existing set is kept: markets keep the set they were created with. */
export async function planAttestors(
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
