// Writes tests/vectors/decisions.json: npx tsx tools/vectors/decisions.ts

import { writeFileSync } from 'node:fs'
import { decisionVectors } from './decision-vectors.ts'

writeFileSync(new URL('../../tests/vectors/decisions.json', import.meta.url), decisionVectors())
