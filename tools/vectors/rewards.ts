// Writes tests/vectors/rewards.json: npx tsx tools/vectors/rewards.ts

import { writeFileSync } from 'node:fs'
import { rewardVectors } from './reward-vectors.ts'

writeFileSync(new URL('../../tests/vectors/rewards.json', import.meta.url), rewardVectors())
