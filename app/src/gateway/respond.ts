import type { ServerResponse } from 'node:http'
import type { Context } from 'hono'

/** Sets a header of the answer, whatever the answer will be. */
export function setHeader(c: Context, name: string, value: string): void {
  // Straight to Node where there is one: a header set in Hono's context makes every answer slower.
  const outgoing = (c.env as { outgoing?: ServerResponse } | undefined)?.outgoing
  if (outgoing) outgoing.setHeader(name, value)
  else c.header(name, value)
}
