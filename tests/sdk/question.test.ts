import { expect } from 'chai'
import fc from 'fast-check'
import { parseQuestion, QUESTION_EXAMPLES } from '../../sdk/src/condition/question/parse.ts'
import type { Comparison, Condition, Timing } from '../../sdk/src/condition/types.ts'
import { validateCondition } from '../../sdk/src/condition/validate.ts'
import { InvalidInputError } from '../../sdk/src/errors.ts'
import { findFeed } from '../../sdk/src/feeds/lookup.ts'
import { PRICE_FEEDS } from '../../sdk/src/feeds/table.ts'

const TOKEN = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const MIDNIGHT = '2026-12-01T00:00:00Z'

function ask(question: string, expireAt = MIDNIGHT, tokenAddress: string | null = TOKEN) {
  return parseQuestion(question, { tokenAddress, expireAt: new Date(expireAt) })
}

function feed(symbol: string): string {
  return findFeed(symbol)?.id ?? expect.fail(`no feed for ${symbol}`)
}

function price(symbol: string, comparison: Comparison, target: string, timing: Timing): Condition {
  return { type: 'price', feed: feed(symbol), comparison, target, timing }
}

function marketCap(symbol: string, comparison: Comparison, target: string, timing: Timing): Condition {
  return { type: 'marketCap', feed: feed(symbol), comparison, target, timing }
}

function holders(comparison: Comparison, target: string, timing: Timing): Condition {
  return { type: 'holders', comparison, target, minimumBalance: 1n, timing }
}

function supply(comparison: Comparison, target: string, timing: Timing): Condition {
  return { type: 'supply', comparison, target, timing }
}

const migration: Condition = { type: 'migration', timing: 'byExpiry' }

const accepted: [question: string, condition: Condition, expireAt?: string][] = [
  // Prices at expiry
  ['Will SOL be above $250?', price('SOL', 'above', '250', 'atExpiry')],
  ['will sol be above 250', price('SOL', 'above', '250', 'atExpiry')],
  ['Will $SOL be above $250 at expiry?', price('SOL', 'above', '250', 'atExpiry')],
  ['Will Solana be above US$250?', price('SOL', 'above', '250', 'atExpiry')],
  ['Will SOL/USD be over 250 dollars?', price('SOL', 'above', '250', 'atExpiry')],
  ['Will the price of SOL be at least 250 USD at expiry?', price('SOL', 'atLeast', '250', 'atExpiry')],
  ["Will SOL's price be greater than $250 USD?", price('SOL', 'above', '250', 'atExpiry')],
  ["Will Bitcoin's price be under $90,000?", price('BTC', 'below', '90000', 'atExpiry')],
  [
    'Will the BTC price close at or above $150,000 on December 1?',
    price('BTC', 'atLeast', '150000', 'atExpiry'),
  ],
  ['Will Ethereum trade below $3,000.50 on 2026-12-01?', price('ETH', 'below', '3000.5', 'atExpiry')],
  ['Will BTC stay above 100k?', price('BTC', 'above', '100000', 'atExpiry')],
  ['Will ETH be worth more than $5k when the market expires?', price('ETH', 'above', '5000', 'atExpiry')],
  ['Will ETH be worth $5,000 or more?', price('ETH', 'atLeast', '5000', 'atExpiry')],
  ['Will ETH be at $5000+ at expiry?', price('ETH', 'atLeast', '5000', 'atExpiry')],
  ['Will XRP finish at or below $2 at expiry?', price('XRP', 'atMost', '2', 'atExpiry')],
  ['Will dogecoin be >= 0.5 at expiry?', price('DOGE', 'atLeast', '0.5', 'atExpiry')],
  ['Will BONK be no more than $0.000025?', price('BONK', 'atMost', '0.000025', 'atExpiry')],
  ['Will SOL be above $250 at 00:00 UTC on December 1, 2026?', price('SOL', 'above', '250', 'atExpiry')],
  ['Will SOL be above $250 on 2026-12-01T00:00:00Z?', price('SOL', 'above', '250', 'atExpiry')],
  ['Will SOL be above $250 on November 30th?', price('SOL', 'above', '250', 'atExpiry')],
  ['Will SOL be above $250 on December 01, 2026?', price('SOL', 'above', '250', 'atExpiry')],
  ['Will SOL be above $250 on 1 Dec 2026?', price('SOL', 'above', '250', 'atExpiry')],
  ['Will SOL be above 250 on the 1st of December?', price('SOL', 'above', '250', 'atExpiry')],
  ['Will SOL be above $250 at the end of November?', price('SOL', 'above', '250', 'atExpiry')],
  ['Is SOL going to be above $250?', price('SOL', 'above', '250', 'atExpiry')],
  ['Will bitcoin cash be above $600?', price('BCH', 'above', '600', 'atExpiry')],
  ['Will W be less than $0.1?', price('W', 'below', '0.1', 'atExpiry')],
  // Prices by expiry
  ['Will BTC hit 150k by December 1?', price('BTC', 'atLeast', '150000', 'byExpiry')],
  ['Will BTC hit 150k by 2026-12-31?', price('BTC', 'atLeast', '150000', 'byExpiry'), '2026-12-31T23:59:59Z'],
  ['Will BTC reach $1 million before expiry?', price('BTC', 'atLeast', '1000000', 'byExpiry')],
  ['Will BTC ever touch $1m?', price('BTC', 'atLeast', '1000000', 'byExpiry')],
  ['Will SOL exceed $1,000 at any time?', price('SOL', 'above', '1000', 'byExpiry')],
  ['Will SOL be above $250 at any time before expiry?', price('SOL', 'above', '250', 'byExpiry')],
  ['Will SOL ever be above $250?', price('SOL', 'above', '250', 'byExpiry')],
  ['Will JUP rise above $2 by the end of November?', price('JUP', 'above', '2', 'byExpiry')],
  ['Will JUP get to $2?', price('JUP', 'atLeast', '2', 'byExpiry')],
  ['Will ETH fall below $2k?', price('ETH', 'below', '2000', 'byExpiry')],
  ['Will ETH drop to $1,500 before the market expires?', price('ETH', 'atMost', '1500', 'byExpiry')],
  ['Will WIF dip under 0.30 at some point?', price('WIF', 'below', '0.3', 'byExpiry')],
  ['BTC to surpass $200k?', price('BTC', 'above', '200000', 'byExpiry')],
  ['Will PENGU hit $0.05?', price('PENGU', 'atLeast', '0.05', 'byExpiry')],
  ['Will dog wif hat reach over $5?', price('WIF', 'above', '5', 'byExpiry')],
  ['Will HYPE hit $100 before December?', price('HYPE', 'atLeast', '100', 'byExpiry')],
  ['Will HYPE hit $100 by December?', price('HYPE', 'atLeast', '100', 'byExpiry')],
  [
    'Will HYPE hit $100 by the end of 2026?',
    price('HYPE', 'atLeast', '100', 'byExpiry'),
    '2027-01-01T00:00:00Z',
  ],
  [
    'Will HYPE hit $100 by the end of the year?',
    price('HYPE', 'atLeast', '100', 'byExpiry'),
    '2026-12-31T12:00:00Z',
  ],
  ['Will HYPE hit $100 before 2027?', price('HYPE', 'atLeast', '100', 'byExpiry'), '2026-12-31T23:59:59Z'],
  ['Will BTC hit $150k by 1 December at 00:00 UTC?', price('BTC', 'atLeast', '150000', 'byExpiry')],
  ['Will TRUMP hit $20 by January 1?', price('TRUMP', 'atLeast', '20', 'byExpiry'), '2027-01-01T00:00:00Z'],
  // Market capitalisation
  ["Will BONK's market cap exceed $3 billion?", marketCap('BONK', 'above', '3000000000', 'byExpiry')],
  ['Will BONK reach a $3b market cap?', marketCap('BONK', 'atLeast', '3000000000', 'byExpiry')],
  ['Will BONK hit a market cap of $2.5bn by expiry?', marketCap('BONK', 'atLeast', '2500000000', 'byExpiry')],
  [
    'Will the market cap of BONK be above 1,500,000,000?',
    marketCap('BONK', 'above', '1500000000', 'atExpiry'),
  ],
  [
    'Will BONK have a market capitalization of at least $1B?',
    marketCap('BONK', 'atLeast', '1000000000', 'atExpiry'),
  ],
  ['Will bonk mcap fall under 900 million dollars?', marketCap('BONK', 'below', '900000000', 'byExpiry')],
  ['Will BONK be above a $1 billion market cap?', marketCap('BONK', 'above', '1000000000', 'atExpiry')],
  // Holders
  ['Will this token reach 1,000 holders?', holders('atLeast', '1000', 'byExpiry')],
  ['Will it hit 10k holders before expiry?', holders('atLeast', '10000', 'byExpiry')],
  ['Will BONK have more than 1 million holders?', holders('above', '1000000', 'atExpiry')],
  ['Will this coin have 500 holders at expiry?', holders('atLeast', '500', 'atExpiry')],
  ['Will it have 1,000 holders or fewer at expiry?', holders('atMost', '1000', 'atExpiry')],
  ['Will FROGGO get 250 holders?', holders('atLeast', '250', 'byExpiry')],
  ['Will there be at least 2,500 holders of this token?', holders('atLeast', '2500', 'atExpiry')],
  ['Will the number of holders exceed 5000?', holders('above', '5000', 'byExpiry')],
  ["Will this token's holder count be below 100 at expiry?", holders('below', '100', 'atExpiry')],
  [`Will ${TOKEN} reach 1k holders?`, holders('atLeast', '1000', 'byExpiry')],
  // Migration
  ['Will this token migrate?', migration],
  ['Will this token migrate to PumpSwap by December 1?', migration],
  ['Will Froggo Coin graduate?', migration],
  ['Will it bond before expiry?', migration],
  ['Will the token complete its bonding curve?', migration],
  ['Will $FROGGO graduate from pump.fun at any time?', migration],
  ['Will this token be migrated on December 1?', { type: 'migration', timing: 'atExpiry' }],
  ['Will this token have graduated by expiry?', migration],
  // Supply
  ['Will the supply be above 1 billion?', supply('above', '1000000000', 'atExpiry')],
  ["Will this token's supply fall below 900m tokens?", supply('below', '900000000', 'byExpiry')],
  ['Will the total supply of this token exceed 1,000,000,000?', supply('above', '1000000000', 'byExpiry')],
  [
    'Will BONK have a supply of at most 80 trillion at expiry?',
    supply('atMost', '80000000000000', 'atExpiry'),
  ],
]

const refused: [question: string, reason: string, expireAt?: string][] = [
  ['', 'empty'],
  ['?', 'no asset is named'],
  ['Will SOL do well?', '"do well" is not understood'],
  ['Will SOL moon?', '"moon" is not understood'],
  ['Will SOL be above?', 'no value is named'],
  ['Will SOL?', 'says nothing'],
  ['SOL above $250?', 'ask "Will'],
  ['Will SOL above $250?', 'has no verb'],
  ['Will it rain in London?', '"rain in London" is not understood'],
  ['Will SOL be above $250 or $300?', 'more than one thing'],
  ['Will SOL be above $250 and below $300?', 'in two ways'],
  ['Will SOL be between $200 and $250?', 'two values'],
  ['Will SOL hit $200 $300?', 'two values'],
  ['Will SOL or ETH hit $5k?', 'more than one asset'],
  ['Will SOL ETH hit $5k?', 'more than one asset'],
  ['Will SOL be above ETH?', '"ETH" is not understood'],
  ['Will ETH be above 0.05 BTC?', 'in US dollars'],
  ['Will SOL be above 200 EUR?', 'in US dollars'],
  ['Will SOL be above 200 USDC?', 'in US dollars'],
  ['Will SOL be above €200?', 'sign €'],
  ['Will SOL/EUR be above 200?', 'no price feed is known for "SOL/EUR"'],
  ['Will FROGGO be above $1?', 'no price feed is known for "FROGGO"'],
  ['Will this token be above $1?', 'give a condition with a price feed'],
  ['Will the price be above $1?', 'give a condition with a price feed'],
  ['Will this token reach a $1m market cap?', 'give a condition with a price feed'],
  ['Will FROGGO reach a $1m market cap?', 'give a condition with a price feed'],
  ['Will BTC reach a $2 trillion market cap?', 'not a token of Solana'],
  ['Will SOL rise 10%?', 'percentages'],
  ['Will SOL rise by 10 percent?', 'percentage'],
  ['Will SOL not be above $250?', 'bet on No'],
  ["Won't SOL be above $250?", 'bet on No'],
  ['Will SOL never hit $250?', 'bet on No'],
  ['Will SOL fail to hit $250?', 'bet on No'],
  ['Will SOL be $250?', 'exact value'],
  ['Will SOL be at $250 at expiry?', 'exact value'],
  ['Will SOL be above $250 by December 1?', 'leaves open'],
  ['Will SOL be above $250 before expiry?', 'leaves open'],
  ['Will SOL hit $250 on December 1?', 'cannot be asked for one moment'],
  ['Will SOL hit $250 at expiry?', 'cannot be asked for one moment'],
  ['Will SOL be above $250 at any time at expiry?', 'one moment and any time'],
  ['Will SOL cross $250?', 'in which direction'],
  ['Will SOL break $250?', 'in which direction'],
  ['Will SOL exceed $250 or less?', 'in two ways'],
  ['Will SOL fall below over $250?', 'in two ways'],
  ['Will SOL stay above $200 until December 1?', 'speaks of a while'],
  ['Will SOL stay above $200 at any time?', 'what lasts'],
  ['Will SOL hit $250 in December?', 'leaves open from when'],
  ['Will SOL hit $250 in 2026?', 'leaves open from when'],
  ['Will SOL hit $250 by December 2?', 'contradicts expireAt'],
  ['Will SOL hit $250 by 2027?', 'contradicts expireAt'],
  ['Will SOL hit $250 by November 2026?', 'contradicts expireAt', '2026-11-15T00:00:00Z'],
  ['Will SOL hit $250 before December 2?', 'contradicts expireAt', '2026-12-02T12:00:00Z'],
  ['Will SOL hit $250 by December 1, 2025?', 'contradicts expireAt'],
  ['Will SOL be above $250 on 2026-11-29?', 'contradicts expireAt'],
  ['Will SOL be above $250 at 12:00 UTC on December 1?', 'contradicts expireAt'],
  ['Will SOL be above $250 on 2026-12-01T00:00:01Z?', 'contradicts expireAt'],
  ['Will SOL hit $250 before 2026-12-01T12:00:00Z?', 'contradicts expireAt'],
  ['Will SOL be above $250 at 00:00?', 'time zone'],
  ['Will SOL be above $250 at 00:00 EST?', 'time zone'],
  ['Will SOL be above $250 on December?', 'not one moment'],
  ['Will SOL be above $250 on February 30?', 'no day 30'],
  ['Will SOL be above $250 on 2026-02-30?', 'not a date'],
  ['Will SOL be above $250 on 12/01/2026?', 'write dates as'],
  ['Will SOL be above $250 tomorrow?', 'depends on when it is read'],
  ['Will SOL hit $250 within 24 hours?', '"within"'],
  ['Will SOL hit $250 by Friday?', 'depends on when it is read'],
  ['Will SOL hit $250 this week?', 'depends on when it is read'],
  ['Will SOL hit $250 if BTC hits 100k?', 'depends on something else'],
  ['Will SOL hit a new all-time high?', 'comparison with another time'],
  ['Will SOL double?', 'comparison with another time'],
  ['Will BTC hit 100.000?', 'two ways'],
  ['Will BTC hit 100 000?', '000 is not a number'],
  ['Will BTC hit 1,00,000?', 'not a number'],
  ['Will BTC hit 1,5 million?', 'not a number'],
  ['Will BTC hit 100x?', 'not a number'],
  ['Will BTC hit 150k million?', 'not a number'],
  ['Will BTC hit -5?', 'sign -'],
  [`Will BTC hit ${'9'.repeat(40)}?`, 'too many digits'],
  ['Will BTC be below $0?', 'nothing is below zero'],
  ['Will BTC reach 1,000 holders?', 'not a token of Solana'],
  ['Will this token reach $1,000 holders?', 'without a currency'],
  ['Will this token reach 10.5 holders?', 'whole number'],
  ['Will this token get $5?', 'only holders'],
  ['Will the supply be above $1 billion?', 'in tokens, not in dollars'],
  ['Will SOL be above 5 tokens?', 'in dollars, not in tokens'],
  ['Will the circulating supply be above 1 billion?', 'not the supply of a mint'],
  ["Will this token's supply reach 1,000 holders?", 'two things'],
  ['Will this token reach 1,000 holders of BONK?', 'more than one asset'],
  ['Will 7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr reach 1k holders?', 'another token'],
  ['Will BTC be above $5k holders?', 'without a currency'],
  ['Will SOL hit $250 before BTC hits $100k?', '"before BTC hits $100k" is not understood'],
  ['Will SOL hit $250 three times?', '"three times" is not understood'],
  ['Will SOL be above $250 on December 1 or December 2?', 'more than one thing'],
  ['Will this token migrate to Raydium?', '"to Raydium" is not understood'],
  ['Will this token migrate on December 1?', 'cannot be asked for one moment'],
  ['Will the price of SOL migrate?', 'only a token migrates'],
  ['Will BTC graduate?', 'not a token of Solana'],
  ['Will the next president be a Democrat?', 'depends on when'],
  ['Will SOL be above $250? I think so', 'sign ?'],
  ['x'.repeat(2_000), 'too long'],
]

describe('questions', () => {
  it('come in at least ninety phrasings', () => {
    expect(accepted.length + refused.length).to.be.at.least(90)
  })

  for (const [question, condition, expireAt] of accepted) {
    it(`understands: ${question}`, () => {
      expect(ask(question, expireAt)).to.deep.equal({ ok: true, condition })
    })
  }

  for (const [question, reason, expireAt] of refused) {
    it(`refuses: ${question.slice(0, 80)}`, () => {
      const result = ask(question, expireAt)
      expect(result).to.have.property('ok', false)
      expect(result).to.have.property('reason').that.includes(reason)
    })
  }

  it('need a token address where they read the token', () => {
    const questions = [
      'Will this token reach 1,000 holders?',
      'Will this token migrate?',
      'Will the supply be above 1 billion?',
      'Will BONK reach a $3b market cap?',
    ]
    for (const question of questions) {
      expect(ask(question, MIDNIGHT, null))
        .to.have.property('reason')
        .that.includes('needs a tokenAddress')
    }
    expect(ask('Will SOL be above $250?', MIDNIGHT, null)).to.have.property('ok', true)
    expect(ask('Will this token migrate?', MIDNIGHT, 'BONK'))
      .to.have.property('reason')
      .that.includes('tokenAddress')
  })

  it('name every asset of the feed table', () => {
    for (const { symbol, name, aliases, id } of PRICE_FEEDS) {
      for (const word of [symbol, `$${symbol}`, name, ...aliases]) {
        const condition = { type: 'price', feed: id, comparison: 'above', target: '1', timing: 'atExpiry' }
        expect(ask(`Will ${word} be above $1?`), word).to.deep.equal({ ok: true, condition })
      }
    }
  })

  it('name the token of the market by its address', () => {
    const address = '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr'
    expect(ask(`Will ${address} migrate?`, MIDNIGHT, address)).to.deep.equal({
      ok: true,
      condition: migration,
    })
    expect(ask(`Will ${address} migrate?`))
      .to.have.property('reason')
      .that.includes('another token')
  })

  it('have examples that are understood', () => {
    for (const example of QUESTION_EXAMPLES) expect(ask(example), example).to.have.property('ok', true)
  })

  it('throw only for a context that makes no sense', () => {
    expect(() => ask('Will SOL be above $250?', 'never')).to.throw(InvalidInputError, 'expireAt')
    expect(parseQuestion(42 as unknown as string, { expireAt: 0n })).to.have.property('ok', false)
  })

  it('are never understood in a way that the program would refuse, whatever is asked', () => {
    const words = fc.constantFrom(
      ...'Will Is SOL BTC bonk this token the of price market cap holders supply be hit reach have migrate above'.split(
        ' ',
      ),
      ...'below at least most or and by before on any time expiry December 1 2026 $250 150k 1,000 million ever to'.split(
        ' ',
      ),
      ...["'s", '%', '0', '-', '2026-12-01', '00:00', 'UTC', '€', '?', 'not', 'graduate', 'fall'],
    )
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 12 }), (parts) => {
        const result = ask(parts.join(' '))
        if (result.ok) validateCondition(result.condition, { tokenAddress: TOKEN })
        else expect(result.reason).to.not.equal('')
      }),
      { numRuns: 2_000 },
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const result = ask(text)
        if (!result.ok) expect(result.reason).to.not.equal('')
      }),
    )
  })
})
