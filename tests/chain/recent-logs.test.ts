import { expect } from 'chai'
import { RecentLogs } from '../../app/src/chain/recent-logs.ts'

describe('logs that subscriptions report', () => {
  const of = (signature: string, slot: number) => ({
    signature,
    slot,
    logs: [signature],
    events: [],
    bytes: [],
  })

  it('are those of a slot: on a fork the same transaction may have others', () => {
    const logs = new RecentLogs()
    const heard: number[] = []
    logs.subscribe(({ slot }) => heard.push(slot))
    logs.add(of('a', 5))
    logs.add(of('a', 5))
    expect([logs.get('a', 5)?.logs, logs.get('a', 6)]).to.deep.equal([['a'], undefined])
    logs.add(of('a', 6))
    expect([logs.get('a', 5), logs.get('a', 6)?.slot, heard]).to.deep.equal([undefined, 6, [5, 6]])
  })

  it('are waited for only if they may still come', async () => {
    const logs = new RecentLogs()
    expect(await logs.wait('a', 5, 60_000), 'nobody reports').to.equal(undefined)
    logs.add(of('b', 6))
    expect(await logs.wait('a', 5, 60_000), 'later ones have come').to.equal(undefined)
    expect(await logs.wait('c', 6, 1), 'it takes too long').to.equal(undefined)
    const waiting = logs.wait('d', 7, 60_000)
    logs.add(of('d', 7))
    expect((await waiting)?.slot).to.equal(7)
  })
})
