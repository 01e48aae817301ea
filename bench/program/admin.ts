// Measures the instructions of the admin.

import { createAttestorSet, initializeConfig, updateConfig } from '@prediction-market/sdk/instructions'
import { Keypair } from '@solana/web3.js'
import { succeed, type World } from '../../tests/helpers/program/world.ts'
import type { Row } from '../table.ts'

const KEYS = 5

/** Configures the program; compute units of each step. */
export async function measureAdmin(world: World): Promise<Row[]> {
  const { admin: signer, settings, utility } = world
  const admin = signer.publicKey
  const keys = Array.from({ length: KEYS }, () => Keypair.generate().publicKey)
  const steps = {
    initialize_config: initializeConfig({ authority: admin, utilityMint: utility.mint, settings }),
    update_config: updateConfig({ admin, settings, pendingAdmin: null }),
    [`create_attestor_set, ${KEYS} keys`]: createAttestorSet({ admin, index: 0, keys }),
  }
  const rows: Row[] = []
  for (const [instruction, step] of Object.entries(steps)) {
    const { computeUnits } = await succeed(world, [step], [signer])
    rows.push({ instruction, units: computeUnits })
  }
  return rows
}
