// Builds everything that runs in production: the SDK into sdk/dist, the app into app/dist, the page into web/dist, and
// from them dist/, a folder that runs with production dependencies only (docs/operations.md):
//
//   npm run build
//   cd dist && npm install --omit=dev && npm start

import '../install.mjs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWeb } from '../web/build.mjs'
import { assemble } from './assemble.mjs'
import { compile } from './compile.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

compile()
await buildWeb()
assemble(ROOT, join(ROOT, 'dist'))
console.error('Built: dist/ is ready for npm install --omit=dev')
