import { expect } from 'chai'
import { readRoute, viewOf } from '../../web/src/state/routes.ts'

describe('page: addresses', () => {
  it('name a view, with or without a slash at the end', () => {
    const address = '11111111111111111111111111111112'
    for (const slash of ['', '/']) {
      expect(readRoute(`/leaderboard${slash}`)).to.deep.equal({ name: 'leaderboard' })
      expect(readRoute(`/markets/market_${address}${slash}`)).to.deep.equal({
        name: 'market',
        id: `market_${address}`,
      })
      expect(readRoute(`/wallet/${address}${slash}`)).to.deep.equal({ name: 'wallet', address })
      expect(readRoute(`/wallet${slash}`)).to.deep.equal({ name: 'wallet', address: null })
      expect(readRoute(`/rounds/3${slash}`)).to.deep.equal({ name: 'rounds', series: 3 })
      expect(readRoute(`/markets${slash}`)).to.deep.equal({ name: 'markets' })
      expect(readRoute(`/none${slash}`)).to.deep.equal({ name: 'unknown' })
      expect(readRoute(`/new/more${slash}`)).to.deep.equal({ name: 'unknown' })
    }
    expect(readRoute('/')).to.deep.equal({ name: 'markets' })
  })

  it('that no wallet has name no view', () => {
    for (const path of [
      '/wallet/nope',
      '/creators',
      '/rounds',
      '/rounds/0',
      '/rounds/x',
      '/wallet/0OIl1111111111111111111111111111',
    ]) {
      expect(readRoute(path), path).to.deep.equal({ name: 'unknown' })
    }
  })

  it('with escapes that mean nothing are those of no market, and not the end of the page', () => {
    expect(readRoute('/markets/%E0%A4%A')).to.deep.equal({ name: 'market', id: '%E0%A4%A' })
  })

  describe('of links', () => {
    const here = { origin: 'http://host', pathname: '/wallet', search: '' }
    const link = (to: string, target = '') => {
      const { origin, pathname, search, hash } = new URL(to, 'http://host/wallet')
      return viewOf({ target, origin, pathname, search, hash }, here)
    }

    it('are followed without loading the page again', () => {
      expect(link('/markets?q=sol')).to.equal('/markets?q=sol')
      expect(link('/wallet')).to.equal('/wallet')
    })

    it("keep the part of a view that they name; within a view they are the browser's", () => {
      expect(link('/#list')).to.equal('/#list')
      expect(link('/wallet?a=1#bankroll')).to.equal('/wallet?a=1#bankroll')
      expect(link('#main')).to.equal(undefined)
    })

    it("elsewhere are the browser's", () => {
      for (const to of ['http://other/', '/docs', '/v1/markets', '/health']) {
        expect(link(to), to).to.equal(undefined)
      }
      expect(link('/new', '_blank')).to.equal(undefined)
    })
  })
})
