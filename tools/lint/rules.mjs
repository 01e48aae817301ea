import { posix } from 'node:path'

/** The rooms of app/src. Each may import those before it. */
const ROOMS = [
  'runtime',
  'json',
  'chain',
  'prices',
  'store',
  'book',
  'history',
  'gateway',
  'keeper',
  'attestor',
  'deploy',
  'localnet',
  'main.ts',
]

/** Rooms that only app/src/main.ts may import. */
const FOR_MAIN_ONLY = ['gateway', 'localnet']

/** Packages that only the SDK may import. */
const ANCHOR = /^@(coral-xyz|anchor-lang)\//

/** Why `file` may not import `specifier`, or undefined if it may. */
export function refusal(file, specifier) {
  const from = place(file)
  if (!specifier.startsWith('.')) {
    if (from.part === 'app/src' && ANCHOR.test(specifier)) return 'app uses Anchor through the SDK only'
    if (from.part === 'sdk/src' && specifier.startsWith('@prediction-market/')) return 'the SDK stands alone'
    return undefined
  }
  const target = resolve(file, specifier)
  const to = place(target)
  if (to.part === 'tests') {
    const isAllowed =
      from.part === 'tests' ||
      file.endsWith('.test.ts') ||
      (from.part === 'bench' && target.startsWith('tests/helpers/'))
    return isAllowed ? undefined : 'only tests, and bench for tests/helpers, import tests'
  }
  if (from.part === 'examples') {
    return to.part === 'examples' ? undefined : 'examples import packages only, so that they can be copied'
  }
  if (from.part === 'web/src') {
    return to.part === 'web/src' ? undefined : 'web imports itself and packages only'
  }
  if (to.part === 'web/src' && from.part !== 'tests') return 'only tests import web'
  if (from.part === 'sdk/src') return to.part === 'sdk/src' ? undefined : 'the SDK stands alone'
  if (from.part === 'app/src') {
    return to.part === 'app/src' ? roomRefusal(from.room, to.room) : 'app imports itself and packages only'
  }
  if (from.part === 'migrations' && to.part === 'app/src') return roomRefusal('deploy', to.room)
  return undefined
}

/** Why a file of one room may not import a file of another, or undefined if it may. */
function roomRefusal(from, to) {
  for (const room of [from, to]) if (!ROOMS.includes(room)) return `app/src/${room} is not a known room`
  if (from === to) return undefined
  if (ROOMS.indexOf(to) > ROOMS.indexOf(from)) return `${to} stands below ${from}`
  if (FOR_MAIN_ONLY.includes(to) && from !== 'main.ts') return `only main.ts imports ${to}`
  return undefined
}

/** The part of the project that a file is in and, inside app/src and sdk/src, its room: a folder or a file. */
function place(file) {
  const [first, second, third] = file.split('/')
  return second === 'src' ? { part: `${first}/src`, room: third } : { part: first }
}

/** The file that a relative import names, from the root of the clone. */
export function resolve(file, specifier) {
  return posix.join(posix.dirname(file), specifier)
}
