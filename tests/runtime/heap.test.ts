import { expect } from 'chai'
import fc from 'fast-check'
import { Heap } from '../../app/src/runtime/heap.ts'

describe('a heap', () => {
  it('gives its items back in order, whenever they come', () => {
    const anyPart = fc.record({ add: fc.array(fc.integer()), take: fc.nat(5) })
    fc.assert(
      fc.property(fc.array(anyPart), (parts) => {
        const heap = new Heap<number>((a, b) => a - b)
        let model: number[] = []
        for (const { add, take } of parts) {
          for (const item of add) heap.push(item)
          model = [...model, ...add].sort((a, b) => a - b)
          for (let count = 0; count < take; count++) {
            expect(heap.first).to.equal(model[0])
            expect(heap.pop()).to.equal(model.shift())
          }
          expect(heap.size).to.equal(model.length)
        }
      }),
    )
  })
})
