import { Keypair, SystemProgram, sendAndConfirmTransaction, Transaction } from '@solana/web3.js'
import { expect } from 'chai'
import { FollowedClock } from '../../app/src/localnet/clock.ts'
import { startNode } from '../../app/src/localnet/node.ts'
import {
  chainTime,
  closeConnection,
  openConnection,
  waitForSlot,
  waitForTime,
} from '../helpers/localnet/index.ts'

/** A clock that starts with the wall clock at second 1000, and what it asked the node for. */
function givenClock() {
  const moves: number[] = []
  const wall = { ms: 1_000_000 }
  const move = async (second: number) => void moves.push(second)
  const clock = new FollowedClock({ slot: 32, unixSecond: 1000 }, move, () => wall.ms)
  const tick = (slot: number, unixTimestamp: number) =>
    clock.read([{ kind: 'systemClockUpdated', clock: { slot, unixTimestamp } }])
  const pass = async (ms: number) => {
    for (const end = wall.ms + ms; wall.ms < end; wall.ms += 100) await clock.keepUp()
  }
  return { clock, moves, wall, tick, pass }
}

describe('the clock of the localnet', () => {
  it('reports each slot and each jump', () => {
    const { clock, tick } = givenClock()
    const told: unknown[] = []
    const unsubscribe = clock.subscribe((time) => told.push(time))
    tick(33, 1000)
    tick(90, 1050)
    unsubscribe()
    tick(91, 1050)

    expect(told).to.deep.equal([
      { slot: 33, unixSecond: 1000 },
      { slot: 90, unixSecond: 1050 },
    ])
    expect(clock.now).to.deep.equal({ slot: 91, unixSecond: 1050 })
  })

  it('moves a chain that lags for long to the second of the wall clock', async () => {
    const { moves, tick, pass } = givenClock()
    await pass(10_000)
    expect(moves[0]).to.equal(1007)

    tick(50, 1010)
    moves.length = 0
    await pass(1_900)
    expect(moves).to.deep.equal([])
  })

  it('leaves a chain that was sent ahead its distance', async () => {
    const { moves, wall, tick, pass } = givenClock()
    tick(300, 5000)
    for (let second = 1; second <= 10; second++) {
      await pass(1000)
      tick(300 + second, 5000 + second)
    }
    expect(moves).to.deep.equal([])

    // And moves it when it lags behind that.
    await pass(10_000)
    expect(moves[0])
      .to.be.greaterThan(5010)
      .and.most(4000 + wall.ms / 1000)
  })

  it('does not take slots that a busy node makes up for as a distance to keep', async () => {
    const { moves, wall, tick, pass } = givenClock()
    // Given a chain that was moved after a pause, and then took the slots of that pause as well.
    await pass(7_100)
    expect(moves).to.deep.equal([1007])
    for (let second = 1007; second <= 1014; second++) tick(second, second)

    // When it pauses until the wall clock has passed it, then it is left there.
    moves.length = 0
    await pass(9_000)
    expect(wall.ms).to.equal(1_016_100)
    expect(moves).to.deep.equal([])
    await pass(10_000)
    expect(moves[0]).to.equal(1021)
  })

  it('leaves a paused chain alone, and where it was when it goes on', async () => {
    const { clock, moves, tick, pass } = givenClock()
    clock.read([{ kind: 'clockUpdate', clockCommand: 'pause' }])
    await pass(30_000)
    clock.read([{ kind: 'clockUpdate', clockCommand: 'resume' }])
    for (let second = 1; second <= 10; second++) {
      await pass(1000)
      tick(32 + second, 1000 + second)
    }
    expect(moves).to.deep.equal([])
  })
})

describe('time travel', () => {
  it('moves programs to a second, keeps slots in order and transactions going', async () => {
    const node = await startNode({ rpcPort: 0 })
    const connection = openConnection(node)
    const pay = () => {
      const to = Keypair.generate().publicKey
      const fromPubkey = node.payer.publicKey
      const instruction = SystemProgram.transfer({ fromPubkey, toPubkey: to, lamports: 1_000_000 })
      return sendAndConfirmTransaction(connection, new Transaction().add(instruction), [node.payer])
    }
    try {
      // Given a chain with a transaction.
      const before = await pay()
      const slot = await connection.getSlot('processed')
      const day = (await chainTime(connection)) + 86_400

      // When it is sent a day ahead.
      const sentAt = Date.now()
      await node.cheats.timeTravel(day)

      // Then it is there, went forward only, and knows what was before.
      const there = await chainTime(connection)
      expect(there).to.be.within(day, day + 1 + Math.ceil((Date.now() - sentAt) / 1_000))
      expect(await connection.getSlot('processed')).to.be.greaterThan(slot)
      expect((await connection.getSignatureStatus(before)).value?.err).to.equal(null)
      const after = await pay()
      expect((await connection.getSignatureStatus(after)).value?.slot).to.be.greaterThan(slot)

      // And goes on from there; the way back is closed.
      await waitForTime(connection, day + 2)
      await waitForSlot(connection, node.clock.now.slot + 1)
      const back = await node.cheats.timeTravel(day).catch((error: Error) => error)
      expect((back as Error).message).to.contain('Cannot travel to past timestamp')
    } finally {
      await closeConnection(connection)
      await node.stop()
    }
  })
})
