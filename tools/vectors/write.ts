// Writes the test vectors: npx tsx tools/vectors/write.ts

import { writeFileSync } from 'node:fs'
import { decisionVectors } from './decision-vectors.ts'
import { payoutVectors } from './payout-vectors.ts'
import { requestVectors } from './request-vectors.ts'
import { rewardVectors } from './reward-vectors.ts'

const FILES: Record<string, string> = {
  'tests/vectors/decisions.json': decisionVectors(),
  'tests/vectors/payouts.json': payoutVectors(),
  'tests/vectors/rewards.json': rewardVectors(),
  'sdk/vectors/requests.json': requestVectors(),
}
for (const [path, text] of Object.entries(FILES))
  writeFileSync(new URL(`../../${path}`, import.meta.url), text)
