import { expect } from 'chai'
import fc from 'fast-check'
import { DueQueue } from '../../app/src/runtime/due-queue.ts'

const IDS = ['a', 'b', 'c', 'd']

describe('the queue of moments', () => {
  it('gives each market once, when its latest moment has come', () => {
    const anyChange = fc.record({
      id: fc.constantFrom(...IDS),
      at: fc.option(fc.nat(9), { freq: 4 }),
      takeAt: fc.option(fc.nat(9)),
    })
    fc.assert(
      fc.property(fc.array(anyChange), (changes) => {
        const queue = new DueQueue()
        const model = new Map<string, number>()
        for (const { id, at, takeAt } of changes) {
          queue.set(id, at)
          if (at === null) model.delete(id)
          else model.set(id, at)
          const moments = [...model.values()]
          expect(queue.next).to.equal(moments.length > 0 ? Math.min(...moments) : undefined)
          for (const one of IDS) expect(queue.get(one)).to.equal(model.get(one))
          if (takeAt === null) continue
          const due = IDS.filter((one) => (model.get(one) ?? takeAt + 1) <= takeAt)
          const taken = [...queue.take(takeAt)]
          expect([...taken].sort()).to.deep.equal(due)
          const times = taken.map((one) => model.get(one) ?? expect.fail())
          expect(times, 'in their order').to.deep.equal([...times].sort())
          for (const one of due) model.delete(one)
        }
      }),
    )
  })
})
