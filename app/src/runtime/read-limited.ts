// Reads from foreign servers, with a deadline and a limit on the size of an answer.

/** A request, and the limits of its answer. */
export interface LimitedRequest extends Omit<RequestInit, 'signal'> {
  /** Milliseconds until the answer must be complete. */
  timeoutMs: number
  maxBytes: number
  /** Ends the read before its deadline. */
  signal?: AbortSignal | undefined
}

/**
 * Fetches a text.
 *
 * @throws Error if the answer is longer, or takes longer, than the request allows
 */
export async function fetchText(
  url: string,
  { timeoutMs, maxBytes, signal, ...init }: LimitedRequest,
): Promise<{ status: number; text: string }> {
  const deadline = AbortSignal.timeout(timeoutMs)
  const ends = signal ? AbortSignal.any([signal, deadline]) : deadline
  const response = await fetch(url, { ...init, signal: ends })
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.byteLength
    // Leaving the loop ends the connection.
    if (length > maxBytes) throw new Error(`${new URL(url).origin} answered with more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return { status: response.status, text: Buffer.concat(parts).toString() }
}

/** A promise that rejects as soon as the signal aborts, for work that cannot be cancelled. */
export function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
