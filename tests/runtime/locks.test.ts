import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { lockForProcess } from '../../app/src/runtime/process-lock.ts'
import { lockVolume } from '../../app/src/runtime/volume-lock.ts'
import { failure, start, until } from '../helpers/localnet/index.ts'

const TAKEN = 'somebody has it'

/** Listens on some sockets, for ever. */
const LISTEN = `
  const { createServer } = require('node:net')
  let waiting = process.argv.length - 1
  for (const path of process.argv.slice(1)) createServer().listen(path, () => --waiting || console.log('ready'))
`

describe('a lock that ends with its process', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lock-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  /** Sockets that a process has left which was killed. */
  async function leftSockets(count: number): Promise<string[]> {
    const paths = Array.from({ length: count }, (_, index) => join(folder, `left-${index}`))
    const running = start(process.execPath, ['-e', LISTEN, ...paths])
    await until('the sockets', () => running.output().includes('ready'))
    running.child.kill('SIGKILL')
    await running.ended
    expect(await readdir(folder)).to.have.length(count)
    return paths
  }

  it('is held by one at a time, and free again when it is let go of', async () => {
    const path = join(folder, 'lock')
    const release = await lockForProcess(path, TAKEN)
    expect((await failure(lockForProcess(path, TAKEN))).message).to.equal(TAKEN)
    await release()
    await (await lockForProcess(path, TAKEN))()
  })

  it('is free when whoever held it was killed', async () => {
    const [path] = (await leftSockets(1)) as [string]
    const release = await lockForProcess(path, TAKEN)
    expect((await failure(lockForProcess(path, TAKEN))).message).to.equal(TAKEN)
    await release()
    expect(await readdir(folder)).to.deep.equal([])
  })

  it('goes to one of two who find it left at the same time', async () => {
    for (const [index, path] of (await leftSockets(100)).entries()) {
      // The second comes a little later each time.
      const late = async () => {
        for (let turn = 0; turn < index % 20; turn++) await new Promise(setImmediate)
        return lockForProcess(path, TAKEN)
      }
      const both = await Promise.allSettled([lockForProcess(path, TAKEN), late()])
      const held = both.filter((one) => one.status === 'fulfilled')
      expect(held).to.have.length(1)
      expect((await failure(lockForProcess(path, TAKEN))).message).to.equal(TAKEN)
      await held[0]?.value()
    }
  })

  it('works where the path is longer than that of a socket can be', async () => {
    const path = join(folder, 'a'.repeat(120))
    const release = await lockForProcess(path, TAKEN)
    expect((await failure(lockForProcess(path, TAKEN))).message).to.equal(TAKEN)
    await release()
  })

  it('says where it cannot be made', async () => {
    const { message } = await failure(lockForProcess(join(folder, 'no', 'where'), TAKEN))
    expect(message).to.contain(`Cannot create the socket ${join(folder, 'no', 'where')}`)
  })
})

const BEAT_MS = 50

describe('a lock on a volume that several machines share', () => {
  let folder: string
  let path: string
  const lost: string[] = []
  const onLost = (error: Error) => lost.push(error.message)

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'volume-'))
    path = join(folder, 'lock')
    lost.length = 0
  })
  afterEach(() => rm(folder, { recursive: true }))

  const lock = (kernel?: string, beatMs = BEAT_MS) => lockVolume(path, TAKEN, onLost, { beatMs, kernel })
  const holder = async () => JSON.parse(await readFile(`${path}.holder`, 'utf8'))

  it('is held by one at a time, and leaves nothing behind', async () => {
    const release = await lock()
    expect((await failure(lock())).message).to.equal(TAKEN)
    await release()
    await (await lock())()
    expect(await readdir(folder)).to.deep.equal([])
    expect(lost).to.deep.equal([])
  })

  it('is not taken from a live machine whose socket is not visible here', async () => {
    const release = await lock('there')
    // The socket of another machine answers nobody: here it is not even there.
    await rm(path)
    const { beat } = await holder()
    await until('a beat', async () => (await holder()).beat > beat)
    expect((await failure(lock('here', 20 * BEAT_MS))).message).to.equal(TAKEN)
    expect((await holder()).kernel).to.equal('there')
    await release()
    expect(lost).to.deep.equal([])
  })

  for (const [what, left] of [
    ['another machine, or this one before it started again,', '{"id":"1","kernel":"there","beat":7}'],
    ['a machine that lost its power', ''],
  ]) {
    it(`is taken over from ${what} once its heartbeat stops`, async () => {
      await writeFile(`${path}.holder`, left as string)
      const release = await lock('here')
      expect((await holder()).kernel).to.equal('here')
      await release()
    })
  }

  it('notifies its holder when another one has taken it', async () => {
    const release = await lock()
    await writeFile(`${path}.holder`, '{"id":"2","kernel":"there","beat":1}')
    await until('it to notice', () => lost.length > 0)
    expect(lost).to.deep.equal([`${path}.holder names another holder: the lock was lost`])
    await release()
    // What the other one holds stays.
    expect((await holder()).id).to.equal('2')
  })
})
