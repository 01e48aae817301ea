// What a request for an API key asks of the owner of a wallet, in words.

/** The path that issues API keys. */
const KEYS_PATH = '/v1/keys'

/** What a key of each scope may do. */
const ALLOWED = {
  read: 'read your results and your bankroll',
  build: 'build transactions for you to sign',
  bet: 'bet from your bankroll once you name it as a delegate',
} as const

const SCOPES = ['read', 'build', 'bet'] as const

/** The scopes of a key whose request names none. */
const DEFAULT_SCOPES: readonly string[] = ['read', 'build']

/**
 * What a request for an API key asks of the owner of the wallet, in one line that a wallet can show: who asks, what the
 * key may do, until when. It is made of the body alone, so that both sides have the same words; `null` for any other
 * request, and for a body that says nothing else or is none of a key.
 */
export function keyWords(method: string, host: string, path: string, body: string): string | null {
  if (method !== 'POST' || path !== KEYS_PATH) return null
  const asked = parse(body)
  if (!asked) return null
  const { scopes = DEFAULT_SCOPES, expiresAt } = asked
  if (!Array.isArray(scopes) || scopes.length === 0 || !scopes.every(isScope)) return null
  const until = expiresAt === undefined ? 'for 90 days' : momentOf(expiresAt)
  if (until === null) return null
  const can: string[] = SCOPES.filter((scope) => scopes.includes(scope)).map((scope) => ALLOWED[scope])
  const last = can.pop()
  const allowed = can.length > 0 ? `${can.join(', ')} and ${last}` : last
  return `${host} asks you for a key. It may ${allowed}, ${until}. It can neither withdraw nor issue other keys.`
}

function parse(body: string): { scopes?: unknown; expiresAt?: unknown } | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

function isScope(name: unknown): name is keyof typeof ALLOWED {
  return typeof name === 'string' && Object.hasOwn(ALLOWED, name)
}

/** `until 2026-12-01 00:00 UTC` */
function momentOf(text: unknown): string | null {
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) return null
  return `until ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
