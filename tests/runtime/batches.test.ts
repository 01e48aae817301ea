import { expect } from 'chai'
import { Batches } from '../../app/src/runtime/batches.ts'
import { until } from '../helpers/localnet/wait.ts'

describe('runtime: batches', () => {
  /** A look-up that ends when it is told to. */
  function given(most = 100) {
    const lookUps: { keys: readonly number[]; end: (error?: Error) => void }[] = []
    const batches = new Batches<number, string>((keys) => {
      return new Promise((resolve, reject) => {
        const values = keys.map((key) => `value ${key}`)
        lookUps.push({ keys, end: (error) => (error ? reject(error) : resolve(values)) })
      })
    }, most)
    /** Ends a look-up once it has begun. */
    const end = async (index: number, error?: Error) => {
      await until('the look-up', () => lookUps.length > index)
      lookUps[index]?.end(error)
    }
    return { batches, lookUps, end }
  }

  it('looks a single key up at once', async () => {
    const { batches, lookUps } = given()
    const value = batches.get(1)
    expect(lookUps.map(({ keys }) => keys)).to.deep.equal([[1]])
    lookUps[0]?.end()
    expect(await value).to.equal('value 1')
  })

  it('looks up together what comes during a look-up, in parts of the most that one takes', async () => {
    const { batches, lookUps, end } = given(3)
    const values = [1, 2, 3, 4, 5].map((key) => batches.get(key))
    for (const index of [0, 1, 2]) await end(index)
    expect(await Promise.all(values)).to.deep.equal(['value 1', 'value 2', 'value 3', 'value 4', 'value 5'])
    expect(lookUps.map(({ keys }) => keys)).to.deep.equal([[1], [2, 3, 4], [5]])
  })

  it('fails the keys of a look-up that fails, and goes on with the next', async () => {
    const { batches, end } = given()
    const first = batches.get(1).catch((error: Error) => error.message)
    const second = batches.get(2)
    await end(0, new Error('no node'))
    expect(await first).to.equal('no node')
    await end(1)
    expect(await second).to.equal('value 2')
  })
})
