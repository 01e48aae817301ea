import { fsyncSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { openSyncedFolder } from '../../app/src/store/synced-folder.ts'

describe('an embedded store in a folder', () => {
  let folder: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'synced-'))
  })

  after(() => rm(folder, { recursive: true }))

  it('syncs every commit and every checkpoint to the disk', async () => {
    // Given a database that counts what it syncs.
    let synced = 0
    const database = await openSyncedFolder(folder, (descriptor) => {
      fsyncSync(descriptor)
      synced += 1
    })
    await database.exec('CREATE TABLE kept (id int)')

    // When a row is committed, then it was synced.
    const before = synced
    await database.exec('INSERT INTO kept VALUES (1)')
    expect(synced - before).to.be.at.least(1)

    // A read syncs nothing; a checkpoint syncs the files of the tables too.
    const written = synced
    await database.query('SELECT * FROM kept')
    expect(synced).to.equal(written)
    await database.exec('CHECKPOINT')
    expect(synced - written).to.be.at.least(2)
    await database.close()
  })

  it('is read again after it was closed', async () => {
    const database = await openSyncedFolder(folder)
    const { rows } = await database.query('SELECT id FROM kept')
    expect(rows).to.deep.equal([{ id: 1 }])
    const { rows: settings } = await database.query("SELECT current_setting('fsync') AS fsync")
    expect(settings).to.deep.equal([{ fsync: 'on' }])
    await database.close()
  })
})
