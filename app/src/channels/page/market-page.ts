import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type GatewayApp, publicOrigin } from '../../gateway/http/context.ts'
import { ApiError } from '../../gateway/http/errors/api-error.ts'
import { respond } from '../../gateway/http/respond.ts'
import { findMarket, type KnownMarket } from '../../gateway/markets/find-market.ts'
import { creatorsWords, marketWords, stateText, titleOf } from '../../gateway/markets/words.ts'
import type { Services } from '../../gateway/services.ts'
import { escapeXml } from '../cards/card.ts'
import { cardPath, findWin } from '../cards/routes.ts'
import { BUILD, PAGE_HEADERS } from './routes.ts'

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
    const origin = publicOrigin(c, deployment)
    const winner = c.req.query('win')
    const win = winner ? await findWin(services, known, winner) : undefined
    const image = `${origin}${cardPath(known.id, win?.wallet)}`
    const url = `${origin}/markets/${known.id}${win ? `?win=${win.wallet}` : ''}`
    const tags = openGraphTags(known, state.takesBets(known.market), { url, image })
    return respond(
      c,
      page.replace(LIST_TAGS, '').replace('</head>', () => `${tags}</head>`),
      200,
      'text/html; charset=utf-8',
      PAGE_HEADERS,
    )
  })
}

/** The tags of the list of markets, which the page is built with. */
const LIST_TAGS = /<meta property="og:[^>]*>\s*/g

function nullIfUnknown(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

function openGraphTags(
  { id, question, market }: KnownMarket,
  acceptingBets: boolean,
  { url, image }: Record<'url' | 'image', string>,
): string {
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
    ['og:image', image],
    ['og:image:type', 'image/png'],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', titleOf(words)],
    ['twitter:card', 'summary_large_image'],
  ] as const
  return tags.map(([name, value]) => `<meta property="${name}" content="${escapeXml(value)}" />`).join('\n')
}
