import { findFeed } from '@prediction-market/sdk/feeds'
import { expect } from 'chai'
import { oddsIcon } from '../../app/src/channels/actions/routes.ts'
import { escapeXml, marketCard, widthOf, winCard, wrap } from '../../app/src/channels/cards/card.ts'
import { PngRenderer, RendererBusyError } from '../../app/src/channels/cards/renderer.ts'
import type { KnownMarket } from '../../app/src/gateway/markets/find-market.ts'
import { stateText } from '../../app/src/gateway/markets/words.ts'

/** An open market about the price of SOL. */
function givenMarket(question: string, changes: Partial<KnownMarket['market']> = {}): KnownMarket {
  const market = {
    token: null,
    mint: null,
    decimals: 9,
    status: 'open',
    createdAt: 1_794_900_000n,
    closeAt: 1_794_990_000n,
    expireAt: 1_794_990_000n,
    pools: { Yes: 3_000_000_000n, No: 1_000_000_000n },
    late: { Yes: 0n, No: 0n },
    terms: { burnBps: 500, developerBps: 500, maxRatio: 0 },
    outcome: null,
    condition: {
      type: 'price',
      feed: findFeed('SOL')?.id ?? '',
      comparison: 'above',
      target: '250',
      timing: 'atExpiry',
    },
    ...changes,
  } as unknown as KnownMarket['market']
  return { id: 'market_cards', address: '', question, market, isClosed: false }
}

/** The texts of a picture. */
const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)

describe('gateway: pictures of markets', () => {
  it('have the question, the end, the odds, the payouts, the pool and the end of betting', () => {
    const texts = textsOf(marketCard(givenMarket('Will SOL be above $250?'), true))
    expect(texts).to.deep.equal([
      'Prediction market',
      'on 18 Nov 2026',
      'Will SOL be above $250?',
      '75 %',
      'Yes',
      'Yes ×1.30',
      'No ×3.70',
      '4 SOL pool  ·  Bets until 2026-11-18 08:20:00 UTC',
    ])
  })

  it('have payouts that reckon with the largest ratio', () => {
    const terms = { burnBps: 500, developerBps: 500, maxRatio: 100 } as KnownMarket['market']['terms']
    const texts = textsOf(marketCard(givenMarket('Will SOL be above $250?', { terms }), true))
    expect(texts).to.include.members(['Yes ×1.30', 'No ×1.90'])
    const oneSided = givenMarket('Will SOL be above $250?', { pools: { Yes: 1n, No: 0n } })
    expect(textsOf(marketCard(oneSided, true))).to.include.members(['Yes ×1.00', 'No'])
  })

  it('have no odds while a side is empty, and take no dust for certainty, in the icon and the text too', () => {
    const shown = (Yes: bigint, No: bigint) => {
      const known = givenMarket('Will SOL be above $250?', { pools: { Yes, No } })
      const figures = /[<>]?[\d.]+ %|No odds yet: [^.]*|No odds yet|–/g
      const texts = [marketCard(known, true), oddsIcon(known.market)].map((svg) => textsOf(svg).join(' '))
      return [...texts, stateText(known.market, true)].map((text) =>
        [...text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').matchAll(figures)].join(),
      )
    }
    expect(shown(0n, 0n)).to.deep.equal(['No odds yet', '–,–', 'No odds yet: nobody has bet'])
    const alone = 'No odds yet: all 2 SOL are on Yes'
    expect(shown(2_000_000_000n, 0n)).to.deep.equal(['No odds yet', '–,–', alone])
    expect(shown(900_000n, 1n)).to.deep.equal(['>99.9 %', '>99.9 %,<0.1 %', '>99.9 %,<0.1 %'])
    expect(shown(1n, 900_000n)).to.deep.equal(['<0.1 %', '<0.1 %,>99.9 %', '<0.1 %,>99.9 %'])
    expect(shown(1n, 999n)).to.deep.equal(['0.1 %', '0.1 %,99.9 %', '0.1 %,99.9 %'])
  })

  it('call the sides of a round Up and Down', () => {
    const condition = {
      type: 'change',
      feed: findFeed('SOL')?.id ?? '',
      referenceAt: 1_794_980_000n,
      comparison: 'above',
      bps: 0,
      timing: 'atExpiry',
    } as KnownMarket['market']['condition']
    const round = givenMarket('Will SOL rise?', { condition })
    const texts = [...textsOf(marketCard(round, true)), ...textsOf(oddsIcon(round.market))]
    expect(texts).to.include.members(['Up', 'Down', 'Up ×1.30', 'Down ×3.70'])
    expect(texts).not.to.include.members(['Yes'])
    expect(stateText(round.market, true)).to.match(/^Up 75 %, Down 25 % of 4 SOL\./)
    const down = givenMarket('Will SOL fall?', {
      condition: { ...condition, comparison: 'below' } as typeof condition,
      status: 'resolved',
      outcome: 'Yes',
    })
    const win = { wallet: 'A'.repeat(44), outcome: 'Yes', staked: 1n, paid: 2n } as const
    const all = [marketCard(down, false), oddsIcon(down.market), winCard(down, win)].map((svg) =>
      textsOf(svg),
    )
    expect(all.map((one) => one.some((text) => text?.includes('Down')))).to.deep.equal([true, true, true])
    expect(stateText(down.market, false)).to.equal('Decided: Down.')
  })

  it('lead with the condition if the question differs from it, and escape it', () => {
    const svg = marketCard(givenMarket('Will <b>"SOL"</b> & co moon?'), false)
    expect(textsOf(svg).join(' ')).to.contain('Yes if the Pyth price of SOL/USD is above $250')
    expect(svg).not.to.contain('moon').and.not.to.contain('<b>')
    expect(escapeXml(`<a b="c" d='e'>&\u0000\ud800`)).to.equal(
      '&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;\ufffd\ufffd',
    )
  })

  it('have the outcome once the market is decided', () => {
    const won = givenMarket('Will SOL be above $250?', { status: 'resolved', outcome: 'No' })
    expect(textsOf(marketCard(won, false)).slice(-2)).to.deep.equal([
      'No won',
      '4 SOL pool  ·  ×3.70 for each No',
    ])
    const ended = givenMarket('Will SOL be above $250?', { status: 'void' })
    expect(textsOf(marketCard(ended, false))).to.include('Void: every stake is paid back')
    const win = {
      wallet: 'A'.repeat(44),
      outcome: 'No',
      staked: 1_000_000_000n,
      paid: 1_645_454_545n,
    } as const
    expect(textsOf(winCard(won, win)).slice(-2)).to.deep.equal([
      '+0.6455 SOL',
      'AAAA…AAAA staked 1 SOL and was paid 1.645 SOL: No won',
    ])
  })

  it('break long texts into lines that fit, and cut what is too long', () => {
    const lines = wrap('one two three '.repeat(40), 40, 400, 3)
    expect(lines).to.have.length(3)
    expect(lines[2]).to.match(/…$/)
    for (const text of [...lines, ...wrap('x'.repeat(500), 40, 400, 3)]) {
      expect(widthOf(text, 40), text).to.be.at.most(400)
    }
    expect(wrap('short', 40, 400, 3)).to.deep.equal(['short'])
  })

  it('are drawn one after the other, and refused when too many wait', async () => {
    const renderer = new PngRenderer()
    try {
      const svg = marketCard(givenMarket('Will SOL be above $250?'), true)
      const small = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"/>'
      const results = await Promise.allSettled(
        [svg, 'no picture', ...Array(30).fill(small)].map((text) => renderer.render(text)),
      )
      const [first, second] = results
      if (first?.status !== 'fulfilled') expect.fail('it was not drawn')
      expect(Buffer.from(first.value).readUInt32BE(16)).to.equal(1_200)
      // The figures and words are there: without fonts the picture is a third of that.
      expect(first.value.length).to.be.above(25_000)
      expect(second?.status, 'an error of one').to.equal('rejected')
      const refused = results.filter(
        (one) => one.status === 'rejected' && one.reason instanceof RendererBusyError,
      )
      expect(refused).to.have.length(15)
    } finally {
      await renderer.stop()
    }
  })
})
