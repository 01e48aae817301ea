// Serves the built page and the recorded answers to a window, without a server.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Route } from 'playwright-core'
import { isCall, isStream, type Recording, requestKey } from './recording.ts'

const BUILD = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** An address that no server has. */
export const ORIGIN = 'http://pictures.test'

/** What the page asked for and the recording does not have. */
export type Missing = string[]

/** Answers everything that a window asks for. */
export async function replay(context: BrowserContext, { answers }: Recording): Promise<Missing> {
  const missing: Missing = []
  const call = async (route: Route) => {
    const key = requestKey(route.request())
    const answer = answers[key]
    if (answer) return route.fulfill(answer)
    missing.push(key)
    return route.abort()
  }
  await context.route(() => true, serveFile)
  await context.route(isCall, call)
  // It stays without an answer: one that ended would be a lost connection.
  await context.route(isStream, () => {})
  return missing
}

/** A file of the build, or the page for a path that is a view. */
function serveFile(route: Route): Promise<void> {
  const { origin, pathname } = new URL(route.request().url())
  if (origin !== ORIGIN) return route.abort()
  const file = `${BUILD}${pathname}`
  const isFile = pathname !== '/' && existsSync(file)
  return route.fulfill({ path: isFile ? file : `${BUILD}/index.html` })
}
