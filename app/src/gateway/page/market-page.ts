// Serves the page of a market with its question and odds in Open Graph tags.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { acceptsBets } from '@prediction-market/sdk/rules'
import type { GatewayApp } from '../http/context.ts'
import { ApiError } from '../http/errors.ts'
import { publicOrigin } from '../http/public-origin.ts'
import { respond } from '../http/respond.ts'
import { findMarket, type KnownMarket } from '../markets/find-market.ts'
import { stateText } from '../markets/market-text.ts'
import { creatorsWords, marketWords, titleOf } from '../markets/words.ts'
import type { Services } from '../services.ts'
import { BUILD, PAGE_HEADERS } from './routes.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * The route for the page of a market, with its question and odds in Open Graph tags: sites and messengers show them in
 * place of a link. The page of an unknown market is left to the routes of the page.
 */
export function marketPageRoute(app: GatewayApp, services: Services, root = BUILD): void {
  const { state, deployment } = services

  app.get('/markets/:id', async (c, next) => {
    const known = await findMarket(services, c.req.param('id')).catch(nullIfUnknown)
    const page = known && (await readFile(join(root, 'index.html'), 'utf8').catch(() => null))
    if (!known || !page) return next()
    const url = `${publicOrigin(c, deployment)}/markets/${known.id}`
    const tags = openGraphTags(known, acceptsBets(known.market, state.now()), url)
    return respond(
      c,
      page.replace('</head>', () => `${tags}</head>`),
      200,
      'text/html; charset=utf-8',
      PAGE_HEADERS,
    )
  })
}

function nullIfUnknown(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

function openGraphTags({ id, question, market }: KnownMarket, acceptingBets: boolean, url: string): string {
  const words = marketWords({ id, question, market })
  const said = creatorsWords(words)
  const tags = [
    ['og:type', 'website'],
    ['og:site_name', 'Prediction market'],
    ['og:title', titleOf(words)],
    [
      'og:description',
      said ? `${stateText(market, acceptingBets)} ${said}` : stateText(market, acceptingBets),
    ],
    ['og:url', url],
    ['twitter:card', 'summary'],
  ] as const
  return tags.map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}" />`).join('\n')
}

/** Text for an attribute in double quotes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}
