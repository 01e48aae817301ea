import { readFileSync } from 'node:fs'
import { PredictionMarketClient } from '@prediction-market/sdk'
import { PredictionMarketClient as KitClient } from '@prediction-market/sdk/kit'
import { createSolanaRpc } from '@solana/kit'
import { Connection } from '@solana/web3.js'
import { expect } from 'chai'
import type { Client } from '../../sdk/src/core/client/client.ts'
import type { Kit } from '../../sdk/src/kit/library.ts'
import type { Web3 } from '../../sdk/src/web3/library.ts'
import { publicNames } from '../../tools/docs/public-names.ts'

/** What only one of the two libraries has. */
const WEB3_ONLY = ['connection', 'program'] as const

/** Whether two types are identical: an argument more or another result is a difference. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Members<T, Except = never> = { [Name in Exclude<keyof T, Except>]: T[Name] }

/** Does not compile if a client has a member, or a method an argument or a result, that the one client lacks. */
const SAME: {
  web3: Same<Members<PredictionMarketClient, (typeof WEB3_ONLY)[number]>, Members<Client<Web3>>>
  kit: Same<Members<KitClient>, Members<Client<Kit>>>
} = { web3: true, kit: true }

const URL_OF_NONE = 'http://127.0.0.1:1'

/** The methods of an object, with those of its classes. */
function methodsOf(value: object): string[] {
  const names: string[] = []
  for (let one = value; one !== Object.prototype; one = Object.getPrototypeOf(one)) {
    names.push(...Object.getOwnPropertyNames(one))
  }
  return [...new Set(names)].filter((name) => name !== 'constructor').sort()
}

const sourceOf = (file: string) => readFileSync(new URL(`../../sdk/src/${file}`, import.meta.url), 'utf8')

const namesIn = (file: string) => publicNames(file).map(({ name }) => name)

describe('the two clients', () => {
  const web3 = new PredictionMarketClient(new Connection(URL_OF_NONE))
  const kit = new KitClient({ rpc: createSolanaRpc(URL_OF_NONE) })

  it('have the same methods, with the arguments and results of the one client', () => {
    expect(SAME).to.deep.equal({ web3: true, kit: true })
    const only: readonly string[] = WEB3_ONLY
    expect(methodsOf(web3).filter((name) => !only.includes(name))).to.deep.equal(methodsOf(kit))
    for (const part of ['markets', 'bets', 'decisions', 'bankroll', 'burns'] as const) {
      expect(methodsOf(web3[part]), part).to.deep.equal(methodsOf(kit[part]))
    }
  })

  it('export the same types of inputs and results, those of one list', () => {
    const [, list = ''] = sourceOf('core/client/types.ts').split('export interface ClientTypes')
    const names = [...list.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name)
    expect(names).to.include('BetInput').and.have.length.above(20)
    for (const [library, entry] of [
      ['web3', 'index.ts'],
      ['kit', 'kit/index.ts'],
    ]) {
      const file = `${library}/client.ts`
      const aliases = [...sourceOf(file).matchAll(/^export type (\w+) = Types\['(\w+)'\]$/gm)]
      expect(
        aliases.map(([, , name]) => name),
        file,
      ).to.deep.equal(names)
      expect(
        aliases.map(([, alias]) => alias),
        file,
      ).to.deep.equal(names)
      const others = ['ClientOptions', 'Fetched', 'PredictionMarketClient']
      expect(namesIn(file), file).to.have.members([...names, ...others])
      expect(namesIn(entry ?? ''), entry).to.include.members(namesIn(file))
      expect(namesIn(entry ?? ''), entry).to.include.members(namesIn('core/public.ts'))
    }
  })
})
