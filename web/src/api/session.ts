// Signs an installed wallet in. Such a wallet asks its owner for every signature. So its owner signs once, for a
// short-lived API key that can read and build, and then signs transactions only. The key can neither bet nor manage keys.
// It is in the storage of this tab, and is forgotten with the wallet.

import { RestError, sendApiKey, signRequests } from '@prediction-market/sdk/rest'
import type { Read, Scope } from '../model/types.ts'
import type { Wallet } from '../model/wallet.ts'
import { t } from '../text/language.ts'
import { type CallResult, client, read } from './http.ts'
import { serverTime } from './server-time.ts'

const STORAGE_KEY = 'session'

const SCOPES: readonly Scope[] = ['read', 'build']

const LIFE_MS = 4 * 3_600_000

/** Keys that are about to expire are not used. */
const MARGIN_MS = 60_000

/** The key of a wallet. */
interface Session {
  wallet: string
  key: string
  /** Unix milliseconds, by the server's clock. */
  expiresAt: number
}

/** Whether requests for a wallet need no signature of their own. */
export function isSignedIn(wallet: Wallet): boolean {
  return wallet.kind === 'burner' || sessionOf(wallet) !== null
}

/** Forgets the key. */
export function signOut(): void {
  sessionStorage.removeItem(STORAGE_KEY)
}

/** The credentials of a call, among its options. */
type Credentials = { middleware: ReturnType<typeof sendApiKey>[] }

/** Credentials of a wallet that signs the request itself. */
export function signedBy({ address, signMessage }: Wallet): Credentials {
  const signer = { publicKey: { toBase58: () => address }, signMessage }
  return { middleware: [signRequests(signer, () => Math.round(serverTime()))] }
}

/** Makes a call for a wallet: with its key, or signed by a burner wallet, which asks nobody. */
export async function readFor<T>(
  wallet: Wallet,
  call: (credentials: Credentials) => Promise<CallResult<T>>,
): Promise<Read<T>> {
  if (wallet.kind === 'burner') return read(call(signedBy(wallet)))
  const known = sessionOf(wallet)
  const session = known ?? (await signIn(wallet))
  // A wallet that has as many keys as it can have signs each request.
  if (!session) return read(call(signedBy(wallet)))
  try {
    return await read(call({ middleware: [sendApiKey(session.key)] }))
  } catch (error) {
    const isOver = error instanceof RestError && error.status === 401
    if (!isOver || !known) throw error
    // It was revoked meanwhile.
    signOut()
    return readFor(wallet, call)
  }
}

async function signIn(wallet: Wallet): Promise<Session | null> {
  const expiresAt = Math.round(serverTime()) + LIFE_MS
  const body = {
    name: t().shell.sending.keyName,
    scopes: [...SCOPES],
    expiresAt: new Date(expiresAt).toISOString(),
  }
  try {
    const { key } = await read(client.POST('/v1/keys', { body, ...signedBy(wallet) }))
    const session = { wallet: wallet.address, key, expiresAt }
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(session))
    return session
  } catch (error) {
    if (error instanceof RestError && error.status === 409) return null
    throw error
  }
}

function sessionOf({ address }: Wallet): Session | null {
  const text = sessionStorage.getItem(STORAGE_KEY)
  const session: Session | null = text && JSON.parse(text)
  if (session?.wallet !== address || session.expiresAt < serverTime() + MARGIN_MS) return null
  return session
}
