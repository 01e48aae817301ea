import { existsSync, readFileSync } from 'node:fs'
import { type FileHandle, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { FileJournal } from '../../app/src/attestor/journal.ts'
import type { Entry } from '../../app/src/attestor/journal-lines.ts'
import { addressOf } from '../helpers/history/encode.ts'
import { failure, until } from '../helpers/localnet/index.ts'

/** The methods by which a file is read, written and brought to disk. */
const METHODS = ['appendFile', 'datasync', 'readFile', 'sync', 'truncate'] as const
type Method = (typeof METHODS)[number]

const attestor = addressOf('an attestor').toBase58()
const market = addressOf('a market').toBase58()
const entry = (second: number, isMet = true): Entry => ({ market, second, isMet })

describe('the disk of an attestor', () => {
  let folder: string
  let path: string
  let handle: FileHandle
  /** Called before each use of a file, which it can delay or fail. */
  let onUse: (method: Method, isFolder: boolean) => unknown
  let used: Set<FileHandle>

  before(async () => {
    const file = await open(tmpdir())
    handle = Object.getPrototypeOf(file)
    await file.close()
  })

  let restore = () => {}
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'attestor-'))
    path = join(folder, 'state')
    onUse = () => {}
    used = new Set()
    const real = METHODS.map((method) => [method, handle[method]] as const)
    for (const [method, call] of real) {
      const traced = async function (this: FileHandle, ...args: never[]) {
        used.add(this)
        await onUse(method, (await this.stat()).isDirectory())
        return Reflect.apply(call, this, args)
      }
      Object.assign(handle, { [method]: traced })
    }
    restore = () => Object.assign(handle, Object.fromEntries(real))
  })
  afterEach(() => {
    restore()
    return rm(folder, { recursive: true })
  })

  const linesOf = (file: string) => readFileSync(file, 'latin1').split('\n').length - 1
  const openJournal = () => FileJournal.open(path, attestor)

  it('has the first line before the name of the file, and both before the journal is open', async () => {
    const synced: [isFolder: boolean, lines: number][] = []
    onUse = (method, isFolder) => method === 'sync' && synced.push([isFolder, linesOf(path)])
    const { journal } = await openJournal()
    expect(synced).to.deep.equal([
      [false, 1],
      [true, 1],
    ])
    await journal.close()
  })

  it('has a new file in full before it replaces the old one, and its name before that is used', async () => {
    const { journal } = await openJournal()
    for (const second of [1, 2, 3]) await journal.write(entry(second))
    const synced: unknown[] = []
    onUse = (method, isFolder) => {
      if (method !== 'sync') return
      synced.push(isFolder, existsSync(`${path}.new`) ? linesOf(`${path}.new`) : null, linesOf(path))
    }
    await journal.compact(({ second }) => second > 1)
    expect(synced).to.deep.equal([false, 3, 4, true, null, 3])
    await journal.close()
  })

  it('keeps no file open', async () => {
    const { journal } = await openJournal()
    await journal.write(entry(1))
    await journal.compact(() => true)
    await journal.write(entry(2))
    await mkdir(`${path}.new`)
    await failure(journal.compact(() => true))
    await rm(`${path}.new`, { recursive: true })
    onUse = (method) => {
      if (method === 'sync') throw new Error('the disk fails')
    }
    expect((await failure(journal.compact(() => true))).message).to.equal('the disk fails')
    await journal.close()
    expect((await failure(openJournal())).message).to.equal('the disk fails')
    expect(used.size).to.be.greaterThan(5)
    expect([...used].filter(({ fd }) => fd !== -1)).to.deep.equal([])
  })

  it('has what was written before the journal closes', async () => {
    const { journal } = await openJournal()
    const done = [1, 2].map((second) => journal.write(entry(second)))
    await journal.close()
    expect(linesOf(path)).to.equal(3)
    await Promise.all(done)
    const again = await openJournal()
    expect([...again.answers.of(market)].map(({ second }) => second)).to.deep.equal([1, 2])
    await again.journal.close()
  })

  it('takes what arrives during a write at once, and in order', async () => {
    const { journal } = await openJournal()
    const uses: Method[] = []
    const later: Promise<void>[] = []
    onUse = (method) => {
      uses.push(method)
      if (later.length === 0) later.push(...[2, 3, 4].map((second) => journal.write(entry(second))))
    }
    await journal.write(entry(1))
    expect(later).to.have.length(3)
    await Promise.all(later)
    expect(uses).to.deep.equal(['appendFile', 'datasync', 'appendFile', 'datasync'])
    await journal.write(entry(5))
    await journal.close()
    const seconds = (await readFile(path, 'latin1')).match(/\d{11}(?= 1 )/g)?.map(Number)
    expect(seconds).to.deep.equal([1, 2, 3, 4, 5])
  })

  it('takes nothing more after a write that failed, of which nothing is confirmed', async () => {
    const broken: Error[] = []
    const { journal } = await FileJournal.open(path, attestor, (reason) => broken.push(reason))
    const error = new Error('the disk fails')
    const uses: Method[] = []
    onUse = (method) => {
      uses.push(method)
      if (method === 'appendFile') throw error
    }
    const all = await Promise.all([1, 2].map((second) => failure(journal.write(entry(second)))))
    expect(all).to.deep.equal([error, error])
    expect([journal.isBroken, broken]).to.deep.equal([true, [error]])
    expect(await failure(journal.write(entry(3)))).to.equal(error)
    expect(await failure(journal.compact(() => true))).to.equal(error)
    expect(uses, 'the file is left alone').to.deep.equal(['appendFile'])
    journal.break(new Error('another reason'))
    expect(await failure(journal.write(entry(3)))).to.equal(error)
    expect(broken).to.deep.equal([error])
    await journal.close()
  })

  it('is not used if another machine takes the lock while it is read', async () => {
    onUse = async (method, isFolder) => {
      if (method !== 'sync' || isFolder) return
      await writeFile(`${path}.lock.holder`, JSON.stringify({ id: 'another', kernel: 'another', beat: 1 }))
      // Longer than a beat of the lock; if that is late, the loss is noticed once the journal is open.
      await sleep(2_500)
    }
    const journal = await openJournal().then(
      (opened) => opened.journal,
      ({ message }: Error) => expect(message).to.contain('names another holder') && null,
    )
    await until('the loss to be noticed', () => !journal || journal.isBroken, 30_000)
    await journal?.close()
  })

  it('takes answers while it is compacted, after those that are kept', async () => {
    const { journal } = await openJournal()
    await journal.write(entry(1))
    const done = [
      journal.compact(() => true),
      journal.write(entry(2)),
      journal.compact(({ second }) => second > 1),
    ]
    await Promise.all(done)
    await journal.write(entry(3))
    await journal.close()
    const again = await openJournal()
    expect([...again.answers.of(market)].map(({ second }) => second)).to.deep.equal([2, 3])
    await again.journal.close()
  })
})
