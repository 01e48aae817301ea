// Reads bodies of HTTP answers: whole within a limit, or as server-sent events.

/** The bytes of a body as they come. Browsers do not iterate over bodies yet. */
export async function* partsOf({ body }: Pick<Response, 'body'>): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  if (!reader) return
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** The text of an answer. @throws RangeError if it has more bytes */
export async function textOf(answer: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let [text, length] = ['', 0]
  for await (const bytes of partsOf(answer)) {
    length += bytes.byteLength
    if (length > maxBytes) throw new RangeError(`${answer.url} answered with more than ${maxBytes} bytes`)
    text += decoder.decode(bytes, { stream: true })
  }
  return text
}
