import { expect } from 'chai'
import { SlotTime } from '../../app/src/chain/slot-time.ts'

describe('chain: the time of a slot', () => {
  it('is unknown before two slots were read, and then as measured', () => {
    const time = new SlotTime()
    expect(time.ms).to.equal(null)
    time.see(10, 1_000)
    expect(time.ms).to.equal(null)
    time.see(20, 3_000)
    expect(time.ms).to.equal(200)
    // The same slot again says nothing.
    time.see(20, 90_000)
    expect(time.ms).to.equal(200)
  })

  it('follows a network whose slots become shorter', () => {
    const time = new SlotTime()
    let [slot, at] = [0, 0]
    for (const slotMs of [400, 200]) {
      for (let read = 0; read < 40; read += 1) {
        slot += 2_000 / slotMs
        at += 2_000
        time.see(slot, at)
      }
      expect(time.ms).to.equal(slotMs)
    }
  })

  it('takes no notice of a pause or a jump', () => {
    const time = new SlotTime()
    for (let read = 0; read < 10; read += 1) time.see(5 * read, 2_000 * read)
    time.see(1_000_000, 22_000)
    time.see(1_000_005, 900_000)
    expect(time.ms).to.equal(400)
  })

  it('is not known from a jump alone', () => {
    const time = new SlotTime()
    time.see(10, 1_000)
    time.see(10_000, 3_000)
    expect(time.ms).to.equal(null)
  })
})
