// Which layers and parts of the repository may import which.

import { posix } from 'node:path'

/**
 * The layers of each part, in order: each may import those before it. Files beside the SDK's folders are in no layer;
 * the search for cycles keeps them in order.
 */
const LAYERS = {
  'app/src': [
    'runtime',
    'json',
    'chain',
    'prices',
    'store',
    'book',
    'history',
    'gateway',
    'channels',
    'keeper',
    'attestor',
    'deploy',
    'admin',
    'localnet',
    'main.ts',
  ],
  'sdk/src': ['idl', 'core', 'question', 'web3', 'kit', 'rest', 'react', 'index.ts'],
  'web/src': [
    'model',
    'text',
    'api',
    'money',
    'state',
    'wallet',
    'parts',
    'pages',
    'embed',
    'verify',
    'shell',
    'main.tsx',
  ],
}

/** Layers of app/src that only these layers may import. */
const IMPORTERS = {
  gateway: ['channels', 'localnet', 'main.ts'],
  channels: ['main.ts'],
  localnet: ['main.ts'],
}

/** Parts that may import tests/helpers. */
const USES_HELPERS = ['bench', 'research']

/** Packages that only the SDK may import. */
const ANCHOR = /^@(coral-xyz|anchor-lang)\//

/** Packages of Solana, which the SDK's core is independent of. */
const SOLANA = /^@(solana|coral-xyz|anchor-lang)\//

/** Why `file` may not import `specifier`, or undefined if it may. */
export function refusal(file, specifier) {
  const from = place(file)
  if (!specifier.startsWith('.')) {
    if (from.part === 'sdk/src' && from.layer === 'core' && SOLANA.test(specifier))
      return "the SDK's core imports no Solana library"
    if (from.part === 'app/src' && ANCHOR.test(specifier)) return 'app uses Anchor through the SDK only'
    if (from.part === 'sdk/src' && specifier.startsWith('@prediction-market/'))
      return 'the SDK imports nothing else of the repository'
    return undefined
  }
  const target = resolve(file, specifier)
  const to = place(target)
  if (to.part === 'tests') {
    const isAllowed =
      from.part === 'tests' ||
      file.endsWith('.test.ts') ||
      (USES_HELPERS.includes(from.part) && target.startsWith('tests/helpers/'))
    return isAllowed ? undefined : 'only tests import tests; bench and research import tests/helpers'
  }
  if (from.part === 'examples') {
    return to.part === 'examples' ? undefined : 'examples import packages only, so that they can be copied'
  }
  if (to.part === 'web/src' && from.part !== 'web/src' && from.part !== 'tests')
    return 'only tests import web'
  if (from.part === 'migrations' && to.part === 'app/src') return layerRefusal('app/src', 'deploy', to.layer)
  if (!(from.part in LAYERS)) return undefined
  if (from.part === to.part) return layerRefusal(from.part, from.layer, to.layer)
  return from.part === 'sdk/src'
    ? 'the SDK imports nothing else of the repository'
    : `${from.part} imports itself and packages only`
}

/** Why a file of one layer may not import a file of another, or undefined if it may. */
function layerRefusal(part, from, to) {
  if (from === to) return undefined
  const layers = LAYERS[part]
  for (const layer of [from, to]) {
    if (!layers.includes(layer)) return `${part}/${layer} is in no layer of tools/lint/rules.mjs`
  }
  if (layers.indexOf(to) > layers.indexOf(from)) return `${to} comes after ${from}`
  const importers = part === 'app/src' ? IMPORTERS[to] : undefined
  return importers && !importers.includes(from) ? `only ${importers.join(', ')} may import ${to}` : undefined
}

/** The part of the project that a file is in and, inside a `src` folder, its layer: a folder or a file. */
function place(file) {
  const [first, second, third] = file.split('/')
  return second === 'src' ? { part: `${first}/src`, layer: third } : { part: first }
}

/** The file that a relative import names, from the root of the clone. */
export function resolve(file, specifier) {
  return posix.join(posix.dirname(file), specifier)
}
