// Writes sdk/vectors/requests.json: npx tsx tools/vectors/requests.ts

import { writeFileSync } from 'node:fs'
import { requestVectors } from './request-vectors.ts'

writeFileSync(new URL('../../sdk/vectors/requests.json', import.meta.url), requestVectors())
