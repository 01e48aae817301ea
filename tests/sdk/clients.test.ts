import { PredictionMarketClient } from '@prediction-market/sdk'
import { PredictionMarketClient as KitClient } from '@prediction-market/sdk/kit'
import { createSolanaRpc } from '@solana/kit'
import { Connection } from '@solana/web3.js'
import { expect } from 'chai'

/** What only one of the two libraries has. */
type Web3Only = 'connection' | 'program'

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type Methods<Part> = {
  [Name in keyof Part]: Part[Name] extends (...args: infer Args) => unknown ? Args['length'] : 0
}
type Web3 = Omit<PredictionMarketClient, Web3Only>

/** Does not compile if a client has a member, or a method an argument, that the other lacks. */
const SAME: {
  client: Same<keyof Web3, keyof KitClient>
  markets: Same<Methods<Web3['markets']>, Methods<KitClient['markets']>>
  bets: Same<Methods<Web3['bets']>, Methods<KitClient['bets']>>
  decisions: Same<Methods<Web3['decisions']>, Methods<KitClient['decisions']>>
  bankroll: Same<Methods<Web3['bankroll']>, Methods<KitClient['bankroll']>>
  burns: Same<Methods<Web3['burns']>, Methods<KitClient['burns']>>
} = { client: true, markets: true, bets: true, decisions: true, bankroll: true, burns: true }

const URL = 'http://127.0.0.1:1'

/** The methods of an object, with those of its classes. */
function methodsOf(value: object): string[] {
  const names: string[] = []
  for (let one = value; one !== Object.prototype; one = Object.getPrototypeOf(one)) {
    names.push(...Object.getOwnPropertyNames(one))
  }
  return [...new Set(names)].filter((name) => name !== 'constructor').sort()
}

describe('the two clients', () => {
  const web3 = new PredictionMarketClient(new Connection(URL))
  const kit = new KitClient({ rpc: createSolanaRpc(URL) })

  it('have the same methods', () => {
    expect(Object.values(SAME)).to.not.include(false)
    const only: Web3Only[] = ['connection', 'program']
    expect(methodsOf(web3).filter((name) => !only.includes(name as Web3Only))).to.deep.equal(methodsOf(kit))
    for (const part of ['markets', 'bets', 'decisions', 'bankroll', 'burns'] as const) {
      expect(methodsOf(web3[part]), part).to.deep.equal(methodsOf(kit[part]))
    }
  })
})
