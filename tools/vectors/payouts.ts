// Writes tests/vectors/payouts.json: npx tsx tools/vectors/payouts.ts

import { writeFileSync } from 'node:fs'
import { payoutVectors } from './payout-vectors.ts'

writeFileSync(new URL('../../tests/vectors/payouts.json', import.meta.url), payoutVectors())
