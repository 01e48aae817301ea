// What a request for an API key asks of the owner of a wallet, in words.

/** The path that issues API keys. */
const KEYS_PATH = '/v1/keys'

/** What a key of each scope may do. */
const ALLOWED = {
  read: 'read your results and bankroll',
  build: 'build transactions for you to sign',
  bet: 'bet from your bankroll as a delegate',
} as const

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
  // Neither null nor a list, a text or a number.
  if (asked?.constructor !== Object) return null
  const { scopes = DEFAULT_SCOPES, expiresAt } = asked
  if (!Array.isArray(scopes)) return null
  const can = Object.entries(ALLOWED).flatMap(([scope, words]) => (scopes.includes(scope) ? [words] : []))
  const until = expiresAt === undefined ? 'for 90 days' : momentOf(expiresAt)
  if (can.length === 0 || can.length < new Set(scopes).size || until === null) return null
  const last = can.pop()
  const allowed = can.length > 0 ? `${can.join(', ')} and ${last}` : last
  return `${host} asks for a key. It may ${allowed}, ${until}. It can never withdraw.`
}

function parse(body: string): { scopes?: unknown; expiresAt?: unknown } | null {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** `until 2026-12-01 00:00 UTC` */
function momentOf(text: unknown): string | null {
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) return null
  return `until ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
