import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { lockForProcess } from '../../app/src/runtime/process-lock.ts'
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
