import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { lockVolume } from '../../app/src/runtime/volume-lock.ts'
import { failure, until } from '../helpers/localnet/index.ts'

const TAKEN = 'somebody has it'
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
