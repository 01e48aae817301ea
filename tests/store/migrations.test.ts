import { fsyncSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { openSyncedFolder } from '../../app/src/store/embedded.ts'
import gatewayJournal from '../../app/src/store/migrations/gateway/meta/_journal.json' with { type: 'json' }
import historyJournal from '../../app/src/store/migrations/history/meta/_journal.json' with { type: 'json' }
import * as gateway from '../../app/src/store/schema/gateway.ts'
import * as history from '../../app/src/store/schema/history.ts'
import * as log from '../../app/src/store/schema/log.ts'

type Snapshot = ReturnType<typeof generateDrizzleJson>

/** What differs between the tables that all releases share and those of each history. */
const KINDS = [
  {
    name: 'gateway',
    schema: { ...gateway, ...log },
    journal: gatewayJournal,
    command: 'npx drizzle-kit generate',
  },
  {
    name: 'history',
    schema: history,
    journal: historyJournal,
    command: 'npx drizzle-kit generate --config drizzle.history.config.ts',
  },
]

const folderOf = (name: string) => new URL(`../../app/src/store/migrations/${name}/`, import.meta.url)
/** The snapshot before the first one. */
const EMPTY = { ...generateDrizzleJson({}), id: '00000000-0000-0000-0000-000000000000' }

async function readSnapshot(folder: URL, tag: string): Promise<Snapshot> {
  const number = tag.slice(0, 4)
  return JSON.parse(await readFile(new URL(`meta/${number}_snapshot.json`, folder), 'utf8'))
}

for (const { name, schema, journal, command } of KINDS) {
  const folder = folderOf(name)
  describe(`the migrations of the store: ${name}`, () => {
    it('lead to the schema: there is no change left to generate', async () => {
      const last = journal.entries.at(-1) ?? expect.fail()
      const changes = await generateMigration(
        await readSnapshot(folder, last.tag),
        generateDrizzleJson(schema),
      )
      expect(changes, `run \`${command}\` in app/`).to.deep.equal([])
    })

    it('are the SQL that was generated, and functions', async () => {
      let before: Snapshot = EMPTY
      for (const { tag } of journal.entries) {
        const after = await readSnapshot(folder, tag)
        expect(after.prevId, tag).to.equal(before.id)
        const generated = await generateMigration(before, after)
        const text = await readFile(new URL(`${tag}.sql`, folder), 'utf8')
        const statements = text.split('--> statement-breakpoint').map((statement) => statement.trim())
        const tables = statements.filter((statement) => !/^(--.*\n)*CREATE FUNCTION/.test(statement))
        expect(tables).to.deep.equal(generated.map((one) => one.trim()))
        before = after
      }
    })
  })
}

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
